import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for backslashes that start no known escape. The backslash and the following character
/// are kept.
struct UnknownEscapeCheck: Check {
  static let rule = Rule(
    .warning, "unknown-escape", "A backslash does not begin a known escape sequence.",
    why: "Platforms interpret it differently. The backslash and the letter are kept.",
    example: #"""
      <value lang="en">C:\Windows</value>
      """#,
    fix: "Write \\\\ for a backslash; or set \"rawBackslash\": true for a catalogue without "
      + "escapes.")

  static let needs = CheckNeeds(.unknownEscape)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    findings.report(
      Self.rule, issues: { issue, _ in issue.kind == .unknownEscape }, in: text,
      message: { value, issue in
        let spelled = value.source.utf8.dropFirst(issue.range.lowerBound).prefix(issue.range.count)
        return
          "unknown escape sequence '\(String(decoding: spelled, as: UTF8.self))' in "
          + "'\(value.language)'"
      },
      hint: { _ in
        "write \\\\ for a backslash, or set rawBackslash if the catalogue has no "
          + "escapes"
      })
  }
}
