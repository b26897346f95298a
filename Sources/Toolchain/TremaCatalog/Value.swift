import TremaMessages
import TremaSupport

/// A text in one language.
///
/// Catalogs have hundreds of thousands of values and pass them around, so the parts that most
/// values do not have are stored separately, in `auxiliaryParts`. Its accessors are inlinable,
/// because calling a function copies the value.
package struct Value: Hashable, Sendable {
  /// The language as spelled in the file; see `LanguageTag` for its meaning.
  package var language: String
  /// The translation status.
  package var status: Status
  /// The character data, with XML references resolved but escapes kept.
  package private(set) var source: String
  /// The message, with the escapes and placeholders of `source` parsed.
  package private(set) var message: Message
  /// The flags of `source`.
  package private(set) var flags: TextFlags
  /// The parts that most values do not have.
  @usableFromInline internal private(set) var auxiliaryParts: AuxiliaryStorage = .none
  /// The position of the start tag.
  @Position package var position: SourcePosition
  /// The position of the `lang` attribute's value.
  @Position package var languagePosition: SourcePosition
  /// The position of the `status` attribute's value, or of the tag if the attribute is missing.
  @Position package var statusPosition: SourcePosition
  /// The position of the first byte after the start tag.
  @Position package var textPosition: SourcePosition

  /// Creates a value and parses its message.
  ///
  /// - Parameters:
  ///   - language: The language as spelled in the file.
  ///   - status: The translation status.
  ///   - source: The character data, with XML references resolved.
  ///   - spelling: The bytes between the tags, if they differ from the source.
  ///   - backslash: The meaning of backslashes.
  package init(
    language: String, status: Status = .translated, source: String, spelling: String? = nil,
    backslash: BackslashRule = .escape
  ) {
    self.language = language
    self.status = status
    self.source = source
    flags = Self.flags(of: source)
    if flags.isDisjoint(with: .messageSyntax) {
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
  ///   - language: The language as spelled in the file.
  ///   - status: The translation status.
  ///   - source: The character data, with XML references resolved.
  ///   - flags: The flags of the source.
  ///   - message: The message, with the escapes and placeholders of the source parsed.
  ///   - issues: The mistakes in the source.
  init(
    language: String, status: Status, source: String, flags: TextFlags, _ message: Message,
    _ issues: [MessageIssue]
  ) {
    (self.language, self.status, self.source) = (language, status, source)
    (self.flags, self.message) = (flags, message)
    if !issues.isEmpty { self.issues = issues }
  }

  /// Whether the message equals the source, because the source contains no special characters.
  @inlinable package var isPlainText: Bool { flags.isDisjoint(with: .messageSyntax) }

  /// Returns the flags of a source.
  private static func flags(of source: String) -> TextFlags {
    var source = source
    return source.withUTF8 { TextFlags(in: $0) }
  }

  /// Replaces the text of the value, and discards its spelling.
  package mutating func setSource(_ source: String, backslash: BackslashRule) {
    let (message, issues) = Message.parse(source, backslash: backslash)
    self.source = source
    self.message = message
    flags = Self.flags(of: source)
    if spelling != nil { spelling = nil }
    if !issues.isEmpty || !self.issues.isEmpty { self.issues = issues }
  }

  /// The bytes between the tags if they differ from `source` in CDATA sections, entities, comments
  /// or child elements. Line terminators are line feeds.
  package var spelling: String? {
    @inlinable get { if case .some(let details) = auxiliaryParts { details.spelling } else { nil } }
    set { auxiliaryParts.details.spelling = newValue }
  }

  /// Whether the value has child elements. Their tags are not part of `source`.
  package var hasMarkup: Bool {
    @inlinable get {
      if case .some(let details) = auxiliaryParts { details.hasMarkup } else { false }
    }
    set { auxiliaryParts.details.hasMarkup = newValue }
  }

  /// The mistakes found when `source` was parsed.
  package var issues: [MessageIssue] {
    @inlinable get { if case .some(let details) = auxiliaryParts { details.issues } else { [] } }
    set { auxiliaryParts.details.issues = newValue }
  }

  /// The attributes of the element that trema does not define.
  package var attributes: [Attribute] {
    @inlinable get {
      if case .some(let details) = auxiliaryParts { details.attributes } else { [] }
    }
    set { auxiliaryParts.details.attributes = newValue }
  }

  /// The comments, processing instructions and unknown elements before the element.
  package var leadingTrivia: [Trivia] {
    @inlinable get {
      if case .some(let details) = auxiliaryParts { details.leadingTrivia } else { [] }
    }
    set { auxiliaryParts.details.leadingTrivia = newValue }
  }

  /// The file that the value was read from, if it is not the file of its text.
  package var file: String? {
    @inlinable get { if case .some(let details) = auxiliaryParts { details.file } else { nil } }
    set { auxiliaryParts.details.file = newValue }
  }
}

extension Value {
  /// Whether the value consists only of a language, a status and a text in its usual form: it has
  /// no issues and no unknown attributes, nothing precedes it, and it is in the same file as its
  /// text.
  @inlinable package var hasNoAuxiliaryParts: Bool {
    if case .none = auxiliaryParts { true } else { false }
  }

  /// Whether the status is missing in all files, so the default status applies.
  package var isStatusAssumed: Bool {
    @inlinable get {
      if case .some(let details) = auxiliaryParts { details.isStatusAssumed } else { false }
    }
    set { auxiliaryParts.details.isStatusAssumed = newValue }
  }

  /// The parts of a value that most values do not have.
  @usableFromInline struct Details: Hashable, Sendable {
    @usableFromInline internal var spelling: String?
    @usableFromInline internal var hasMarkup = false
    @usableFromInline internal var issues: [MessageIssue] = []
    @usableFromInline internal var attributes: [Attribute] = []
    @usableFromInline internal var leadingTrivia: [Trivia] = []
    @usableFromInline @EqualityIgnored internal var file: String?
    @usableFromInline @EqualityIgnored internal var isStatusAssumed = false

    /// Whether no part is present.
    var isEmpty: Bool { self == Details() && file == nil && !isStatusAssumed }
  }

  /// Storage for the rare parts. It is indirect so that it takes only one word if there are none.
  @usableFromInline indirect enum AuxiliaryStorage: Hashable, Sendable {
    case none
    case some(Details)

    /// The rare parts, or empty if none are stored.
    var details: Details {
      get { if case .some(let details) = self { details } else { Details() } }
      set { self = newValue.isEmpty ? .none : .some(newValue) }
    }
  }
}
