import TremaMessages
import TremaDiagnostics

/// A branch for a category that no number of the language has.
struct UnusedPluralCategoryCheck: Check {
  static let rule = Rule(
    .warning, "unused-plural-category", "A plural has a branch that no number chooses.",
    stage: .review,
    why: "A language has some of the six categories and never asks for the others: in English "
      + "'zero' is not chosen for 0. Somebody wrote words that nobody will read.",
    example: """
      <value lang="en">{n, plural, zero {No days} one {# day} other {# days}}</value>
      """,
    fix: "Remove the branch, or say the number that is meant: =0 {No days}.")

  static let needs: TextTraits = .branches

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    for found in text.plurals {
      let used = PluralRules(found.language, found.plural.kind).categories
      for category in found.plural.categories where !used.contains(category) {
        let number = [PluralCategory.zero: 0, .one: 1, .two: 2][category]
        findings.report(
          Self.rule,
          "no number chooses the branch '\(category)' of the \(found.plural.word) in "
            + "'\(found.value.language)'",
          in: text, value: found.value, at: text.location(found.choice, of: found.value),
          hint: number.map { "write '=\($0)' if that number is meant" } ?? "remove it")
      }
    }
  }
}
