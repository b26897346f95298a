import TremaMessages

/// A catalog's languages, each with an index so that a tag is parsed once rather than for each
/// value.
package struct LanguageTable: Sendable {
  /// A language as spelled in the catalog.
  package struct Language: Hashable, Sendable {
    /// The spelling in the file.
    package let spelling: String
    /// The language tag, or `nil` if the spelling is not a valid tag.
    package let tag: LanguageTag?
    /// The index of the tag's first spelling; for example, `de_CH` and `de-CH` are the same
    /// language.
    package let canonicalNumber: Int
    /// Whether the spelling follows the recommendations of BCP 47.
    package let hasRecommendedSpelling: Bool
  }

  /// The languages by index.
  package private(set) var languages: [Language] = []
  /// The spellings alone, by index. Reading a spelling from ``languages`` would copy the whole
  /// language.
  private var spellings: [String] = []
  /// The indices by spelling.
  private var numbers: [String: Int] = [:]
  /// The index of each tag's first spelling.
  private var canonicalNumbers: [LanguageTag: Int] = [:]
  /// The index that was returned last, or -1 initially.
  private var lastNumber = -1

  package init() {}

  /// Returns the index of a spelling, and adds the spelling if it is new.
  package mutating func number(of spelling: String) -> Int {
    // Values repeat the same few languages, mostly in the same order, so the language after the
    // last one is compared first.
    let next = lastNumber + 1 < spellings.count ? lastNumber + 1 : 0
    if next < spellings.count, spellings[next] == spelling {
      lastNumber = next
      return next
    }
    for index in 0..<min(spellings.count, 8) where spellings[index] == spelling {
      lastNumber = index
      return index
    }
    if let number = numbers[spelling] {
      lastNumber = number
      return number
    }
    let number = languages.count
    lastNumber = number
    let tag = LanguageTag(spelling)
    let first = tag.flatMap { canonicalNumbers[$0] }
    if let tag, first == nil { canonicalNumbers[tag] = number }
    languages.append(
      Language(
        spelling: spelling, tag: tag, canonicalNumber: first ?? number,
        hasRecommendedSpelling: tag.map { spelling.utf8.elementsEqual($0.description.utf8) }
          ?? false))
    spellings.append(spelling)
    numbers[spelling] = number
    return number
  }

  /// Returns the language with a spelling, and adds it if it is new.
  package mutating func language(of spelling: String) -> Language {
    let number = number(of: spelling)
    return languages[number]
  }

  /// The language at an index.
  package subscript(number: Int) -> Language { languages[number] }
}
