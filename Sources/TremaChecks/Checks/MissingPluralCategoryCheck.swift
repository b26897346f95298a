import TremaMessages
import TremaDiagnostics

/// A plural without a branch for a category that its language counts with.
struct MissingPluralCategoryCheck: Check {
  static let rule = Rule(
    .warning, "missing-plural-category", "A plural has no branch for a category of its language.",
    stage: .review,
    why: "Numbers of that category fall to 'other', whose words have another ending: \"2 plików\" "
      + "for \"2 pliki\". Only numbers that people count with are asked for: not the 'many' of "
      + "French and Spanish, which is for millions, and not categories of decimals.",
    example: """
      <value lang="pl">{n, plural, one {# plik} other {# plików}}</value>
      """,
    fix: "Add the branch: few {# pliki} many {# plików}.")

  static let needs: TextTraits = .branches

  private var table = CountedNumbersTable()

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    for found in text.plurals {
      let missing = table.numbers(of: found.language, found.plural.kind).missing(in: found.plural)
        .map { "'\($0.category)' (\(CountedNumbers.list($0.numbers)))" }
      if missing.isEmpty { continue }
      findings.report(
        Self.rule,
        "the \(found.plural.word) in '\(found.value.language)' has no branch "
          + missing.joined(separator: ", "),
        in: text, value: found.value, at: text.location(found.choice, of: found.value),
        hint: "these numbers get 'other' now")
    }
  }
}
