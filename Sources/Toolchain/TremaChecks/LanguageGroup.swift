import TremaCatalog
import TremaMessages

/// The languages of a text, in the order of its values. Nearly all texts of a catalogue have the
/// same, so what follows from them is found once and not once a text.
struct LanguageGroup: Sendable {
  /// The properties that follow from the languages.
  private struct Facts {
    var numbers: [Int] = []
    var languages: [LanguageTable.Language] = []
    var canonical: [Int] = []
    var master: Int?
    var traits: TextTraits = .noMaster
  }

  private var facts = Facts()
  /// The facts of other groups, which texts without a language alternate with.
  private var others: [Facts] = []
  /// The canonical numbers of all languages that a text had.
  private var seen: Set<Int> = []
  private var hasNew = false

  /// The language of each value.
  var languages: [LanguageTable.Language] { facts.languages }
  /// Their canonical numbers.
  var canonical: [Int] { facts.canonical }
  /// Which value is the first in the master language.
  var master: Int? { facts.master }
  /// The traits of every text with these languages.
  var traits: TextTraits { hasNew ? facts.traits.union(.newLanguages) : facts.traits }

  init() {}

  /// Makes it the group of a text.
  mutating func update(_ text: TextView, _ table: inout LanguageTable, master: LanguageTag?) {
    update(text.valueCount, &table, master) { text[$0].language }
  }

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
    hasNew = false
    if isSame { return }
    let numbers = (0..<count).map { table.number(of: spelling($0)) }
    if let known = others.firstIndex(where: { $0.numbers == numbers }) {
      return swap(&facts, &others[known])
    }
    // In a catalogue in which each text has other languages there are too many to look through.
    if others.count == Self.mostOthers { others.removeFirst() }
    others.append(facts)
    facts = Self.facts(numbers, table, master)
    hasNew = !seen.isSuperset(of: canonical)
    seen.formUnion(canonical)
  }

  private static let mostOthers = 32

  private static func facts(
    _ numbers: [Int], _ table: LanguageTable, _ master: LanguageTag?
  ) -> Facts {
    let languages = numbers.map { table[$0] }
    var facts = Facts(
      numbers: numbers, languages: languages, canonical: languages.map(\.canonical),
      master: master.flatMap { tag in languages.firstIndex { $0.tag == tag } }, traits: [])
    if facts.master == nil { facts.traits.insert(.noMaster) }
    if languages.contains(where: { !$0.isWellSpelled }) { facts.traits.insert(.oddLanguages) }
    if Set(facts.canonical).count < facts.canonical.count {
      facts.traits.insert(.duplicateLanguages)
    }
    return facts
  }
}
