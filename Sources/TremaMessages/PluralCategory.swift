/// The plural categories of CLDR, in its order.
///
/// Source: UTS #35 part 3, "Language Plural Rules".
public enum PluralCategory: String, CaseIterable, Hashable, Sendable {
  case zero, one, two, few, many, other
}

extension PluralCategory: Comparable {
  public static func < (a: PluralCategory, b: PluralCategory) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .zero: 0
    case .one: 1
    case .two: 2
    case .few: 3
    case .many: 4
    case .other: 5
    }
  }
}

/// What is counted: how many there are, or which one it is.
public enum PluralKind: Hashable, Sendable {
  case cardinal, ordinal
}
