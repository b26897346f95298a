/// What a value says, independent of any file format: text with placeholders and arguments in it.
///
/// The escapes and percent signs of the source are resolved: `.text("50 %")` holds one percent
/// sign whatever the source needed to say so.
public struct Message: Hashable, Sendable {
  public enum Element: Hashable, Sendable {
    case text(String)
    /// A printf-like conversion: `%1$@`.
    case placeholder(Placeholder)
    /// An argument as ICU spells it: `{count, plural, …}`.
    case argument(MessageArgument)
    /// `#` in a branch of a plural: its number, less the offset, as the language writes numbers.
    case pluralNumber
  }

  // Most values are plain; they need no array.
  @usableFromInline enum Storage: Hashable, Sendable {
    case plain(String)
    case pattern([Element])
  }

  @usableFromInline internal private(set) var storage: Storage

  /// A message without placeholders.
  public init(_ text: String) { storage = .plain(text) }

  /// A message of these elements; adjacent texts are joined and empty ones dropped, so that equal
  /// messages are equal values.
  public init(_ elements: [Element]) {
    if Self.areJoined(elements) {
      self.init(joined: elements)
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
    self.init(joined: joined)
  }

  private init(joined: [Element]) {
    switch joined.first {
    case nil: storage = .plain("")
    case .text(let text)? where joined.count == 1: storage = .plain(text)
    default: storage = .pattern(joined)
    }
  }

  /// Whether no text is empty or beside another, as is usual.
  private static func areJoined(_ elements: [Element]) -> Bool {
    var followsText = false
    for index in elements.indices {
      if case .text(let text) = elements[index] {
        if followsText || text.isEmpty { return false }
        followsText = true
      } else {
        followsText = false
      }
    }
    return true
  }

  /// The text when there is no placeholder in it, else nil.
  public var plainText: String? {
    if case .plain(let text) = storage { text } else { nil }
  }

  public var elements: [Element] {
    switch storage {
    case .plain(let text): text.isEmpty ? [] : [.text(text)]
    case .pattern(let elements): elements
    }
  }

  public var isEmpty: Bool { plainText?.isEmpty ?? false }

  /// True when something stands in the message that is not text.
  @inlinable public var hasPlaceholders: Bool {
    if case .pattern = storage { true } else { false }
  }

  /// True when a plural or a select stands in the message: trema reads braces as ICU does only
  /// then.
  public var hasBranches: Bool {
    guard case .pattern(let elements) = storage else { return false }
    return elements.contains {
      if case .argument(let argument) = $0 { argument.isChoice } else { false }
    }
  }

  /// The printf-like conversions, those in branches included, in the order of the source.
  public var placeholders: [Placeholder] {
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
  public func allPlaceholders(satisfy holds: (Placeholder) -> Bool) -> Bool {
    guard case .pattern(let elements) = storage else { return true }
    return elements.allSatisfy { element in
      switch element {
      case .placeholder(let placeholder): holds(placeholder)
      case .argument(let argument):
        !argument.containsBranch { !$0.allPlaceholders(satisfy: holds) }
      case .text, .pluralNumber: true
      }
    }
  }

  /// Whether a printf-like conversion stands in the message or in a branch.
  var hasConversions: Bool { !allPlaceholders { _ in false } }

  /// The placeholders with the argument each shows, counted from 1: its own number, or its place
  /// among those without one (a `*` counts as an argument before its placeholder).
  ///
  /// For a message without arguments in braces; see ``ArgumentNumbers`` for the others.
  public var numberedPlaceholders: [(argument: Int, placeholder: Placeholder)] {
    var next = 1
    return placeholders.map { placeholder in
      if let position = placeholder.position { return (position, placeholder) }
      if placeholder.width == .argument { next += 1 }
      if placeholder.precision == .argument { next += 1 }
      defer { if placeholder.type != .none { next += 1 } }
      return (next, placeholder)
    }
  }
}

/// Something odd in the source of a message, found while it was parsed.
public struct MessageIssue: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A backslash before a character that makes no escape with it; both are kept.
    case unknownEscape
    /// A lone percent sign beside real conversions.
    case unescapedPercent
    /// Numbered and plain placeholders in one message.
    case mixedPlaceholders
    /// A message that asks for an argument and does not parse, with what is wrong.
    case invalid(String)

    /// Why a message is not valid; nil for what is merely odd.
    public var reason: String? { if case .invalid(let reason) = self { reason } else { nil } }

    /// Whether it is not valid because it has more than ``Message/mostParts``.
    public var isExcess: Bool { reason == ICUParser.tooManyParts }
  }

  public var kind: Kind
  /// Where in the source: UTF-8 bytes from its beginning.
  public var range: Range<Int>

  public init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
