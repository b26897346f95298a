import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for values with a plural or select that cannot be parsed.
struct InvalidMessageCheck: Check {
  static let rule = Rule(
    .error, "invalid-message", "A value with plural or select arguments is not a valid message.",
    why: "The value contains a plural or a select with a syntax error, so the app would show the "
      + "braces. Or it has more than 10,000 placeholders, branches and other parts, which is not "
      + "plausible for a text written by hand.",
    example: """
      <value lang="en">{n, plural, one {# day}}</value>
      """,
    fix: "Correct the value at the reported location. Every plural and select requires the branch "
      + "'other'. To show a brace, quote it with apostrophes: '{'.")

  static let needs = CheckNeeds(.invalidMessage)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    findings.report(
      Self.rule, issues: { issue, _ in issue.kind.reason != nil }, in: text,
      message: { value, issue in
        "the '\(value.language)' value is not a valid message: \(issue.kind.reason ?? "")"
      },
      hint: { issue in
        issue.kind.exceedsPartLimit
          ? "split it into several texts; the limit guards against malicious files"
          : "correct the syntax, or quote literal braces with apostrophes: '{'"
      })
  }
}
