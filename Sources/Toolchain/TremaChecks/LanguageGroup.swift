import TremaCatalog
import TremaMessages

/// The languages of a text, in the order of its values. Most texts in a catalog have the same
/// languages, so the derived properties are computed once rather than for each text.
struct LanguageGroup: Sendable {
  /// The properties that are derived from the languages.
  private struct Facts {
    /// The index of each value's language in the table.
    var numbers: [Int] = []
    var languages: [LanguageTable.Language] = []
    var canonical: [Int] = []
    /// The index of the first value in the master language.
    var master: Int?
    var traits: TextTraits = .noMaster
  }

  private var facts = Facts()
  /// The properties of recently used groups, oldest first, at most ``maxCached``. Texts that lack a
  /// language alternate with the current group.
  private var others: [Facts] = []
  /// The canonical indices of all languages so far.
  private var seenLanguages: Set<Int> = []
  /// Whether the last text introduced a new language.
  private var hasNewLanguage = false

  /// The language of each value.
  var languages: [LanguageTable.Language] { facts.languages }
  /// The canonical index of each value's language.
  var canonical: [Int] { facts.canonical }
  /// The index of the first value in the master language.
  var master: Int? { facts.master }
  /// The traits that all texts with these languages have.
  var traits: TextTraits {
    hasNewLanguage ? facts.traits.union(.newLanguages) : facts.traits
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
    var isSame = count == facts.numbers.count
    if isSame {
      for index in 0..<count where table.number(of: spelling(index)) != facts.numbers[index] {
        isSame = false
        break
      }
    }
    hasNewLanguage = false
    if isSame { return }
    let numbers = (0..<count).map { table.number(of: spelling($0)) }
    if let known = others.firstIndex(where: { $0.numbers == numbers }) {
      return swap(&facts, &others[known])
    }
    // The number of groups is limited, because a catalog in which each text has different languages
    // would make the search slow.
    if others.count == Self.maxOthers { others.removeFirst() }
    others.append(facts)
    facts = Self.facts(numbers, table, master)
    hasNewLanguage = !seenLanguages.isSuperset(of: canonical)
    seenLanguages.formUnion(canonical)
  }

  /// The maximum number of cached groups.
  private static let maxOthers = 32

  /// Returns the derived properties of a sequence of languages.
  private static func facts(
    _ numbers: [Int], _ table: LanguageTable, _ master: LanguageTag?
  ) -> Facts {
    let languages = numbers.map { table[$0] }
    var facts = Facts(
      numbers: numbers, languages: languages, canonical: languages.map(\.canonical),
      master: master.flatMap { tag in languages.firstIndex { $0.tag == tag } }, traits: [])
    if facts.master == nil { facts.traits.insert(.noMaster) }
    if languages.contains(where: { !$0.hasRecommendedSpelling }) {
      facts.traits.insert(.oddLanguages)
    }
    if Set(facts.canonical).count < facts.canonical.count {
      facts.traits.insert(.duplicateLanguages)
    }
    return facts
  }
}
