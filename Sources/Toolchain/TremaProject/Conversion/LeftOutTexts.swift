import TremaMessages

extension Conversion {
  /// The texts that an output does not have although the catalogue has them: because of an error, or
  /// because no place is left for what was excused.
  package struct LeftOutTexts: Hashable, Sendable {
    package private(set) var texts = 0
    /// How many values of them there are in each language, as the catalogue spells it.
    private var values: [String: Int] = [:]

    mutating func add(_ count: Int, in languages: [String]) {
      texts += count
      for language in languages { values[language, default: 0] += count }
    }

    /// The number of values of each language, in the order of the canonical tags.
    package var languages: [(language: String, values: Int)] {
      var counts: [String: Int] = [:]
      for (language, count) in values {
        counts[LanguageTag(language)?.description ?? language, default: 0] += count
      }
      return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }
}
