import TremaMessages

/// Which form of a PO file each plural category of its language takes.
///
/// The file's expression is asked for whole numbers of every category; where it sorts single numbers
/// otherwise than CLDR, those become branches of their own.
struct POPluralIndexes {
  let count: Int
  /// Categories that whole numbers have, with the index that most of their numbers have.
  private(set) var indexes: [(category: PluralCategory, index: Int)] = []
  /// Single numbers whose index is not that of their category, in their order; none where the
  /// expression is one of other rules.
  private(set) var exceptions: [(number: Int, index: Int)] = []
  /// More numbers differ than can be named, so that the expression is no slip of the file's own rules
  /// but one of another language; this is the smallest.
  private(set) var contradiction: (number: Int, index: Int, category: PluralCategory)?
  /// A number for which the expression gives no index below `count`.
  private(set) var hasNoIndex: UInt64?
  /// Categories of which the first number is a thousand or more.
  private(set) var rare: Set<PluralCategory> = []

  private static let mostExceptions = 3
  /// All small numbers, and round ones: CLDR's own samples are among them.
  private static let samples: [UInt64] =
    Array(0...200) + [
      300, 500, 999, 1_000,
      1_001, 1_100, 2_000, 10_000, 20_000, 40_000, 60_000, 80_000, 100_000, 1_000_000, 1_000_001,
      2_000_000, 3_000_000, 10_000_000,
    ]

  init(_ expression: PluralExpression, count: Int, in language: LanguageTag) {
    self.count = count
    let rules = PluralRules(language)
    var found: [PluralCategory: [Int: [UInt64]]] = [:]
    for number in Self.samples {
      guard let value = expression(number), value < UInt64(count) else {
        hasNoIndex = number
        return
      }
      let category = rules.category(of: PluralOperands(number))
      found[category, default: [:]][Int(value), default: []].append(number)
    }
    var others: [(number: Int, index: Int, category: PluralCategory)] = []
    for category in rules.integerCategories {
      guard let numbers = found[category],
        let most = numbers.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })
      else { continue }
      indexes.append((category, most.key))
      if numbers.values.allSatisfy({ $0.allSatisfy { $0 >= 1_000 } }) { rare.insert(category) }
      for (index, found) in numbers where index != most.key {
        others += found.map { (Int($0), index, category) }
      }
    }
    others.sort { $0.number < $1.number }
    if others.count > Self.mostExceptions {
      contradiction = others.first
    } else {
      exceptions = others.map { ($0.number, $0.index) }
    }
  }

  /// The indexes that no number of the language chooses.
  var unused: [Int] {
    let used = Set(indexes.map(\.index) + exceptions.map(\.index))
    return (0..<count).filter { !used.contains($0) }
  }
}
