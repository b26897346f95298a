import TremaCatalog
import TremaMessages

/// The languages of a text, in the order of its values. Nearly all texts of a catalogue have the
/// same, so what follows from them is found once and not once a text.
struct LanguageGroup: Sendable {
  private var numbers: [Int] = []
  /// The language of each value.
  private(set) var languages: [LanguageTable.Language] = []
  /// Their canonical numbers.
  private(set) var canonical: [Int] = []
  /// Which value is the first in the master language.
  private(set) var master: Int?
  /// What is true of every text with these languages.
  private(set) var traits: TextTraits = .noMaster
  /// The canonical numbers of all languages that a text had.
  private var seen: Set<Int> = []
  private var hasNew = false

  /// What is true of the next text with these languages.
  var quietTraits: TextTraits { traits.subtracting(.newLanguages) }

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
    var isSame = count == numbers.count
    if isSame {
      for index in 0..<count where table.number(of: spelling(index)) != numbers[index] {
        isSame = false
        break
      }
    }
    if isSame {
      if !hasNew { return false }
      traits.remove(.newLanguages)
      hasNew = false
      return false
    }
    numbers = (0..<count).map { table.number(of: spelling($0)) }
    languages = numbers.map { table[$0] }
    canonical = languages.map(\.canonical)
    self.master = master.flatMap { tag in languages.firstIndex { $0.tag == tag } }
    traits = []
    if self.master == nil { traits.insert(.noMaster) }
    if languages.contains(where: { !$0.isWellSpelled }) { traits.insert(.oddLanguages) }
    if Set(canonical).count < canonical.count { traits.insert(.duplicateLanguages) }
    hasNew = !seen.isSuperset(of: canonical)
    if hasNew { traits.insert(.newLanguages) }
    seen.formUnion(canonical)
    return true
  }
}
