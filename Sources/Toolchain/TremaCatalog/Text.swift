import TremaMessages
import TremaSupport

/// A text of an app in all its languages.
///
/// As in a ``Value``, the parts that most texts do not have are stored separately, in
/// `auxiliaryParts`.
package struct Text: Hashable, Sendable {
  /// The key that identifies the text.
  package var key: String
  /// The context for translators, or `nil` if the element is missing.
  package var context: Context?
  /// The values, in file order.
  package var values: [Value]
  /// The parts that most texts do not have.
  @usableFromInline internal private(set) var auxiliaryParts: AuxiliaryStorage = .none
  /// The file that the text was read from, for diagnostics.
  @EqualityIgnored package var file: String
  /// The position of the start tag.
  @Position package var position: SourcePosition
  /// The position of the `key` attribute's value.
  @Position package var keyPosition: SourcePosition

  package init(key: String, context: Context? = nil, values: [Value] = [], file: String = "") {
    self.key = key
    self.context = context
    self.values = values
    self.file = file
  }

  /// The attributes of the element that trema does not define.
  package var attributes: [Attribute] {
    get { hasNoAuxiliaryParts ? [] : auxiliaryParts.details.attributes }
    set { auxiliaryParts.details.attributes = newValue }
  }

  /// The comments, processing instructions and unknown elements before the element.
  package var leadingTrivia: [Trivia] {
    get { hasNoAuxiliaryParts ? [] : auxiliaryParts.details.leadingTrivia }
    set { auxiliaryParts.details.leadingTrivia = newValue }
  }

  /// The comments, processing instructions and unknown elements before the end tag.
  package var trailingTrivia: [Trivia] {
    get { hasNoAuxiliaryParts ? [] : auxiliaryParts.details.trailingTrivia }
    set { auxiliaryParts.details.trailingTrivia = newValue }
  }

  /// The value in a language, as spelled in the file, or `nil` if there is none.
  package subscript(language: String) -> Value? { values.first { $0.language == language } }

  /// Returns the index of the value in a language: a value with the same spelling, otherwise a
  /// value with an equivalent tag.
  package func index(ofLanguage language: String) -> Int? {
    if let index = values.firstIndex(where: { $0.language == language }) { return index }
    guard !values.isEmpty, let tag = LanguageTag(language) else { return nil }
    return values.firstIndex { LanguageTag($0.language) == tag }
  }

  /// Returns the indices of the values: the master value first, then the others in file order.
  /// Arguments are numbered and typed in this order.
  ///
  /// - Parameter master: The index of the master value, or `nil` if there is none.
  package func order(master: Int?) -> [Int] {
    let others = values.indices.filter { $0 != master }
    return master.map { [$0] + others } ?? others
  }

  /// Returns the location where the context's text starts, which may be in another file.
  package func location(ofContext context: Context) -> SourceLocation {
    SourceLocation(file: context.file ?? file, start: context.textPosition)
  }

  /// Returns the location of a position in the text's file, or in a value's file, which may be a
  /// different one.
  package func location(_ position: SourcePosition, of value: Value? = nil) -> SourceLocation {
    SourceLocation(file: value?.file ?? file, start: position)
  }
}

extension Text {
  /// Whether the text has no unknown attributes, and nothing precedes it or its end tag.
  @inlinable package var hasNoAuxiliaryParts: Bool {
    if case .none = auxiliaryParts { true } else { false }
  }

  /// The parts of a text that most texts do not have.
  @usableFromInline struct Details: Hashable, Sendable {
    /// The attributes that trema does not define.
    var attributes: [Attribute] = []
    /// The trivia before the element.
    var leadingTrivia: [Trivia] = []
    /// The trivia before the end tag.
    var trailingTrivia: [Trivia] = []

    /// Whether no part is present.
    var isEmpty: Bool { attributes.isEmpty && leadingTrivia.isEmpty && trailingTrivia.isEmpty }
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

/// The context of a text: a description for translators, with annotations.
package struct Context: Hashable, Sendable {
  /// The text, with references resolved.
  package var text: String
  /// The parts that most contexts do not have.
  @usableFromInline internal private(set) var auxiliaryParts: AuxiliaryStorage = .none
  /// The position of the start tag.
  @Position package var position: SourcePosition
  /// The position of the first byte after the start tag.
  @Position package var textPosition: SourcePosition

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - text: The text, with references resolved.
  ///   - spelling: The bytes between the tags, if they differ from the usual form of the text.
  package init(_ text: String, spelling: String? = nil) {
    self.text = text
    if spelling != nil { self.spelling = spelling }
  }

  /// The bytes between the tags, if they differ from the usual form of the text.
  package var spelling: String? {
    get { hasNoAuxiliaryParts ? nil : auxiliaryParts.details.spelling }
    set { auxiliaryParts.details.spelling = newValue }
  }

  /// The element's attributes, all of which are unknown to trema.
  package var attributes: [Attribute] {
    get { hasNoAuxiliaryParts ? [] : auxiliaryParts.details.attributes }
    set { auxiliaryParts.details.attributes = newValue }
  }

  /// The comments, processing instructions and unknown elements before the element.
  package var leadingTrivia: [Trivia] {
    get { hasNoAuxiliaryParts ? [] : auxiliaryParts.details.leadingTrivia }
    set { auxiliaryParts.details.leadingTrivia = newValue }
  }

  /// The file that the context was read from, if it is not the file of its text.
  package var file: String? {
    get { hasNoAuxiliaryParts ? nil : auxiliaryParts.details.file }
    set { auxiliaryParts.details.file = newValue }
  }
}

extension Context {
  /// Whether the context consists only of a text in its usual form: it has no attributes, nothing
  /// precedes it, and it is in the same file as its text.
  @inlinable package var hasNoAuxiliaryParts: Bool {
    if case .none = auxiliaryParts { true } else { false }
  }

  /// The parts of a context that most contexts do not have.
  @usableFromInline struct Details: Hashable, Sendable {
    var spelling: String?
    var attributes: [Attribute] = []
    var leadingTrivia: [Trivia] = []
    @EqualityIgnored var file: String?

    var isEmpty: Bool {
      spelling == nil && attributes.isEmpty && leadingTrivia.isEmpty && file == nil
    }
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

    // Files are ignored in comparisons, but the file may be the only rare part.
    @usableFromInline static func == (a: Self, b: Self) -> Bool {
      if case (.none, .none) = (a, b) { return true }
      return a.details == b.details
    }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(details) }
  }
}
