import TremaDiagnostics
import TremaMessages

/// A whole catalogue in memory, for the commands that need it whole; the others take one ``Text``
/// at a time.
public struct Catalog: Hashable, Sendable {
  public var header: CatalogHeader
  public var texts: [Text]
  public var footer: CatalogFooter

  public init(
    header: CatalogHeader, texts: [Text] = [], footer: CatalogFooter = CatalogFooter()
  ) {
    self.header = header
    self.texts = texts
    self.footer = footer
  }
}

/// What stands before the first text.
public struct CatalogHeader: Hashable, Sendable {
  /// The path to print in diagnostics.
  public var file: String
  /// The language that the others are translated from, as the file spells it.
  public var masterLanguage: String
  /// All attributes of the root in file order but `masterLang`, namespace declarations included.
  public var attributes: [Attribute] = []
  /// Comments and processing instructions before the root.
  public var prolog: [Trivia] = []
  @Position public var position: SourcePosition
  /// Where the value of `masterLang` stands.
  @Position public var masterPosition: SourcePosition

  public init(file: String, masterLanguage: String) {
    self.file = file
    self.masterLanguage = masterLanguage
  }
}

/// What stands after the last text.
public struct CatalogFooter: Hashable, Sendable {
  /// Before the end tag of the root.
  public var beforeEnd: [Trivia] = []
  /// After it.
  public var epilog: [Trivia] = []

  public init() {}
}

/// One thing an app says, in every language it is said in.
public struct Text: Hashable, Sendable {
  public var key: String
  /// What translators need to know; nil when the element is missing.
  public var context: Context?
  /// In file order.
  public var values: [Value]
  /// Attributes of `text` that trema does not know.
  public var attributes: [Attribute] = []
  /// Comments, processing instructions and unknown elements before the `text`.
  public var before: [Trivia] = []
  /// The same before its end tag.
  public var beforeEnd: [Trivia] = []
  /// The file it was read from, to be printed.
  @Unequal public var file: String
  @Position public var position: SourcePosition
  @Position public var keyPosition: SourcePosition

  public init(key: String, context: Context? = nil, values: [Value] = [], file: String = "") {
    self.key = key
    self.context = context
    self.values = values
    self.file = file
  }

  /// The value in a language, as it is spelled in the file.
  public subscript(language: String) -> Value? { values.first { $0.language == language } }

  /// Which value is in a language: one that spells it so, else one whose tag means the same.
  public func index(ofLanguage language: String) -> Int? {
    if let index = values.firstIndex(where: { $0.language == language }) { return index }
    guard let tag = LanguageTag(language) else { return nil }
    return values.firstIndex { LanguageTag($0.language) == tag }
  }

  /// Where the text of the context begins, which may have come from another file.
  public func location(ofContext context: Context) -> SourceLocation {
    SourceLocation(file: context.file ?? file, start: context.textPosition)
  }

  /// A place in the file of the text, or in that of one of its values, which may have come from
  /// another.
  public func location(_ position: SourcePosition, of value: Value? = nil) -> SourceLocation {
    SourceLocation(file: value?.file ?? file, start: position)
  }
}

/// A text in one language.
///
/// Catalogues hold hundreds of thousands of them and pass them around, so what most values do not
/// have stands apart, in `rare`.
public struct Value: Hashable, Sendable {
  /// As the file spells it; `LanguageTag` says what it means.
  public var language: String
  public var status: Status
  /// The character data, XML resolved and nothing else.
  public private(set) var source: String
  /// What `source` says, its escapes and placeholders read.
  public private(set) var message: Message
  private var rare: Rare = .none
  @Position public var position: SourcePosition
  /// Where the value of `lang` stands, of `status` (of the tag when there is none), and the text.
  @Position public var languagePosition: SourcePosition
  @Position public var statusPosition: SourcePosition
  @Position public var textPosition: SourcePosition

  public init(
    language: String, status: Status = .translated, source: String, spelling: String? = nil,
    backslash: BackslashRule = .escape
  ) {
    self.language = language
    self.status = status
    let (message, issues) = Message.parse(source, backslash: backslash)
    self.source = source
    self.message = message
    if !issues.isEmpty { self.issues = issues }
    if spelling != nil { self.spelling = spelling }
  }

