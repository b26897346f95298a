import TremaMessages
import TremaDiagnostics

/// A check for plurals without a branch for a category of their language.
struct MissingPluralCategoryCheck: Check {
  static let rule = Rule(
    .warning, "missing-plural-category", "A plural has no branch for a category of its language.",
    stage: .review,
    why: "Numbers of that category use 'other', whose words have a different ending: \"2 plików\" "
      + "instead of \"2 pliki\". Only categories of numbers that people count with are required: "
      + "not 'many' in French and Spanish, which is for millions, and not categories of decimals. "
      + "A master whose only branch is 'other' is not reported: it uses the same text for every "
      + "number.",
    example: """
      <value lang="pl">{n, plural, one {# plik} other {# plików}}</value>
      """,
    fix: "Add the branch: few {# pliki} many {# plików}.")

  static let needs = CheckNeeds(.branches)

  /// The numbers in each category, by language, computed once.
  private var table = CountedNumbersTable()

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    for valuePlurals in text.plurals {
      let value = text.text.values[valuePlurals.index]
      for index in valuePlurals.plurals.indices {
        let found = valuePlurals.plurals[index]
        // A master with only an `other` branch uses the same words for every number.
        if valuePlurals.index == text.masterIndex, found.plural.branches.count == 1 { continue }
        let counted = table.numbers(of: valuePlurals.language, found.plural.kind)
        guard counted.hasMissingCategory(in: found.plural, having: found.categories) else {
          continue
        }
        findings.report(
          Self.rule,
          "the \(found.plural.word) in '\(value.language)' has no branch "
            + "\(Self.list(counted.missing(in: found.plural)))",
          in: text, value: value,
          at: text.location(ofOccurrence: found.occurrenceIndex, inValue: valuePlurals.index),
          hint: "add a branch; until then, 'other' is used for these numbers")
      }
    }
  }

  /// Returns the missing categories, each with examples of its numbers.
  private static func list(_ missing: [(category: PluralCategory, numbers: [Int])]) -> String {
    missing.map { "'\($0.category)' (\(CountedNumbers.list($0.numbers)))" }
      .joined(separator: ", ")
  }
}
