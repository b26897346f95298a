/// The meaning of a value, independent of any file format: text with placeholders and arguments in it.
///
/// The escapes and percent signs of the source are resolved: `.text("50 %")` holds one percent sign
/// in each spelling of the source.
package struct Message: Hashable, Sendable {
  package enum Element: Hashable, Sendable {
    case text(String)
    /// A printf-like conversion: `%1$@`.
    case placeholder(Placeholder)
    /// An argument as ICU spells it: `{count, plural, …}`.
    case argument(MessageArgument)
    /// `#` in a branch of a plural: its number, less the offset, as the language writes numbers.
    case pluralNumber

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

  // Most values are plain; they need no array.
  @usableFromInline enum Storage: Hashable, Sendable {
    case plain(String)
    case pattern(Pattern)
  }

  @usableFromInline internal private(set) var storage: Storage

  /// A message without placeholders.
  package init(_ text: String) { storage = .plain(text) }

  /// A message of these elements; adjacent texts are joined and empty ones dropped, so that equal
  /// messages are equal values.
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

  private init(joined: [Element], _ contents: MessageContents) {
    switch joined.first {
    case nil: storage = .plain("")
    case .text(let text)? where joined.count == 1: storage = .plain(text)
    default: storage = .pattern(Pattern(elements: joined, contents: contents))
    }
  }

  /// The text when there is no placeholder in it, else nil.
  package var plainText: String? {
    if case .plain(let text) = storage { text } else { nil }
  }

  package var elements: [Element] {
    switch storage {
    case .plain(let text): text.isEmpty ? [] : [.text(text)]
    case .pattern(let pattern): pattern.elements
    }
  }

  /// Lends the elements of a message that is more than text; of another there are none.
  package func withElements(_ body: (UnsafeBufferPointer<Element>) -> Void) {
    if case .pattern(let pattern) = storage { pattern.elements.withUnsafeBufferPointer(body) }
  }

  /// Whether something holds for an element of a message that is more than text; of another it is asked
  /// of none.
  package func containsElement(where isWanted: (Element) -> Bool) -> Bool {
    guard case .pattern(let pattern) = storage else { return false }
    return pattern.elements.withUnsafeBufferPointer { elements in
      elements.indices.contains { isWanted(elements[$0]) }
    }
  }

  /// The message with a number on each element that asks for an argument: texts stay what they are, so
  /// that nothing is joined, and what is in it is known from what was.
  mutating func number(_ numbered: (Element) -> Element) {
    guard case .pattern(let pattern) = storage else { return }
    var elements: [Element] = []
    elements.reserveCapacity(pattern.elements.count)
    pattern.elements.withUnsafeBufferPointer { originals in
      for index in originals.indices { elements.append(numbered(originals[index])) }
    }
    storage = .pattern(Pattern(elements: elements, contents: pattern.contents.numbered))
  }

  /// The kinds of parts in the message, found when it was made.
  var contents: MessageContents {
    switch storage {
    case .plain(let text): text.isEmpty ? [] : .texts
    case .pattern(let pattern): pattern.contents
    }
  }

  package var isEmpty: Bool { plainText?.isEmpty ?? false }

  /// True when something is in the message that is not text.
  @inlinable package var hasPlaceholders: Bool {
    if case .pattern = storage { true } else { false }
  }

  /// True when a plural or a select is in the message: trema reads braces as ICU does only
  /// then.
  package var hasBranches: Bool { contents.contains(.choices) }

  /// The printf-like conversions, those in branches included, in the order of the source.
  package var placeholders: [Placeholder] {
    var placeholders: [Placeholder] = []
    allPlaceholders {
      placeholders.append($0)
      return true
    }
    return placeholders
  }

  /// Whether something holds for each of the ``placeholders``, which are asked in their order up to the
  /// first that it does not hold for.
  @discardableResult
  package func allPlaceholders(satisfy holds: (Placeholder) -> Bool) -> Bool {
    guard case .pattern(let pattern) = storage, pattern.contents.contains(.conversions) else {
      return true
    }
    return pattern.elements.withUnsafeBufferPointer { elements in
      elements.indices.allSatisfy { index in
        switch elements[index] {
        case .placeholder(let placeholder): holds(placeholder)
        case .argument(let argument):
          !argument.containsBranch { !$0.allPlaceholders(satisfy: holds) }
        case .text, .pluralNumber: true
        }
      }
    }
  }

  /// Whether a printf-like conversion is in the message or in a branch.
  var hasConversions: Bool { contents.contains(.conversions) }

  /// The placeholders with the argument each shows, counted from 1: its own number, or its place
  /// among those without one (a `*` counts as an argument before its placeholder).
  ///
  /// For a message without arguments in braces; see ``ArgumentNumbers`` for the others.
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
  /// Whether no placeholder has a number, and a formatter that counts them takes these arguments;
  /// for a message without arguments in braces.
  package func countsItsPlaceholders(as numbers: some Sequence<Int>) -> Bool {
    guard !hasArguments, !contents.contains(.pluralNumber) else { return false }
    let placeholders = numberedPlaceholders
    return placeholders.allSatisfy { $0.placeholder.position == nil }
      && placeholders.map(\.argument).elementsEqual(numbers)
  }
}

/// Counts the placeholders of a message without arguments in braces.
package struct PlaceholderNumbers {
  private var next = 1

  package init() {}

  /// The argument that the next placeholder shows.
  package mutating func next(_ placeholder: Placeholder) -> Int {
    if let position = placeholder.position { return position }
    if placeholder.width == .argument { next += 1 }
    if placeholder.precision == .argument { next += 1 }
    defer { if placeholder.type != .none { next += 1 } }
    return next
  }
}

/// Something odd in the source of a message, found while it was parsed.
package struct MessageIssue: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A backslash before a character that makes no escape with it; both are kept.
    case unknownEscape
    /// A lone percent sign beside real conversions.
    case unescapedPercent
    /// Numbered and plain placeholders in one message.
    case mixedPlaceholders
    /// A message that asks for an argument and does not parse, with what is wrong.
    case invalid(String)
    /// The skeleton of a date or time in another format's message (`{day, date, ::yMd}`).
    case lostSkeleton

    /// Why a message is not valid; nil for what is merely odd.
    package var reason: String? { if case .invalid(let reason) = self { reason } else { nil } }

    /// Whether it is not valid because it has more than ``Message/mostParts``.
    package var isExcess: Bool { reason == ICUParser.tooManyParts }
  }

  package var kind: Kind
  /// The place in the source: UTF-8 bytes from its beginning.
  package var range: Range<Int>

  package init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