  /// Gives the value another text; what is known of its spelling is forgotten.
  public mutating func setSource(_ source: String, backslash: BackslashRule) {
    let (message, issues) = Message.parse(source, backslash: backslash)
    self.source = source
    self.message = message
    if spelling != nil { spelling = nil }
    if !issues.isEmpty || !self.issues.isEmpty { self.issues = issues }
  }

  /// The bytes between the tags when they are not just `source`: CDATA, entities, comments, child
  /// elements; line ends are line feeds.
  public var spelling: String? {
    get { rare.details.spelling }
    set { rare.details.spelling = newValue }
  }

  /// True when child elements stand in the value; their tags are not part of `source`.
  public var hasMarkup: Bool {
    get { rare.details.hasMarkup }
    set { rare.details.hasMarkup = newValue }
  }

  /// What was odd about `source` when it was read.
  public var issues: [MessageIssue] {
    get { rare.details.issues }
    set { rare.details.issues = newValue }
  }

  /// Attributes of `value` that trema does not know.
  public var attributes: [Attribute] {
    get { rare.details.attributes }
    set { rare.details.attributes = newValue }
  }

  /// Comments, processing instructions and unknown elements before the value.
  public var before: [Trivia] {
    get { rare.details.before }
    set { rare.details.before = newValue }
  }

  /// The file it was read from where that is not the file of its text.
  public var file: String? {
    get { rare.details.file }
    set { rare.details.file = newValue }
  }
}

extension Value {
  private struct Details: Hashable, Sendable {
    var spelling: String?
    var hasMarkup = false
    var issues: [MessageIssue] = []
    var attributes: [Attribute] = []
    var before: [Trivia] = []
    @Unequal var file: String?
  }

  private indirect enum Rare: Hashable, Sendable {
    case none
    case some(Details)

    var details: Details {
      get { if case .some(let details) = self { details } else { Details() } }
      set { self = newValue == Details() && newValue.file == nil ? .none : .some(newValue) }
    }
  }
}

/// The `context` of a text.
public struct Context: Hashable, Sendable {
  public var text: String
  /// The bytes between the tags when they are not just `text`.
  public var spelling: String?
  public var attributes: [Attribute] = []
  public var before: [Trivia] = []
  /// The file it was read from where that is not the file of its text.
  @Unequal public var file: String?
  @Position public var position: SourcePosition
  @Position public var textPosition: SourcePosition

  public init(_ text: String, spelling: String? = nil) {
    self.text = text
    self.spelling = spelling
  }
}

/// An attribute that is kept without being understood.
public struct Attribute: Hashable, Sendable {
  /// The qualified name: `xsi:noNamespaceSchemaLocation`.
  public var name: String
  public var value: String
  @Position public var position: SourcePosition

  public init(_ name: String, _ value: String, at position: SourcePosition = .start) {
    self.name = name
    self.value = value
    self.position = position
  }
}

/// Source kept byte for byte, with line feeds as line ends: a comment, a processing instruction or
/// an element that trema does not know.
public struct Trivia: Hashable, Sendable {
  public var source: String
  /// The name of the element; nil for comments and processing instructions.
  public var element: String?
  @Position public var position: SourcePosition

  public init(_ source: String, element: String? = nil, at position: SourcePosition = .start) {
    self.source = source
    self.element = element
    self.position = position
  }
}

/// Something that is carried along without being part of what a value is: two texts are equal
/// wherever they stand.
@propertyWrapper
public struct Unequal<Wrapped: Sendable>: Hashable, Sendable {
  public var wrappedValue: Wrapped

  public init(wrappedValue: Wrapped) { self.wrappedValue = wrappedValue }

  public static func == (a: Self, b: Self) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}

/// A position, in the compact form that a large catalogue needs.
@propertyWrapper
public struct Position: Hashable, Sendable {
  private var line: Int32
  private var column: Int32

  public init() { (line, column) = (1, 1) }

  /// Lines and columns beyond 2,147,483,647 stay there: limits on values keep both below.
  public var wrappedValue: SourcePosition {
    get { SourcePosition(line: Int(line), column: Int(column)) }
    set { (line, column) = (Int32(clamping: newValue.line), Int32(clamping: newValue.column)) }
  }

  public static func == (a: Self, b: Self) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}
