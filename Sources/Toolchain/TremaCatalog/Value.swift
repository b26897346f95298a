import TremaMessages
import TremaSupport

/// A text in one language.
///
/// Catalogs have hundreds of thousands of values and pass them around, so the parts that most
/// values do not have are stored separately, in `rare`. Its accessors are inlinable, because
/// calling a function copies the value.
package struct Value: Hashable, Sendable {
  /// The language as the file spells it; see `LanguageTag` for its meaning.
  package var language: String
  /// The translation status.
  package var status: Status
  /// The character data, with XML references resolved but escapes kept.
  package private(set) var source: String
  /// The message, with the escapes and placeholders of `source` parsed.
  package private(set) var message: Message
  /// The flags of `source`.
  package private(set) var signs: TextFlags
  /// The parts that most values do not have.
  @usableFromInline internal private(set) var rare: Rare = .none
  /// The position of the start tag.
  @Position package var position: SourcePosition
  /// The position of the value of `lang`.
  @Position package var languagePosition: SourcePosition
  /// The position of the value of `status`, or of the tag if it is missing.
  @Position package var statusPosition: SourcePosition
  /// The position of the first byte after the start tag.
  @Position package var textPosition: SourcePosition

  /// Creates a value and parses its message.
  ///
  /// - Parameters:
  ///   - language: The language as the file spells it.
  ///   - status: The status.
  ///   - source: The character data.
  ///   - spelling: The bytes between the tags, if they differ from the source.
  ///   - backslash: The meaning of backslashes.
  package init(
    language: String, status: Status = .translated, source: String, spelling: String? = nil,
    backslash: BackslashRule = .escape
  ) {
    self.language = language
    self.status = status
    self.source = source
    signs = Self.signs(of: source)
    if signs.isDisjoint(with: .meaningful) {
      message = Message(source)
      if spelling != nil { self.spelling = spelling }
      return
    }
    let (message, issues) = Message.parse(source, backslash: backslash)
    self.message = message
    if !issues.isEmpty { self.issues = issues }
    if spelling != nil { self.spelling = spelling }
  }

  /// Creates a value whose message was parsed before.
  ///
  /// - Parameters:
  ///   - language: The language as the file spells it.
  ///   - status: The status.
  ///   - source: The character data.
  ///   - signs: The flags of the source.
  ///   - message: The message, with the escapes and placeholders of the source parsed.
  ///   - issues: The mistakes in the source.
  init(
    language: String, status: Status, source: String, signs: TextFlags, _ message: Message,
    _ issues: [MessageIssue]
  ) {
    (self.language, self.status, self.source) = (language, status, source)
    (self.signs, self.message) = (signs, message)
    if !issues.isEmpty { self.issues = issues }
  }

  /// Whether the message equals the source, because the source contains no character with a special
  /// meaning.
  @inlinable package var saysItself: Bool { signs.isDisjoint(with: .meaningful) }

  /// Returns the flags of a source.
  private static func signs(of source: String) -> TextFlags {
    var source = source
    return source.withUTF8 { TextFlags(in: $0) }
  }

  /// Replaces the text of the value, and discards its spelling.
  package mutating func setSource(_ source: String, backslash: BackslashRule) {
    let (message, issues) = Message.parse(source, backslash: backslash)
    self.source = source
    self.message = message
    signs = Self.signs(of: source)
    if spelling != nil { spelling = nil }
    if !issues.isEmpty || !self.issues.isEmpty { self.issues = issues }
  }

  /// The bytes between the tags if they differ from `source` by CDATA sections, entities, comments
  /// or child elements. Line ends are line feeds.
  package var spelling: String? {
    @inlinable get { if case .some(let details) = rare { details.spelling } else { nil } }
    set { rare.details.spelling = newValue }
  }

  /// Whether the value has child elements. Their tags are not part of `source`.
  package var hasMarkup: Bool {
    @inlinable get { if case .some(let details) = rare { details.hasMarkup } else { false } }
    set { rare.details.hasMarkup = newValue }
  }

  /// The mistakes that were found when `source` was parsed.
  package var issues: [MessageIssue] {
    @inlinable get { if case .some(let details) = rare { details.issues } else { [] } }
    set { rare.details.issues = newValue }
  }

  /// The attributes of the element that trema does not define.
  package var attributes: [Attribute] {
    @inlinable get { if case .some(let details) = rare { details.attributes } else { [] } }
    set { rare.details.attributes = newValue }
  }

  /// The comments, processing instructions and unknown elements before the element.
  package var before: [Trivia] {
    @inlinable get { if case .some(let details) = rare { details.before } else { [] } }
    set { rare.details.before = newValue }
  }

  /// The file that the value was read from, if it is not the file of its text.
  package var file: String? {
    @inlinable get { if case .some(let details) = rare { details.file } else { nil } }
    set { rare.details.file = newValue }
  }
}

extension Value {
  /// Whether the value has only a language, a status and a text in its usual spelling: no issues,
  /// no unknown attributes, nothing before it, and the file of its text.
  @inlinable package var hasNothingRare: Bool { if case .none = rare { true } else { false } }

  /// Whether the status is missing in all files, and is the one that applies then.
  package var isStatusAssumed: Bool {
    @inlinable get { if case .some(let details) = rare { details.isStatusAssumed } else { false } }
    set { rare.details.isStatusAssumed = newValue }
  }

  /// The parts of a value that few have.
  @usableFromInline struct Details: Hashable, Sendable {
    @usableFromInline internal var spelling: String?
    @usableFromInline internal var hasMarkup = false
    @usableFromInline internal var issues: [MessageIssue] = []
    @usableFromInline internal var attributes: [Attribute] = []
    @usableFromInline internal var before: [Trivia] = []
    @usableFromInline @Unequal internal var file: String?
    @usableFromInline @Unequal internal var isStatusAssumed = false

    /// Whether no part is present.
    var isEmpty: Bool { self == Details() && file == nil && !isStatusAssumed }
  }

  /// Storage for the rare parts. It is indirect, so that a value without them takes only a word.
  @usableFromInline indirect enum Rare: Hashable, Sendable {
    case none
    case some(Details)

    /// The rare parts; empty if none are stored.
    var details: Details {
      get { if case .some(let details) = self { details } else { Details() } }
      set { self = newValue.isEmpty ? .none : .some(newValue) }
    }
  }
}
