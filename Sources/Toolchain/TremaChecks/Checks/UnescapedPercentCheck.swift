import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for lone percent signs in values with placeholders. A formatter interprets such a sign
/// as the start of another placeholder.
struct UnescapedPercentCheck: Check {
  static let rule = Rule(
    .warning, "unescaped-percent", "A percent sign next to a placeholder is not escaped.",
    why: "It is read as a percent sign and written as %%, but it may also be the rest of a "
      + "placeholder. A percent sign before a letter or a digit is a code that the text explains, "
      + "and is not reported.",
    example: """
      <value lang="en">%d % done</value>
      """,
    fix: "Escape percent signs in texts with placeholders as %%.")

  static let needs = CheckNeeds(.unescapedPercent)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    findings.report(
      Self.rule, issues: Self.isPercentSign, in: text,
      message: { value, _ in
        "the '\(value.language)' value contains an unescaped percent sign "
          + "next to a placeholder"
      },
      hint: { _ in "escape the percent sign as %%" }, replacement: "%%")
  }

  /// Returns whether a lone percent sign is followed by the end, a space or punctuation. Before any
  /// other character it starts a code that the text explains (`%2 = word 2`), or a conversion of a
  /// different program.
  private static func isPercentSign(_ issue: MessageIssue, in value: Value) -> Bool {
    guard issue.kind == .unescapedPercent else { return false }
    let next = value.source.utf8.dropFirst(issue.range.upperBound).first
    return next.map { $0 >= 0x80 || " .,;:!?)-/|\"'\n".utf8.contains($0) } ?? true
  }
}
