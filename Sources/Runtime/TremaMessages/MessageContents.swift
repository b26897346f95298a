/// The kinds of parts in a message: found once, when the message is made, so that a search for one need
/// not go through a message without it. There may be ten thousand parts.
@usableFromInline struct MessageContents: OptionSet, Hashable, Sendable {
  @usableFromInline let rawValue: UInt16

  @usableFromInline init(rawValue: UInt16) { self.rawValue = rawValue }

  // In the message or in a branch.

  /// Text.
  static let texts = MessageContents(rawValue: 1 << 0)
  /// A printf-like conversion.
  static let conversions = MessageContents(rawValue: 1 << 1)
  /// The number of an argument, written out.
  static let numbers = MessageContents(rawValue: 1 << 2)
  /// An argument with a name.
  static let names = MessageContents(rawValue: 1 << 3)
  static let plurals = MessageContents(rawValue: 1 << 10)
  static let selects = MessageContents(rawValue: 1 << 4)
  /// An argument that is shown, and not only asked which branch is.
  static let leaves = MessageContents(rawValue: 1 << 12)
  /// Like ``unnumbered``, in any branch.
  static let unnumberedAnywhere = MessageContents(rawValue: 1 << 11)

  // In the message itself.

  /// Something in braces.
  static let arguments = MessageContents(rawValue: 1 << 5)
  /// A plural or a select that has branches.
  static let choices = MessageContents(rawValue: 1 << 6)
  static let pluralNumber = MessageContents(rawValue: 1 << 7)
  /// A conversion that asks for an argument and does not say which.
  static let unnumbered = MessageContents(rawValue: 1 << 8)

  /// In a branch: the number of a plural.
  static let pluralNumbersInBranches = MessageContents(rawValue: 1 << 9)

  /// The kinds that a message has when one of its branches has them.
  private static let shared: MessageContents = [
    .texts, .conversions, .numbers, .names, .plurals, .selects, .leaves,
    .unnumberedAnywhere,
  ]

  /// - Returns: nil where a text is empty or beside another, which is unusual.
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

  /// The same for the message with a number on everything that asks for an argument.
  var numbered: MessageContents {
    let counted: MessageContents = [.names, .unnumbered, .unnumberedAnywhere]
    return isDisjoint(with: counted) ? self : subtracting(counted).union(.numbers)
  }

  /// The same for a message around, of which it is a branch.
  fileprivate var inBranch: MessageContents {
    let shared = intersection(Self.shared)
    return isDisjoint(with: [.pluralNumber, .pluralNumbersInBranches])
      ? shared : shared.union(.pluralNumbersInBranches)
  }
}

extension Message {
  /// Whether something in the message, or in a branch, asks for an argument.
  package var asksForArguments: Bool { !contents.isDisjoint(with: [.conversions, .arguments]) }

  /// Whether something in the message, or in a branch, shows an argument.
  package var showsArguments: Bool { !contents.isDisjoint(with: [.conversions, .leaves]) }

  /// True when a plural is in the message or in a branch.
  package var hasPlurals: Bool { contents.contains(.plurals) }

  /// True when a select is in the message or in a branch.
  package var hasSelects: Bool { contents.contains(.selects) }

  /// A message that is more than text.
  @usableFromInline struct Pattern: Hashable, Sendable {
    let elements: [Element]
    let contents: MessageContents

    @usableFromInline static func == (a: Pattern, b: Pattern) -> Bool {
      // What the elements are says what is in them.
      a.contents == b.contents && a.elements.count == b.elements.count
        && a.elements.withUnsafeBufferPointer { own in
          b.elements.withUnsafeBufferPointer { other in
            // There may be ten thousand: an array would copy each before it compares it.
            own.baseAddress == other.baseAddress
              || own.indices.allSatisfy { own[$0] == other[$0] }
          }
        }
    }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(elements) }
  }
}

extension Message.Element {
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
