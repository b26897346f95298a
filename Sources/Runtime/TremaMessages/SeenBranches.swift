/// The selectors of the plural branches that have been read, used to detect duplicates.
struct SeenSelectors {
  /// The categories, with a bit for each.
  private var categories: UInt8 = 0
  /// The greatest exact number, as long as the numbers are in ascending order, which is the usual
  /// case.
  private var greatest = -1
  /// All exact numbers once one of them was out of order, otherwise `nil`.
  private var numbers: Set<Int>?

  /// Returns whether a category has been inserted.
  func contains(_ category: PluralCategory) -> Bool { categories & Self.bit(category) != 0 }

  private static func bit(_ category: PluralCategory) -> UInt8 {
    switch category {
    case .zero: 1
    case .one: 2
    case .two: 4
    case .few: 8
    case .many: 16
    case .other: 32
    }
  }

  /// Inserts a selector.
  ///
  /// - Parameter branches: The branches with the selectors inserted so far.
  /// - Returns: `false` if the selector was already present.
  mutating func insert(
    _ selector: PluralSelector, after branches: [MessageArgument.PluralBranch]
  ) -> Bool {
    switch selector {
    case .category(let category):
      defer { categories |= Self.bit(category) }
      return !contains(category)
    case .exact(let number):
      if numbers == nil {
        if number > greatest {
          greatest = number
          return true
        }
        numbers = Set(
          branches.compactMap { if case .exact(let number) = $0.selector { number } else { nil } })
      }
      return numbers?.insert(number).inserted ?? true
    }
  }
}

/// The keywords of the select branches that have been read, used to detect duplicates. They are
/// compared byte for byte, so canonically equivalent spellings are different keywords.
struct SeenKeywords {
  /// The keywords of at most eight bytes, as integers, which are faster to hash than strings.
  private var short: Set<UInt64> = []
  /// The longer keywords, in UTF-8.
  private var long: Set<[UInt8]> = []
  /// The greatest keyword so far. While all keywords are short and in ascending order, no set is
  /// needed.
  private var greatest: UInt64 = 0
  /// Whether all keywords are short and in ascending order.
  private var areInOrder = true

  /// Inserts a keyword.
  ///
  /// - Parameter branches: The branches with the keywords inserted so far.
  /// - Returns: `false` if the keyword was already present.
  mutating func insert(
    _ keyword: String, after branches: [MessageArgument.SelectBranch]
  ) -> Bool {
    if areInOrder {
      if let number = Self.number(keyword), number > greatest {
        greatest = number
        return true
      }
      areInOrder = false
      for branch in branches { _ = add(branch.keyword) }
    }
    return add(keyword)
  }

  /// Adds a keyword to the sets.
  ///
  /// - Returns: `false` if the keyword was already present.
  private mutating func add(_ keyword: String) -> Bool {
    if let number = Self.number(keyword) { return short.insert(number).inserted }
    return long.insert(Array(keyword.utf8)).inserted
  }

  /// Returns a keyword of at most eight bytes as an integer, or `nil` if it is longer.
  private static func number(_ keyword: String) -> UInt64? {
    var keyword = keyword
    return keyword.withUTF8 { bytes in
      if bytes.count > 8 { return nil }
      // Keywords contain no NUL byte, so the integers are unique.
      var number: UInt64 = 0
      for byte in bytes { number = number << 8 | UInt64(byte) }
      return number
    }
  }
}
