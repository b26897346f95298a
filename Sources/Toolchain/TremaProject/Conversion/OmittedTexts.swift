import TremaMessages

extension Conversion {
  /// The texts in the catalog that an output doesn't have, because of an error or because the
  /// output can't contain them.
  package struct OmittedTexts: Hashable, Sendable {
    /// The number of texts.
    package private(set) var texts = 0
    /// The number of omitted values in each language, by spelling.
    private var values: [String: Int] = [:]

    /// Adds texts and their values.
    ///
    /// - Parameters:
    ///   - count: The number of texts.
    ///   - languages: The languages of the omitted values.
    mutating func add(_ count: Int, in languages: [String]) {
      texts += count
      for language in languages { values[language, default: 0] += count }
    }

    /// The number of values in each language, sorted by canonical tag.
    package var languages: [(language: String, values: Int)] {
      var counts: [String: Int] = [:]
      for (language, count) in values {
        counts[LanguageTag(language)?.description ?? language, default: 0] += count
      }
      return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }
}
