/// A value's meaning, independent of any file format: text with placeholders and arguments.
///
/// The source's escapes and percent signs are resolved: `.text("50 %")` contains one percent sign,
/// however the source spells it.
package struct Message: Hashable, Sendable {
  /// A part of a message.
  package enum Element: Hashable, Sendable {
    /// Text, with escapes resolved.
    case text(String)
    /// A printf-like conversion, such as `%1$@`.
    case placeholder(Placeholder)
    /// An argument in the syntax of ICU, such as `{count, plural, …}`.
    case argument(MessageArgument)
    /// `#` in a plural branch: the number minus the offset, in the format of the language.
    case pluralNumber

    /// Returns whether the two elements are equal.
    package static func == (a: Element, b: Element) -> Bool {
      switch a {
      case .text(let text): if case .text(let other) = b { text == other } else { false }
      case .placeholder(let placeholder):
        if case .placeholder(let other) = b { placeholder == other } else { false }
      case .argument(let argument):
        if case .argument(let other) = b { argument == other } else { false }
      case .pluralNumber: if case .pluralNumber = b { true } else { false }
      }
    }
  }

  // Most values are plain text, which is stored without an array.
  @usableFromInline enum Storage: Hashable, Sendable {
    case plain(String)
    case pattern(Pattern)
  }

  /// The representation of the message.
  @usableFromInline internal private(set) var storage: Storage

  /// Creates a message without placeholders.
  package init(_ text: String) { storage = .plain(text) }

  /// Creates a message from elements. Adjacent texts are joined and empty texts are removed, so
  /// messages with the same meaning are equal.
  package init(_ elements: [Element]) {
    if let contents = MessageContents(ofJoined: elements) {
      self.init(joined: elements, contents)
      return
    }
    var joined: [Element] = []
    for element in elements {
      if case .text(let text) = element {
        if text.isEmpty { continue }
        if case .text(let before)? = joined.last {
          joined[joined.count - 1] = .text(before + text)
          continue
        }
      }
      joined.append(element)
    }
    self.init(joined: joined, MessageContents(ofJoined: joined) ?? [])
  }

  /// Creates a message from elements that are already joined.
  private init(joined: [Element], _ contents: MessageContents) {
    switch joined.first {
    case nil: storage = .plain("")
    case .text(let text)? where joined.count == 1: storage = .plain(text)
    default: storage = .pattern(Pattern(elements: joined, contents: contents))
    }
  }

  /// The text of a message without placeholders; otherwise `nil`.
  package var plainText: String? {
    if case .plain(let text) = storage { text } else { nil }
  }

  /// The elements of the message. A plain text has one element, and an empty text has none.
  package var elements: [Element] {
    switch storage {
    case .plain(let text): text.isEmpty ? [] : [.text(text)]
    case .pattern(let pattern): pattern.elements
    }
  }

  /// Calls a closure with the elements of a message that is not plain text, without copying them.
  package func withElements(_ body: (UnsafeBufferPointer<Element>) -> Void) {
    if case .pattern(let pattern) = storage { pattern.elements.withUnsafeBufferPointer(body) }
  }

  /// Returns whether an element satisfies a condition. Returns `false` for plain text.
  package func containsElement(where predicate: (Element) -> Bool) -> Bool {
    guard case .pattern(let pattern) = storage else { return false }
    return pattern.elements.withUnsafeBufferPointer { elements in
      elements.indices.contains { predicate(elements[$0]) }
    }
  }

  /// Replaces each element with a numbered one. Texts must remain unchanged, so elements need not
  /// be joined again and the contents can be derived.
  mutating func number(_ numbered: (Element) -> Element) {
    guard case .pattern(let pattern) = storage else { return }
    var elements: [Element] = []
    elements.reserveCapacity(pattern.elements.count)
    pattern.elements.withUnsafeBufferPointer { originals in
      for index in originals.indices { elements.append(numbered(originals[index])) }
    }
    storage = .pattern(Pattern(elements: elements, contents: pattern.contents.numbered))
  }

  /// The kinds of parts in the message, determined when it is created.
  var contents: MessageContents {
    switch storage {
    case .plain(let text): text.isEmpty ? [] : .texts
    case .pattern(let pattern): pattern.contents
    }
  }

  /// Whether the message is an empty text.
  package var isEmpty: Bool { plainText?.isEmpty ?? false }

  /// Whether the message contains anything except text.
  @inlinable package var hasPlaceholders: Bool {
    if case .pattern = storage { true } else { false }
  }

  /// Whether the message contains a plural or select. Only then are braces parsed as in ICU.
  package var hasBranches: Bool { contents.contains(.choices) }

  /// The printf-like conversions in source order, including conversions in branches.
  package var placeholders: [Placeholder] {
    var placeholders: [Placeholder] = []
    allPlaceholders {
      placeholders.append($0)
      return true
    }
    return placeholders
  }

  /// Returns whether all placeholders satisfy a condition. They are tested in order, up to the
  /// first that does not.
  @discardableResult
  package func allPlaceholders(satisfy predicate: (Placeholder) -> Bool) -> Bool {
    guard case .pattern(let pattern) = storage, pattern.contents.contains(.conversions) else {
      return true
    }
    return pattern.elements.withUnsafeBufferPointer { elements in
      elements.indices.allSatisfy { index in
        switch elements[index] {
        case .placeholder(let placeholder): predicate(placeholder)
        case .argument(let argument):
          !argument.containsBranch { !$0.allPlaceholders(satisfy: predicate) }
        case .text, .pluralNumber: true
        }
      }
    }
  }

  /// Whether the message or a branch contains a printf-like conversion.
  var hasConversions: Bool { contents.contains(.conversions) }

  /// The placeholders and their argument numbers, from 1. The number is the explicit number or the
  /// position among the placeholders without a number. A `*` counts as an argument before its
  /// placeholder.
  ///
  /// Valid only for a message without arguments in braces; see `ArgumentNumbers` for other
  /// messages.
  package var numberedPlaceholders: [(argument: Int, placeholder: Placeholder)] {
    var numbers = PlaceholderNumbers()
    var numbered: [(argument: Int, placeholder: Placeholder)] = []
    allPlaceholders { placeholder in
      numbered.append((numbers.next(placeholder), placeholder))
      return true
    }
    return numbered
  }
}

