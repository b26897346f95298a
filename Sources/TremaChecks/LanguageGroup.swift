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

  init() {}

  /// Makes it the group of a text.
  ///
  /// - Returns: whether it was that of another before.
  mutating func update(_ text: Text, _ table: inout LanguageTable, master: LanguageTag?) -> Bool {
    let count = text.values.count
    var isSame = count == numbers.count
    if isSame {
      for index in 0..<count where table.number(of: text.values[index].language) != numbers[index] {
        isSame = false
        break
      }
    }
    if isSame { return false }
    numbers = text.values.map { table.number(of: $0.language) }
    languages = numbers.map { table[$0] }
    canonical = languages.map(\.canonical)
    self.master = master.flatMap { tag in languages.firstIndex { $0.tag == tag } }
    traits = []
    if self.master == nil { traits.insert(.noMaster) }
    if languages.contains(where: { !$0.isWellSpelled }) { traits.insert(.oddLanguages) }
    if Set(canonical).count < canonical.count { traits.insert(.duplicateLanguages) }
    return true
  }
}
