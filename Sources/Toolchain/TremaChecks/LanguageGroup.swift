import TremaCatalog
import TremaMessages

/// The languages of a text, in the order of its values. Nearly all texts of a catalogue have the
/// same, so what follows from them is found once and not once a text.
struct LanguageGroup: Sendable {
  /// What follows from the languages.
  private struct Facts {
    var numbers: [Int] = []
    var languages: [LanguageTable.Language] = []
    var canonical: [Int] = []
    var master: Int?
    var traits: TextTraits = .noMaster
  }

  private var facts = Facts()
  /// Those of other groups; texts that lack a language come and go.
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
  /// What is true of every text with these languages.
  var traits: TextTraits { hasNew ? facts.traits.union(.newLanguages) : facts.traits }
  /// What is true of the next text with these languages.
  var quietTraits: TextTraits { facts.traits }

  init() {}

  /// Makes it the group of a text.
  ///
  /// - Returns: whether it was that of another before.
  mutating func update(_ text: Text, _ table: inout LanguageTable, master: LanguageTag?) -> Bool {
    // A closure with the text in it would have a copy of it.
    let values = text.values
    return update(values.count, &table, master) { values[$0].language }
  }

  /// The same for plain texts.
  mutating func update(
    _ run: PlainTextRun, _ texts: PlainTexts, _ table: inout LanguageTable, master: LanguageTag?
  ) -> Bool {
    update(run.languages.count, &table, master) { texts.languages[run.languages[$0]] }
  }

  private mutating func update(
    _ count: Int, _ table: inout LanguageTable, _ master: LanguageTag?,
    _ spelling: (Int) -> String
  ) -> Bool {
    var isSame = count == facts.numbers.count
    if isSame {
      for index in 0..<count where table.number(of: spelling(index)) != facts.numbers[index] {
        isSame = false
        break
      }
    }
    hasNew = false
    if isSame { return false }
    let numbers = (0..<count).map { table.number(of: spelling($0)) }
    if let known = others.firstIndex(where: { $0.numbers == numbers }) {
      swap(&facts, &others[known])
      return true
    }
    // In a catalogue in which each text has other languages there are too many to look through.
    if others.count == Self.mostOthers { others.removeFirst() }
    others.append(facts)
    facts = Self.facts(numbers, table, master)
    hasNew = !seen.isSuperset(of: canonical)
    seen.formUnion(canonical)
    return true
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
