/// Which numbers that people count with have which category in a language.
///
/// The whole numbers below 1000. Thus neither `many` of French and Spanish, which is for millions
/// in words ("1 million de jours"), nor the categories of decimals are required.
package struct CountedNumbers: Sendable {
  /// A category with more numbers has the first of them alone.
  private static let mostNumbers = 6

  private static let all = 0..<1000

  private let numbers: [PluralCategory: [Int]]
  /// The categories that a number can have.
  package let categories: PluralCategorySet

  package init(_ language: LanguageTag, _ kind: PluralKind) {
    let rules = PluralRules(language, kind)
    var numbers: [PluralCategory: [Int]] = [:]
    for number in Self.all {
      let category = rules.category(of: PluralOperands(number))
      if numbers[category, default: []].count <= Self.mostNumbers {
        numbers[category, default: []].append(number)
      }
    }
    self.numbers = numbers
    categories = PluralCategorySet(Array(numbers.keys))
  }

  /// How many categories a number can have.
  package var count: Int { numbers.count }

  /// The numbers of a category for which a plural needs it, those with branches of their own left
  /// out; of many, the first.
  package func needed(_ category: PluralCategory, in plural: MessageArgument.Plural) -> [Int] {
    needed(category, but: Self.exact(in: plural))
  }

  /// The categories that numbers need and a plural has no branch for, with those numbers; they get
  /// `other`.
  package func missing(
    in plural: MessageArgument.Plural
  ) -> [(category: PluralCategory, numbers: [Int])] {
    let absent = absent(plural.categories)
    if absent.isEmpty { return [] }
    let exact = Self.exact(in: plural)
    return absent.categories.compactMap { category in
      let numbers = needed(category, but: exact)
      return numbers.isEmpty ? nil : (category, numbers)
    }
  }

  /// Whether there are such categories.
  ///
  /// - Parameter present: the categories that the plural has branches for.
  package func areMissing(
    in plural: MessageArgument.Plural, having present: PluralCategorySet
  ) -> Bool {
    let absent = absent(present)
    if absent.isEmpty { return false }
    let exact = Self.exact(in: plural)
    return exact.isEmpty || absent.categories.contains { !needed($0, but: exact).isEmpty }
  }

  private func absent(_ present: PluralCategorySet) -> PluralCategorySet {
    categories.subtracting(present.union(PluralCategorySet(.other)))
  }

  /// - Parameter exact: those with branches of their own, as ``exact(in:)`` has them.
  private func needed(_ category: PluralCategory, but exact: [Bool]) -> [Int] {
    let numbers = numbers[category, default: []]
    return exact.isEmpty ? numbers : numbers.filter { !exact[$0] }
  }

  /// Whether each number has a branch of its own; empty where none has. There may be thousands of such
  /// branches: they are gone through once, and not once for each number.
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

  /// `2, 3, 4, 22 …`.
  package static func list(_ numbers: [Int]) -> String {
    numbers.prefix(4).map(String.init).joined(separator: ", ") + (numbers.count > 4 ? " …" : "")
  }
}

/// Finds them once for each language.
package struct CountedNumbersTable: Sendable {
  private struct Key: Hashable {
    let language: LanguageTag
    let kind: PluralKind
  }

  private var known: [Key: CountedNumbers] = [:]
  /// The last request of each kind: a value may have thousands of plurals, all in its language.
  private var (lastCardinal, lastOrdinal): (Last?, Last?)

  private struct Last {
    let language: LanguageTag
    let numbers: CountedNumbers
  }

  package init() {}

  package mutating func numbers(of language: LanguageTag, _ kind: PluralKind) -> CountedNumbers {
    if let last = kind == .cardinal ? lastCardinal : lastOrdinal, last.language == language {
      return last.numbers
    }
    let key = Key(language: language, kind: kind)
    let numbers = known[key] ?? CountedNumbers(language, kind)
    known[key] = numbers
    let last = Last(language: language, numbers: numbers)
    if kind == .cardinal { lastCardinal = last } else { lastOrdinal = last }
    return numbers
  }
}
