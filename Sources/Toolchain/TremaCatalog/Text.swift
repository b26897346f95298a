import TremaMessages
import TremaSupport

/// One thing an app says, in every language it is said in.
///
/// As of a ``Value``, what most texts do not have is apart, in `rare`.
package struct Text: Hashable, Sendable {
  package var key: String
  /// The context for translators; `nil` when the element is missing.
  package var context: Context?
  /// In file order.
  package var values: [Value]
  @usableFromInline internal private(set) var rare: Rare = .none
  /// The file it was read from, to be printed.
  @Unequal package var file: String
  @Position package var position: SourcePosition
  @Position package var keyPosition: SourcePosition

  package init(key: String, context: Context? = nil, values: [Value] = [], file: String = "") {
    self.key = key
    self.context = context
    self.values = values
    self.file = file
  }

  /// Attributes of `text` that trema does not know.
  package var attributes: [Attribute] {
    get { hasNothingRare ? [] : rare.details.attributes }
    set { rare.details.attributes = newValue }
  }

  /// Comments, processing instructions and unknown elements before the `text`.
  package var before: [Trivia] {
    get { hasNothingRare ? [] : rare.details.before }
    set { rare.details.before = newValue }
  }

  /// The same before its end tag.
  package var beforeEnd: [Trivia] {
    get { hasNothingRare ? [] : rare.details.beforeEnd }
    set { rare.details.beforeEnd = newValue }
  }

  /// The value in a language, as it is spelled in the file.
  package subscript(language: String) -> Value? { values.first { $0.language == language } }

  /// Which value is in a language: one that spells it so, else one whose tag means the same.
  package func index(ofLanguage language: String) -> Int? {
    if let index = values.firstIndex(where: { $0.language == language }) { return index }
    guard !values.isEmpty, let tag = LanguageTag(language) else { return nil }
    return values.firstIndex { LanguageTag($0.language) == tag }
  }

  /// The indices of the values, the master's first and the others in file order: the order in which
  /// arguments are numbered and typed.
  ///
  /// - Parameter master: which value is the master's; nil when there is none.
  package func order(master: Int?) -> [Int] {
    let others = values.indices.filter { $0 != master }
    return master.map { [$0] + others } ?? others
  }

  /// The start of the text of the context, which may be from another file.
  package func location(ofContext context: Context) -> SourceLocation {
    SourceLocation(file: context.file ?? file, start: context.textPosition)
  }

  /// A place in the file of the text, or in that of one of its values, which may have come from
  /// another.
  package func location(_ position: SourcePosition, of value: Value? = nil) -> SourceLocation {
    SourceLocation(file: value?.file ?? file, start: position)
  }
}

extension Text {
  /// Whether there are no unknown attributes, and nothing is before it or before its end.
  @inlinable package var hasNothingRare: Bool { if case .none = rare { true } else { false } }

  @usableFromInline struct Details: Hashable, Sendable {
    var attributes: [Attribute] = []
    var before: [Trivia] = []
    var beforeEnd: [Trivia] = []

    var isEmpty: Bool { attributes.isEmpty && before.isEmpty && beforeEnd.isEmpty }
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

/// The `context` of a text.
package struct Context: Hashable, Sendable {
  package var text: String
  @usableFromInline internal private(set) var rare: Rare = .none
  @Position package var position: SourcePosition
  @Position package var textPosition: SourcePosition

  package init(_ text: String, spelling: String? = nil) {
    self.text = text
    if spelling != nil { self.spelling = spelling }
  }

  /// The bytes between the tags when they are not just `text`.
  package var spelling: String? {
    get { hasNothingRare ? nil : rare.details.spelling }
    set { rare.details.spelling = newValue }
  }

  /// Attributes of `context`, which has none in trema.
  package var attributes: [Attribute] {
    get { hasNothingRare ? [] : rare.details.attributes }
    set { rare.details.attributes = newValue }
  }

  /// Comments, processing instructions and unknown elements before it.
  package var before: [Trivia] {
    get { hasNothingRare ? [] : rare.details.before }
    set { rare.details.before = newValue }
  }

  /// The file it was read from where that is not the file of its text.
  package var file: String? {
    get { hasNothingRare ? nil : rare.details.file }
    set { rare.details.file = newValue }
  }
}

extension Context {
  /// Whether it has nothing but a text that is spelled as it is: no attributes, nothing before it,
  /// and the file of its text.
  @inlinable package var hasNothingRare: Bool { if case .none = rare { true } else { false } }

  @usableFromInline struct Details: Hashable, Sendable {
    var spelling: String?
    var attributes: [Attribute] = []
    var before: [Trivia] = []
    @Unequal var file: String?

    var isEmpty: Bool {
      spelling == nil && attributes.isEmpty && before.isEmpty && file == nil
    }
  }

  @usableFromInline indirect enum Rare: Hashable, Sendable {
    case none
    case some(Details)

    var details: Details {
      get { if case .some(let details) = self { details } else { Details() } }
      set { self = newValue.isEmpty ? .none : .some(newValue) }
    }

    // A file is no difference, and may be all there is.
    @usableFromInline static func == (a: Self, b: Self) -> Bool {
      if case (.none, .none) = (a, b) { return true }
      return a.details == b.details
    }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(details) }
  }
}
