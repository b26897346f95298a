import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for values with a plural or select that cannot be parsed.
struct InvalidMessageCheck: Check {
  static let rule = Rule(
    .error, "invalid-message", "A value with plural or select arguments cannot be read.",
    why: "The value asks for a plural or a select and breaks its rules, so that the app would show "
      + "braces. Or it has more than 10,000 placeholders, branches and other parts, which no person "
      + "wrote by hand.",
    example: """
      <value lang="en">{n, plural, one {# day}}</value>
      """,
    fix:
      "Mend it at the place that is shown; every plural and select needs the branch other. Write "
      + "a brace that is to be seen in apostrophes: '{'.")

  static let needs = CheckNeeds(.invalidMessage)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    findings.report(
      Self.rule, issues: { issue, _ in issue.kind.reason != nil }, in: text,
      message: { value, issue in
        "the message in '\(value.language)' is not valid: \(issue.kind.reason ?? "")"
      },
      hint: { issue in
        issue.kind.isExcess
          ? "make several texts of it; the limit protects against hostile files"
          : "mend it, or write '{' in apostrophes where a brace is meant to be seen"
      })
  }
}
