import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for values with numbered and unnumbered placeholders, such as `%1$@ and %d`. Platforms
/// differ in which argument the second placeholder uses.
struct MixedPlaceholdersCheck: Check {
  static let rule = Rule(
    .error, "mixed-placeholders", "A value mixes numbered and unnumbered placeholders.",
    why: "It is ambiguous which arguments the placeholders without numbers refer to, and platforms "
      + "interpret them differently.",
    example: """
      <value lang="en">%1$@ and %@</value>
      """,
    fix: "Number all of them, or none.")

  static let needs = CheckNeeds(.mixedPlaceholders)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    findings.report(
      Self.rule, issues: { issue, _ in issue.kind == .mixedPlaceholders }, in: text,
      message: { value, _ in
        "the '\(value.language)' value of '\(text.shownKey)' mixes numbered and unnumbered "
          + "placeholders"
      },
      hint: { _ in "number all of them: %1$@ … %2$d" })
  }
}
