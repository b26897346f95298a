import TremaDiagnostics
import TremaMessages

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
    guard !values.isEmpty, let tag = LanguageTag(language) else { return nil }
    return values.firstIndex { LanguageTag($0.language) == tag }
  }

  /// The indices of the values, the master's first and the others in file order: the order in which
  /// arguments are numbered and typed.
  ///
  /// - Parameter master: which value is the master's; nil when there is none.
  public func order(master: Int?) -> [Int] {
    let others = values.indices.filter { $0 != master }
    return master.map { [$0] + others } ?? others
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
