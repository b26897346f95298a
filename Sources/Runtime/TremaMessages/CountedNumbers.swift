/// The plural categories of the numbers that people count with, in one language.
///
/// The numbers are the integers below 1,000. This excludes the categories of decimals, and the
/// `many` category of French and Spanish, which is used for written-out millions ("1 million de
/// jours").
package struct CountedNumbers: Sendable {
  /// The maximum number of examples that are stored for a category, minus one.
  private static let maxNumbers = 6

  /// The numbers whose categories are determined.
  private static let all = 0..<1000

  /// The first numbers in each category.
  private let numbers: [PluralCategory: [Int]]
  /// The categories of these numbers.
  package let categories: PluralCategorySet

  /// Determines the categories for a language.
  package init(_ language: LanguageTag, _ kind: PluralKind) {
    let rules = PluralRules(language, kind)
    var numbers: [PluralCategory: [Int]] = [:]
    for number in Self.all {
      let category = rules.category(of: PluralOperands(number))
      if numbers[category, default: []].count <= Self.maxNumbers {
        numbers[category, default: []].append(number)
      }
    }
    self.numbers = numbers
    categories = PluralCategorySet(Array(numbers.keys))
  }

  /// The number of categories.
  package var count: Int { numbers.count }

  /// Returns the numbers that make a plural need a branch for a category, except numbers that have
  /// their own branches. If there are many, only the first of them are returned.
  package func needed(_ category: PluralCategory, in plural: MessageArgument.Plural) -> [Int] {
    needed(category, excluding: Self.exact(in: plural))
  }

  /// Returns the categories that a plural needs but has no branch for, with their numbers. These
  /// numbers use the `other` branch.
  package func missing(
    in plural: MessageArgument.Plural
  ) -> [(category: PluralCategory, numbers: [Int])] {
    let absent = absent(plural.categories)
    if absent.isEmpty { return [] }
    let exact = Self.exact(in: plural)
    return absent.categories.compactMap { category in
      let numbers = needed(category, excluding: exact)
      return numbers.isEmpty ? nil : (category, numbers)
    }
  }

  /// Returns whether the plural lacks a category that it needs.
  ///
  /// - Parameter present: The categories that the plural has branches for.
  package func hasMissingCategory(
    in plural: MessageArgument.Plural, having present: PluralCategorySet
  ) -> Bool {
    let absent = absent(present)
    if absent.isEmpty { return false }
    let exact = Self.exact(in: plural)
    return exact.isEmpty || absent.categories.contains { !needed($0, excluding: exact).isEmpty }
  }

  /// Returns the categories without a branch, except `other`.
  private func absent(_ present: PluralCategorySet) -> PluralCategorySet {
    categories.subtracting(present.union(PluralCategorySet(.other)))
  }

  /// Returns the numbers in a category, except numbers that have their own branches.
  ///
  /// - Parameter exact: The numbers that have their own branches, as returned by `exact(in:)`.
  private func needed(_ category: PluralCategory, excluding exact: [Bool]) -> [Int] {
    let numbers = numbers[category, default: []]
    return exact.isEmpty ? numbers : numbers.filter { !exact[$0] }
  }

  /// Returns, for each number, whether it has its own branch. The result is empty if none has.
  /// There may be thousands of such branches, so they are visited only once.
  private static func exact(in plural: MessageArgument.Plural) -> [Bool] {
    plural.branches.withUnsafeBufferPointer { branches in
      var exact: [Bool] = []
      for index in branches.indices {
        guard case .exact(let number) = branches[index].selector else { continue }
        let counted = number.subtractingReportingOverflow(plural.offset).partialValue
        guard all.contains(counted) else { continue }
        if exact.isEmpty { exact = Array(repeating: false, count: all.count) }
        exact[counted] = true
      }
      return exact
    }
  }

  /// Returns a list of numbers for messages, such as `2, 3, 4, 22 …`.
  package static func list(_ numbers: [Int]) -> String {
    numbers.prefix(4).map(String.init).joined(separator: ", ") + (numbers.count > 4 ? " …" : "")
  }
}

/// A cache of counted numbers by language and kind.
package struct CountedNumbersTable: Sendable {
  private struct Key: Hashable {
    let language: LanguageTag
    let kind: PluralKind
  }

  /// The results by language and kind.
  private var cache: [Key: CountedNumbers] = [:]
  /// The last result of each kind. A value may have thousands of plurals, all in the same language.
  private var (lastCardinal, lastOrdinal): (LastResult?, LastResult?)

  private struct LastResult {
    let language: LanguageTag
    let numbers: CountedNumbers
  }

  /// Creates an empty cache.
  package init() {}

  /// Returns the numbers for a language. Determines them on first use.
  package mutating func numbers(of language: LanguageTag, _ kind: PluralKind) -> CountedNumbers {
    if let last = kind == .cardinal ? lastCardinal : lastOrdinal, last.language == language {
      return last.numbers
    }
    let key = Key(language: language, kind: kind)
    let numbers = cache[key] ?? CountedNumbers(language, kind)
    cache[key] = numbers
    let last = LastResult(language: language, numbers: numbers)
    if kind == .cardinal { lastCardinal = last } else { lastOrdinal = last }
    return numbers
  }
}
