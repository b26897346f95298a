/// The selectors that a plural has had so far.
struct SeenSelectors {
  /// A bit each.
  private var categories: UInt8 = 0
  /// Nearly always numbers come in their order; where they do not, all are in the set.
  private var greatest = -1
  private var numbers: Set<Int>?

  func has(_ category: PluralCategory) -> Bool { categories & Self.bit(category) != 0 }

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

  /// - Parameter branches: those with the selectors before.
  /// - Returns: false where it is there already.
  mutating func insert(
    _ selector: PluralSelector, after branches: [MessageArgument.PluralBranch]
  ) -> Bool {
    switch selector {
    case .category(let category):
      defer { categories |= Self.bit(category) }
      return !has(category)
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

/// The keywords that a select has had so far, byte by byte: two spellings of a letter are two keywords.
struct SeenKeywords {
  /// The branches of at most eight bytes, as numbers: they are put together sooner than a text is hashed.
  private var short: Set<UInt64> = []
  private var long: Set<[UInt8]> = []
  /// The greatest number so far: while all are short and ascending, they need no set.
  private var greatest: UInt64 = 0
  private var areInOrder = true

  /// - Parameter branches: those with the keywords before.
  /// - Returns: false where it is there already.
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

  private mutating func add(_ keyword: String) -> Bool {
    if let number = Self.number(keyword) { return short.insert(number).inserted }
    return long.insert(Array(keyword.utf8)).inserted
  }

  private static func number(_ keyword: String) -> UInt64? {
    var keyword = keyword
    return keyword.withUTF8 { bytes in
      if bytes.count > 8 { return nil }
      // No byte of a keyword is 0.
      var number: UInt64 = 0
      for byte in bytes { number = number << 8 | UInt64(byte) }
      return number
    }
  }
}
