import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A lone percent sign beside a placeholder: a formatter takes what follows it for another.
struct UnescapedPercentCheck: Check {
  static let rule = Rule(
    .warning, "unescaped-percent", "A lone percent sign stands beside a placeholder.",
    why: "It is read as a percent sign and written as %%, but it may as well be what is left of a "
      + "placeholder.",
    example: """
      <value lang="en">%d % done</value>
      """,
    fix: "Write %% for a percent sign beside placeholders.")

  static let needs: TextTraits = .unescapedPercent

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    findings.report(
      Self.rule, issues: { $0 == .unescapedPercent }, in: text,
      message: { value, _ in "a lone percent sign beside a placeholder in '\(value.language)'" },
      hint: { _ in "write %% for a percent sign" }, replacement: "%%")
  }
}
