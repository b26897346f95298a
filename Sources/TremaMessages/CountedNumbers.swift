/// Which numbers that people count with have which category in a language.
///
/// Whole numbers below 1000 are looked at. So `many` of French and Spanish, which is for millions
/// in words ("1 million de jours"), is asked of nobody; the categories of decimals are not either.
public struct CountedNumbers: Sendable {
  /// A category with more numbers has the first of them alone.
  private static let mostNumbers = 6

  private let numbers: [PluralCategory: [Int]]

  public init(_ language: LanguageTag, _ kind: PluralKind) {
    let rules = PluralRules(language, kind)
    var numbers: [PluralCategory: [Int]] = [:]
    for number in 0..<1000 {
      let category = rules.category(of: PluralOperands(number))
      if numbers[category, default: []].count <= Self.mostNumbers {
        numbers[category, default: []].append(number)
      }
    }
    self.numbers = numbers
  }

  /// How many categories a number can have.
  public var count: Int { numbers.count }

  /// The numbers of a category for which a plural needs it, those with branches of their own left
  /// out; of many, the first.
  public func needed(_ category: PluralCategory, in plural: MessageArgument.Plural) -> [Int] {
    let exact = plural.branches.compactMap { branch -> Int? in
      if case .exact(let number) = branch.selector { number } else { nil }
    }
    return numbers[category, default: []].filter { number in
      !exact.contains { $0.subtractingReportingOverflow(plural.offset).partialValue == number }
    }
  }

  /// The categories that numbers need and a plural has no branch for, with those numbers; they get
  /// `other`.
  public func missing(
    in plural: MessageArgument.Plural
  ) -> [(category: PluralCategory, numbers: [Int])] {
    PluralCategory.allCases.compactMap { category in
      if category == .other || plural[category] != nil { return nil }
      let numbers = needed(category, in: plural)
      return numbers.isEmpty ? nil : (category, numbers)
    }
  }

  /// `2, 3, 4, 22 …`.
  public static func list(_ numbers: [Int]) -> String {
    numbers.prefix(4).map(String.init).joined(separator: ", ") + (numbers.count > 4 ? " …" : "")
  }
}

/// Finds them once for each language.
public struct CountedNumbersTable: Sendable {
  private struct Key: Hashable {
    let language: LanguageTag
    let kind: PluralKind
  }

  private var known: [Key: CountedNumbers] = [:]

  public init() {}

  public mutating func numbers(of language: LanguageTag, _ kind: PluralKind) -> CountedNumbers {
    let key = Key(language: language, kind: kind)
    if let numbers = known[key] { return numbers }
    let numbers = CountedNumbers(language, kind)
    known[key] = numbers
    return numbers
  }
}
