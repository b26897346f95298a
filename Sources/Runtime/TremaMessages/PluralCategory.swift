/// The six plural categories of a number in a language, in CLDR order. Their meaning depends on the
/// language: in French, 0 has the category `one`.
///
/// See UTS #35 part 3, "Language Plural Rules".
package enum PluralCategory: String, CaseIterable, Hashable, Sendable {
  case zero, one, two, few, many, other
}

extension PluralCategory: Comparable {
  /// Returns whether the first category precedes the second one.
  package static func < (a: PluralCategory, b: PluralCategory) -> Bool { a.rank < b.rank }

  /// The index in CLDR order, from 0.
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

/// The kind of a plural: a count ("3 days") or an ordinal number ("the 3rd day").
public enum PluralKind: Hashable, Sendable {
  case cardinal, ordinal
}
