import TremaMessages

/// The languages of a catalogue, each by a small number, so that a tag is parsed once and not once
/// a value.
package struct LanguageTable: Sendable {
  package struct Language: Hashable, Sendable {
    /// The language as the file spells it.
    package let spelling: String
    /// nil when that is no language tag.
    package let tag: LanguageTag?
    /// The number of the first spelling of the same tag: `de_CH` and `de-CH` are one language.
    package let canonical: Int
    /// Whether the tag is spelled as BCP 47 recommends.
    package let isWellSpelled: Bool
  }

  package private(set) var languages: [Language] = []
  /// Theirs alone: to look into a language is to copy it.
  private var spellings: [String] = []
  private var numbers: [String: Int] = [:]
  /// The first of each tag.
  private var firsts: [LanguageTag: Int] = [:]
  /// The number that was asked for last.
  private var last = -1

  package init() {}

  package mutating func number(of spelling: String) -> Int {
    // Values come in the same few languages again and again, and mostly in the same order.
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
    let first = tag.flatMap { firsts[$0] }
    if let tag, first == nil { firsts[tag] = number }
    languages.append(
      Language(
        spelling: spelling, tag: tag, canonical: first ?? number,
        isWellSpelled: tag.map { spelling.utf8.elementsEqual($0.description.utf8) } ?? false))
    spellings.append(spelling)
    numbers[spelling] = number
    return number
  }

  package mutating func language(of spelling: String) -> Language {
    let number = number(of: spelling)
    return languages[number]
  }

  package subscript(number: Int) -> Language { languages[number] }
}
