import TremaCatalog
import TremaMessages

/// A lone percent sign beside a placeholder: a formatter takes what follows it for another.
struct UnescapedPercentCheck: Check {
  static let rule = Rule(
    .warning, "unescaped-percent", "A lone percent sign stands beside a placeholder.")

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    text.forEachIssue { value, issue in
      guard issue.kind == .unescapedPercent else { return }
      findings.report(
        Self.rule, "a lone percent sign beside a placeholder in '\(value.language)'", in: text,
        value: value, at: value.location(ofSource: issue.range, in: text.text),
        hint: "write %% for a percent sign")
    }
  }
}
