import TremaMessages
import TremaDiagnostics

/// A check for plural branches with a category that the language does not use.
struct UnusedPluralCategoryCheck: Check {
  static let rule = Rule(
    .warning, "unused-plural-category", "A plural has a branch that no number selects.",
    stage: .review, isOptIn: true,
    why: "A language uses some of the six categories and never selects the others: in English, "
      + "'zero' is not selected for 0. The text of such a branch is never shown.",
    example: """
      <value lang="en">{n, plural, zero {No days} one {# day} other {# days}}</value>
      """,
    fix: "Remove the branch, or use the exact number: =0 {No days}.")

  static let needs = CheckNeeds(.branches)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    for valuePlurals in text.plurals {
      let value = text.text.values[valuePlurals.index]
      let cardinal = PluralCategorySet(PluralRules(valuePlurals.language, .cardinal).categories)
      let ordinal = PluralCategorySet(PluralRules(valuePlurals.language, .ordinal).categories)
      for number in valuePlurals.plurals.indices {
        let used = valuePlurals.plurals[number].plural.kind == .cardinal ? cardinal : ordinal
        if valuePlurals.plurals[number].categories.isSubset(of: used) { continue }
        let found = valuePlurals.plurals[number]
        for branch in found.plural.branches {
          guard case .category(let category) = branch.selector,
            !used.contains(PluralCategorySet(category))
          else { continue }
          findings.report(
            Self.rule,
            "no number selects the '\(category)' branch of the \(found.plural.word) in "
              + "'\(value.language)'",
            in: text, value: value,
            at: text.location(ofOccurrence: found.occurrenceIndex, inValue: valuePlurals.index),
            hint: Self.number(of: category).map { "use '=\($0)' if that number is meant" }
              ?? "remove it")
        }
      }
    }
  }

  /// Returns the number that the name of a category suggests, or `nil` if it suggests none.
  private static func number(of category: PluralCategory) -> Int? {
    switch category {
    case .zero: 0
    case .one: 1
    case .two: 2
    case .few, .many, .other: nil
    }
  }
}
