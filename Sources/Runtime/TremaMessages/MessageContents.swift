/// The kinds of parts in a message. They are determined when the message is created so that
/// searches can skip messages that lack a kind. A message may have 10,000 parts.
@usableFromInline struct MessageContents: OptionSet, Hashable, Sendable {
  @usableFromInline let rawValue: UInt16

  @usableFromInline init(rawValue: UInt16) { self.rawValue = rawValue }

  // The following kinds occur in the message itself or in a branch.

  /// Text.
  static let texts = MessageContents(rawValue: 1 << 0)
  /// A printf-like conversion.
  static let conversions = MessageContents(rawValue: 1 << 1)
  /// An explicit argument number.
  static let numbers = MessageContents(rawValue: 1 << 2)
  /// A named argument.
  static let names = MessageContents(rawValue: 1 << 3)
  /// A plural or selectordinal argument.
  static let plurals = MessageContents(rawValue: 1 << 10)
  /// A select argument.
  static let selects = MessageContents(rawValue: 1 << 4)
  /// An argument that is displayed and does not merely select a branch.
  static let leaves = MessageContents(rawValue: 1 << 12)
  /// Like `unnumbered`, but also in branches.
  static let unnumberedAnywhere = MessageContents(rawValue: 1 << 11)

  // The following kinds occur in the message itself.

  /// An argument in braces.
  static let arguments = MessageContents(rawValue: 1 << 5)
  /// A plural or select with branches.
  static let choices = MessageContents(rawValue: 1 << 6)
  /// The `#` of the plural that encloses the message.
  static let pluralNumber = MessageContents(rawValue: 1 << 7)
  /// A conversion that requires an argument and has no number.
  static let unnumbered = MessageContents(rawValue: 1 << 8)

  /// `#` in a branch.
  static let pluralNumbersInBranches = MessageContents(rawValue: 1 << 9)

  /// The kinds that a message inherits from its branches.
  private static let shared: MessageContents = [
    .texts, .conversions, .numbers, .names, .plurals, .selects, .leaves,
    .unnumberedAnywhere,
  ]

  /// Determines the kinds of parts. Returns `nil` if a text is empty or adjacent to another text,
  /// which is unusual.
  init?(ofJoined elements: [Message.Element]) {
    let found = elements.withUnsafeBufferPointer { elements -> MessageContents? in
      var found: MessageContents = []
      var followsText = false
      for index in elements.indices {
        if case .text(let text) = elements[index] {
          if followsText || text.isEmpty { return nil }
          followsText = true
          found.insert(.texts)
        } else {
          followsText = false
          found.formUnion(elements[index].contents)
        }
      }
      return found
    }
    guard let found else { return nil }
    self = found
  }

  /// The kinds of parts after all arguments are numbered.
  var numbered: MessageContents {
    let counted: MessageContents = [.names, .unnumbered, .unnumberedAnywhere]
    return isDisjoint(with: counted) ? self : subtracting(counted).union(.numbers)
  }

  /// The kinds of parts that a message inherits from a branch with this content.
  fileprivate var inBranch: MessageContents {
    let shared = intersection(Self.shared)
    return isDisjoint(with: [.pluralNumber, .pluralNumbersInBranches])
      ? shared : shared.union(.pluralNumbersInBranches)
  }
}

extension Message {
  /// Whether the message or a branch requires an argument.
  package var usesArguments: Bool { !contents.isDisjoint(with: [.conversions, .arguments]) }

  /// Whether the message or a branch displays an argument.
  package var showsArguments: Bool { !contents.isDisjoint(with: [.conversions, .leaves]) }

  /// Whether the message or a branch contains a plural.
  package var hasPlurals: Bool { contents.contains(.plurals) }

  /// Whether the message or a branch contains a select.
  package var hasSelects: Bool { contents.contains(.selects) }

  /// The representation of a message that is not plain text.
  ///
  /// The elements, with adjacent texts joined.
  @usableFromInline struct Pattern: Hashable, Sendable {
    let elements: [Element]
    /// The kinds of parts in the elements and their branches.
    let contents: MessageContents

    /// Returns whether the two patterns have the same elements.
    @usableFromInline static func == (a: Pattern, b: Pattern) -> Bool {
      // The contents are derived from the elements, so different contents imply different elements.
      a.contents == b.contents && a.elements.count == b.elements.count
        && a.elements.withUnsafeBufferPointer { left in
          b.elements.withUnsafeBufferPointer { right in
            // Comparing arrays directly would copy each element, and there may be 10,000 of them.
            left.baseAddress == right.baseAddress
              || left.indices.allSatisfy { left[$0] == right[$0] }
          }
        }
    }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(elements) }
  }
}

extension Message.Element {
  /// The kinds of parts that the element represents.
  fileprivate var contents: MessageContents {
    switch self {
    case .text: .texts
    case .pluralNumber: .pluralNumber
    case .placeholder(let placeholder):
      if placeholder.position != nil {
        [.conversions, .numbers]
      } else {
        placeholder.type == .none
          ? .conversions : [.conversions, .unnumbered, .unnumberedAnywhere]
      }
    case .argument(let argument): argument.contents
    }
  }
}

extension MessageArgument {
  /// The kinds of parts that the argument and its branches represent.
  fileprivate var contents: MessageContents {
    var found: MessageContents = .arguments
    switch name {
    case .named: found.insert(.names)
    case .numbered: found.insert(.numbers)
    }
    switch kind {
    case .plain, .number, .date, .time: return found.union(.leaves)
    case .plural(let plural):
      found.insert(.plurals)
      if !plural.branches.isEmpty { found.insert(.choices) }
    case .select(let branches):
      found.insert(.selects)
      if !branches.isEmpty { found.insert(.choices) }
    }
    forEachBranch { found.formUnion($0.contents.inBranch) }
    return found
  }
}
