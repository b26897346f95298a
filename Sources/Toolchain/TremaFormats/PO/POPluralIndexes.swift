import TremaMessages

/// The mapping from a language's plural categories to a PO file's forms.
///
/// The file's expression is evaluated for integers of every category. Each form is assigned to the
/// category that it shares the most numbers with, unless that category already has a form. A
/// category without its own form gets the form that most of its numbers have.
struct POPluralIndexes {
  /// The number of forms in the file.
  let count: Int
  /// The form index for each category that integers can have and, if the file has forms for them,
  /// for the other categories.
  private(set) var indexes: [(category: PluralCategory, index: Int)] = []
  /// The forms without a category that apply to exactly one number.
  private(set) var exactNumbers: [(number: Int, index: Int, category: PluralCategory)] = []
  /// The smallest number whose form differs from its category's form.
  private(set) var difference: (number: Int, index: Int, category: PluralCategory)?
  /// The number of integers whose form differs from their category's form.
  private(set) var differenceCount = 0
  /// A number for which the expression has no index below `count`.
  private(set) var numberWithoutIndex: UInt64?
  /// The categories whose smallest number is at least 1,000.
  private(set) var rare: Set<PluralCategory> = []

  /// The maximum number of differences that outdated or simplified rules cause. More differences
  /// indicate the rules of a different language.
  private static let maxDifferences = 3
  /// The integers to compare: all small ones, and round ones, including the CLDR samples.
  private static let samples: [UInt64] =
    Array(0...200) + [
      300, 500, 999, 1_000,
      1_001, 1_100, 2_000, 10_000, 20_000, 40_000, 60_000, 80_000, 100_000, 1_000_000, 1_000_001,
      2_000_000, 3_000_000, 10_000_000,
    ]

  /// Compares a file's expression with the rules of a language.
  ///
  /// - Parameters:
  ///   - expression: The value of `plural`.
  ///   - count: The value of `nplurals`.
  init(_ expression: PluralExpression, count: Int, in language: LanguageTag) {
    self.count = count
    let rules = PluralRules(language)
    var found: [PluralCategory: [Int: [UInt64]]] = [:]
    for number in Self.samples {
      guard let value = expression(number), value < UInt64(count) else {
        numberWithoutIndex = number
        return
      }
      let category = rules.category(of: PluralOperands(number))
      found[category, default: [:]][Int(value), default: []].append(number)
    }
    assign(found, in: rules)
    for category in rules.integerCategories {
      guard let numbers = found[category] else { continue }
      if numbers.values.allSatisfy({ $0.allSatisfy { $0 >= 1_000 } }) { rare.insert(category) }
    }
    compare(found)
  }

  /// Assigns a form to each category.
  ///
  /// - Parameter found: The numbers in each category, by their form's index.
  private mutating func assign(
    _ found: [PluralCategory: [Int: [UInt64]]], in rules: PluralRules
  ) {
    let categories = rules.integerCategories
    var shared: [(count: Int, category: PluralCategory, index: Int)] = []
    for category in categories {
      for (index, numbers) in found[category] ?? [:] {
        shared.append((numbers.count, category, index))
      }
    }
    // The pairs with the most numbers come first. The other sort keys make the order deterministic.
    shared.sort { ($1.count, $0.category, $0.index) < ($0.count, $1.category, $1.index) }
    var assigned: [PluralCategory: Int] = [:]
    var taken: Set<Int> = []
    for (_, category, index) in shared where assigned[category] == nil && !taken.contains(index) {
      assigned[category] = index
      taken.insert(index)
    }
    for (_, category, index) in shared where assigned[category] == nil {
      assigned[category] = index
    }
    let used = Set(found.values.flatMap(\.keys))
    let unusedIndexes = (0..<count).filter { !used.contains($0) }
    let others = rules.categories.filter { !categories.contains($0) }
    // For example, Polish files have a fourth form for numbers with decimals.
    if unusedIndexes.count == others.count {
      for (category, index) in zip(others, unusedIndexes) { assigned[category] = index }
    }
    indexes = rules.categories.compactMap { category in
      assigned[category].map { (category, $0) }
    }
  }

  /// Finds the numbers whose form differs from their category's form. A form for a single number is
  /// not counted as a difference.
  private mutating func compare(_ found: [PluralCategory: [Int: [UInt64]]]) {
    let used = Set(indexes.map(\.index))
    var numbers: [Int: [(number: Int, category: PluralCategory)]] = [:]
    for (category, index) in indexes {
      for (other, found) in found[category] ?? [:] where other != index {
        numbers[other, default: []] += found.map { (Int($0), category) }
      }
    }
    for (index, numbers) in numbers.sorted(by: { $0.key < $1.key }) {
      if !used.contains(index), numbers.count == 1 {
        exactNumbers.append((numbers[0].number, index, numbers[0].category))
        continue
      }
      differenceCount += numbers.count
      for (number, category) in numbers where number < difference?.number ?? .max {
        difference = (number, index, category)
      }
    }
  }

  /// Whether there are so many differences that the rules must belong to a different language.
  var contradictsRules: Bool { differenceCount > Self.maxDifferences }

  /// The index of the form for a category, or `nil` if there is none.
  subscript(category: PluralCategory) -> Int? {
    indexes.first { $0.category == category }?.index
  }

  /// The indexes that are assigned neither to a category nor to a single number.
  var unused: [Int] {
    let used = Set(indexes.map(\.index) + exactNumbers.map(\.index))
    return (0..<count).filter { !used.contains($0) }
  }
}
