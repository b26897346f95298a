import TremaMessages
import TremaSupport

/// A text in one language.
///
/// Catalogues hold hundreds of thousands of them and pass them around, so what most values do not
/// have is apart, in `rare`. It is asked for inline: to call a function is to copy the value for it.
package struct Value: Hashable, Sendable {
  /// The language as the file spells it; `LanguageTag` has its meaning.
  package var language: String
  package var status: Status
  /// The character data, XML resolved and nothing else.
  package private(set) var source: String
  /// The message of `source`, with its escapes and placeholders parsed.
  package private(set) var message: Message
  /// The flags of `source`.
  package private(set) var signs: TextFlags
  @usableFromInline internal private(set) var rare: Rare = .none
  @Position package var position: SourcePosition
  /// The places of the value of `lang`, of `status` (of the tag when there is none), and of the text.
  @Position package var languagePosition: SourcePosition
  @Position package var statusPosition: SourcePosition
  @Position package var textPosition: SourcePosition

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

  /// - Parameters:
  ///   - signs: those of the source.
  ///   - message: the source with its escapes and placeholders read.
  ///   - issues: the mistakes in the source.
  init(
    language: String, status: Status, source: String, signs: TextFlags, _ message: Message,
    _ issues: [MessageIssue]
  ) {
    (self.language, self.status, self.source) = (language, status, source)
    (self.signs, self.message) = (signs, message)
    if !issues.isEmpty { self.issues = issues }
  }

  /// Whether the message is the source, byte for byte, because nothing in it could mean anything
  /// else.
  @inlinable package var saysItself: Bool { signs.isDisjoint(with: .meaningful) }

  private static func signs(of source: String) -> TextFlags {
    var source = source
    return source.withUTF8 { TextFlags(in: $0) }
  }

  /// Gives the value another text; what is known of its spelling is forgotten.
  package mutating func setSource(_ source: String, backslash: BackslashRule) {
    let (message, issues) = Message.parse(source, backslash: backslash)
    self.source = source
    self.message = message
    signs = Self.signs(of: source)
    if spelling != nil { spelling = nil }
    if !issues.isEmpty || !self.issues.isEmpty { self.issues = issues }
  }

  /// The bytes between the tags when they are not just `source`: CDATA, entities, comments, child
  /// elements; line ends are line feeds.
  package var spelling: String? {
    @inlinable get { if case .some(let details) = rare { details.spelling } else { nil } }
    set { rare.details.spelling = newValue }
  }

  /// True when child elements are in the value; their tags are not part of `source`.
  package var hasMarkup: Bool {
    @inlinable get { if case .some(let details) = rare { details.hasMarkup } else { false } }
    set { rare.details.hasMarkup = newValue }
  }

  /// The issues that were found when `source` was parsed.
  package var issues: [MessageIssue] {
    @inlinable get { if case .some(let details) = rare { details.issues } else { [] } }
    set { rare.details.issues = newValue }
  }

  /// Attributes of `value` that trema does not know.
  package var attributes: [Attribute] {
    @inlinable get { if case .some(let details) = rare { details.attributes } else { [] } }
    set { rare.details.attributes = newValue }
  }

  /// Comments, processing instructions and unknown elements before the value.
  package var before: [Trivia] {
    @inlinable get { if case .some(let details) = rare { details.before } else { [] } }
    set { rare.details.before = newValue }
  }

  /// The file it was read from where that is not the file of its text.
  package var file: String? {
    @inlinable get { if case .some(let details) = rare { details.file } else { nil } }
    set { rare.details.file = newValue }
  }
}

extension Value {
  /// Whether it has nothing but a language, a status and a text that is spelled as it is: no
  /// issues, no unknown attributes, nothing before it, and the file of its text.
  @inlinable package var hasNothingRare: Bool { if case .none = rare { true } else { false } }

  /// No file says the status: it is what a value counts as then.
  package var isStatusAssumed: Bool {
    @inlinable get { if case .some(let details) = rare { details.isStatusAssumed } else { false } }
    set { rare.details.isStatusAssumed = newValue }
  }

  @usableFromInline struct Details: Hashable, Sendable {
    @usableFromInline internal var spelling: String?
    @usableFromInline internal var hasMarkup = false
    @usableFromInline internal var issues: [MessageIssue] = []
    @usableFromInline internal var attributes: [Attribute] = []
    @usableFromInline internal var before: [Trivia] = []
    @usableFromInline @Unequal internal var file: String?
    @usableFromInline @Unequal internal var isStatusAssumed = false

    var isEmpty: Bool { self == Details() && file == nil && !isStatusAssumed }
  }

  @usableFromInline indirect enum Rare: Hashable, Sendable {
    case none
    case some(Details)

    var details: Details {
      get { if case .some(let details) = self { details } else { Details() } }
      set { self = newValue.isEmpty ? .none : .some(newValue) }
    }
  }
}
