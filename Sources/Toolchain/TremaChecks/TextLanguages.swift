import TremaCatalog
import TremaMessages

/// A text's languages, in the order of its values. Most texts in a catalog have the same languages,
/// so the derived properties are computed once rather than for each text.
struct TextLanguages: Sendable {
  /// The properties that are derived from the languages.
  private struct DerivedProperties {
    /// The index of each value's language in the table.
    var numbers: [Int] = []
    var languages: [LanguageTable.Language] = []
    var canonicalNumbers: [Int] = []
    /// The index of the first value in the master language.
    var masterIndex: Int?
    var traits: TextTraits = .noMaster
  }

  private var current = DerivedProperties()
  /// The properties of recently used groups, oldest first, at most ``maxCached``. Texts that lack a
  /// language alternate with the current group.
  private var cached: [DerivedProperties] = []
  /// The canonical indices of all languages so far.
  private var seenLanguages: Set<Int> = []
  /// Whether the last text introduced a new language.
  private var introducedLanguage = false

  /// The language of each value.
  var languages: [LanguageTable.Language] { current.languages }
  /// The canonical index of each value's language.
  var canonicalNumbers: [Int] { current.canonicalNumbers }
  /// The index of the first value in the master language.
  var masterIndex: Int? { current.masterIndex }
  /// The traits that all texts with these languages have.
  var traits: TextTraits {
    introducedLanguage ? current.traits.union(.newLanguages) : current.traits
  }

  init() {}

  /// Updates the group for a text.
  mutating func update(_ text: TextView, _ table: inout LanguageTable, master: LanguageTag?) {
    update(text.valueCount, &table, master) { text[$0].language }
  }

  /// Updates the group for a text, given the spelling of each value's language.
  ///
  /// The previous text's languages are compared first, without an allocation.
  private mutating func update(
    _ count: Int, _ table: inout LanguageTable, _ master: LanguageTag?,
    _ spelling: (Int) -> String
  ) {
    var isSame = count == current.numbers.count
    if isSame {
      for index in 0..<count where table.number(of: spelling(index)) != current.numbers[index] {
        isSame = false
        break
      }
    }
    introducedLanguage = false
    if isSame { return }
    let numbers = (0..<count).map { table.number(of: spelling($0)) }
    if let known = cached.firstIndex(where: { $0.numbers == numbers }) {
      return swap(&current, &cached[known])
    }
    // The number of groups is limited, because a catalog in which each text has different languages
    // would make the search slow.
    if cached.count == Self.maxCached { cached.removeFirst() }
    cached.append(current)
    current = Self.derivedProperties(numbers, table, master)
    introducedLanguage = !seenLanguages.isSuperset(of: canonicalNumbers)
    seenLanguages.formUnion(canonicalNumbers)
  }

  /// The maximum number of cached groups.
  private static let maxCached = 32

  /// Returns the derived properties for a sequence of languages.
  private static func derivedProperties(
    _ numbers: [Int], _ table: LanguageTable, _ master: LanguageTag?
  ) -> DerivedProperties {
    let languages = numbers.map { table[$0] }
    var facts = DerivedProperties(
      numbers: numbers, languages: languages, canonicalNumbers: languages.map(\.canonicalNumber),
      masterIndex: master.flatMap { tag in languages.firstIndex { $0.tag == tag } }, traits: [])
    if facts.masterIndex == nil { facts.traits.insert(.noMaster) }
    if languages.contains(where: { !$0.hasRecommendedSpelling }) {
      facts.traits.insert(.nonCanonicalLanguages)
    }
    if Set(facts.canonicalNumbers).count < facts.canonicalNumbers.count {
      facts.traits.insert(.duplicateLanguages)
    }
    return facts
  }
}
