import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A value that asks for a plural or select argument and cannot be read as one.
struct InvalidMessageCheck: Check {
  static let rule = Rule(
    .error, "invalid-message", "A value with plural or select arguments cannot be read.",
    why: "The value asks for a plural or a select and breaks its rules, so that the app would show "
      + "braces. Or it has more than 10,000 placeholders, branches and other parts, which nobody "
      + "wrote by hand.",
    example: """
      <value lang="en">{n, plural, one {# day}}</value>
      """,
    fix:
      "Mend it at the place that is shown; every plural and select needs the branch other. Write "
      + "a brace that is to be seen in apostrophes: '{'.")

  static let needs: TextTraits = .issues

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    func message(_ value: Value, _ issue: MessageIssue) -> String {
      "the message in '\(value.language)' is not valid: \(issue.kind.reason ?? "")"
    }
    findings.report(
      Self.rule, issues: { $0.reason != nil && !$0.isExcess }, in: text, message: message,
      hint: "mend it, or write '{' in apostrophes where a brace is meant to be seen")
    findings.report(
      Self.rule, issues: { $0.isExcess }, in: text, message: message,
      hint: "make several texts of it; the limit keeps hostile files cheap")
  }
}