extension Message {
  /// Returns whether the placeholders have no explicit numbers, and their order implies the given
  /// numbers. Valid only for a message without arguments in braces.
  package func hasImplicitNumbers(equalTo numbers: some Sequence<Int>) -> Bool {
    guard !hasArguments, !contents.contains(.pluralNumber) else { return false }
    let placeholders = numberedPlaceholders
    return placeholders.allSatisfy { $0.placeholder.position == nil }
      && placeholders.map(\.argument).elementsEqual(numbers)
  }
}

/// A counter that numbers the placeholders of a message without arguments in braces.
package struct PlaceholderNumbers {
  /// The argument for the next unnumbered placeholder, from 1.
  private var next = 1

  /// Creates a counter that starts at 1.
  package init() {}

  /// Returns the argument of the next placeholder.
  package mutating func next(_ placeholder: Placeholder) -> Int {
    if let position = placeholder.position { return position }
    if placeholder.width == .argument { next += 1 }
    if placeholder.precision == .argument { next += 1 }
    defer { if placeholder.type != .none { next += 1 } }
    return next
  }
}

/// An issue that the parser found in the source of a message.
package struct MessageIssue: Hashable, Sendable {
  /// The kind of an issue.
  package enum Kind: Hashable, Sendable {
    /// A backslash that does not form an escape with the next character. Both characters are kept.
    case unknownEscape
    /// A lone percent sign in a text with conversions.
    case unescapedPercent
    /// Placeholders with and without numbers in one message.
    case mixedPlaceholders
    /// A message with a plural or select that cannot be parsed. The associated value is the reason.
    case invalid(String)
    /// A date or time with a skeleton (`{day, date, ::yMd}`) in a message from a different format.
    /// The skeleton is lost.
    case ignoredSkeleton

    /// The reason why a message is invalid, or `nil` for other issues.
    package var reason: String? { if case .invalid(let reason) = self { reason } else { nil } }

    /// Whether the message is invalid because it has more than `Message.maxParts` parts.
    package var exceedsPartLimit: Bool { reason == ICUParser.tooManyParts }
  }

  /// The kind of the issue.
  package var kind: Kind
  /// The range in the source, in UTF-8 bytes from 0.
  package var range: Range<Int>

  /// Creates an issue.
  package init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
