/// The six categories a number can have in a language, in CLDR's order. What they mean differs
/// from language to language: French counts 0 as `one`.
///
/// Source: UTS #35 part 3, "Language Plural Rules".
package enum PluralCategory: String, CaseIterable, Hashable, Sendable {
  case zero, one, two, few, many, other
}

extension PluralCategory: Comparable {
  package static func < (a: PluralCategory, b: PluralCategory) -> Bool { a.rank < b.rank }

  /// Its place in the order, from 0.
  var rank: Int {
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

/// How many ("3 days") or which one ("the 3rd day").
public enum PluralKind: Hashable, Sendable {
  case cardinal, ordinal
}
