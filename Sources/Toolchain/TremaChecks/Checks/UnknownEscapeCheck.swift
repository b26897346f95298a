import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for backslashes that begin no known escape. Both characters are kept.
struct UnknownEscapeCheck: Check {
  static let rule = Rule(
    .warning, "unknown-escape", "A backslash begins no known escape.",
    why: "Platforms differ in what they make of it. It is kept as it is, backslash and letter.",
    example: #"""
      <value lang="en">C:\Windows</value>
      """#,
    fix:
      "Write \\\\ for a backslash; or \"rawBackslash\": true for a catalogue that has no escapes.")

  static let needs = CheckNeeds(.unknownEscape)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    findings.report(
      Self.rule, issues: { issue, _ in issue.kind == .unknownEscape }, in: text,
      message: { value, issue in
        let spelled = value.source.utf8.dropFirst(issue.range.lowerBound).prefix(issue.range.count)
        return "'\(String(decoding: spelled, as: UTF8.self))' in '\(value.language)' is no escape"
      },
      hint: { _ in "write \\\\ for a backslash, or set rawBackslash when none is an escape" })
  }
}
