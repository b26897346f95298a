/// A set of plural categories, with one bit per category. It allows testing whether a plural has a
/// branch without searching thousands of branches.
package struct PluralCategorySet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates an empty set. An empty array literal would call into the Swift runtime, which is slow
  /// for thousands of plurals.
  package init() { rawValue = 0 }

  /// Creates a set of one category.
  package init(_ category: PluralCategory) { rawValue = 1 << category.rank }

  /// Creates a set of categories.
  package init(_ categories: [PluralCategory]) {
    self = categories.reduce([]) { $0.union(PluralCategorySet($1)) }
  }

  /// Inserts a category. This overload avoids the generic function, which is slow for thousands of
  /// categories.
  package mutating func insert(_ category: PluralCategory) {
    self = PluralCategorySet(rawValue: rawValue | PluralCategorySet(category).rawValue)
  }

  /// The categories, in CLDR order.
  package var categories: [PluralCategory] {
    PluralCategory.allCases.filter { contains(PluralCategorySet($0)) }
  }
}

extension MessageArgument.Plural {
  /// The categories that the plural has branches for.
  package var categories: PluralCategorySet {
    branches.withUnsafeBufferPointer { branches in
      var found = PluralCategorySet()
      for index in branches.indices {
        if case .category(let category) = branches[index].selector {
          found.insert(PluralCategorySet(category))
        }
      }
      return found
    }
  }
}
