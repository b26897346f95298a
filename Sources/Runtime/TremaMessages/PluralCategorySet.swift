/// Some of the six categories, a bit each: to ask it whether a plural has a branch is no search through
/// thousands.
package struct PluralCategorySet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// None. An empty literal is made by asking the runtime how; there may be thousands of plurals.
  package init() { rawValue = 0 }

  package init(_ category: PluralCategory) { rawValue = 1 << category.rank }

  package init(_ categories: [PluralCategory]) {
    self = categories.reduce([]) { $0.union(PluralCategorySet($1)) }
  }

  /// Inserts a category. Specialised, because the generic insertion of thousands goes through the
  /// runtime.
  package mutating func insert(_ category: PluralCategory) {
    self = PluralCategorySet(rawValue: rawValue | PluralCategorySet(category).rawValue)
  }

  /// In their order.
  package var categories: [PluralCategory] {
    PluralCategory.allCases.filter { contains(PluralCategorySet($0)) }
  }
}

extension MessageArgument.Plural {
  /// The categories that it has branches for.
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
