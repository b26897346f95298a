import TremaMessages

/// The languages of a catalog with a small number each, so that a tag is parsed once and not for
/// each value.
package struct LanguageTable: Sendable {
  /// A language as it is spelled in the catalog.
  package struct Language: Hashable, Sendable {
    /// The spelling in the file.
    package let spelling: String
    /// The language tag, or `nil` if the spelling is not a valid one.
    package let tag: LanguageTag?
    /// The number of the first spelling of the same tag. `de_CH` and `de-CH` are the same language.
    package let canonical: Int
    /// Whether the spelling is the one that BCP 47 recommends.
    package let hasRecommendedSpelling: Bool
  }

  /// The spellings by number.
  package private(set) var languages: [Language] = []
  /// The spellings alone, by number. Reading one from ``languages`` would copy the whole language.
  private var spellings: [String] = []
  /// The numbers by spelling.
  private var numbers: [String: Int] = [:]
  /// The number of the first spelling of each tag.
  private var canonicalNumbers: [LanguageTag: Int] = [:]
  /// The number that was returned last; -1 at first.
  private var last = -1

  package init() {}

  /// Returns the number of a spelling, which is added if it is new.
  package mutating func number(of spelling: String) -> Int {
    // Values repeat the same few languages, mostly in the same order, so the successor of the last
    // language is compared first.
    let next = last + 1 < spellings.count ? last + 1 : 0
    if next < spellings.count, spellings[next] == spelling {
      last = next
      return next
    }
    for number in 0..<min(spellings.count, 8) where spellings[number] == spelling {
      last = number
      return number
    }
    if let number = numbers[spelling] {
      last = number
      return number
    }
    let number = languages.count
    last = number
    let tag = LanguageTag(spelling)
    let first = tag.flatMap { canonicalNumbers[$0] }
    if let tag, first == nil { canonicalNumbers[tag] = number }
    languages.append(
      Language(
        spelling: spelling, tag: tag, canonical: first ?? number,
        hasRecommendedSpelling: tag.map { spelling.utf8.elementsEqual($0.description.utf8) }
          ?? false))
    spellings.append(spelling)
    numbers[spelling] = number
    return number
  }

  /// Returns the language with a spelling, which is added if it is new.
  package mutating func language(of spelling: String) -> Language {
    let number = number(of: spelling)
    return languages[number]
  }

  /// The language with a number.
  package subscript(number: Int) -> Language { languages[number] }
}
