import TremaCatalog
import TremaMessages

/// A value that asks for a plural or select argument and cannot be read as one.
struct InvalidMessageCheck: Check {
  static let rule = Rule(
    .error, "invalid-message", "A value with plural or select arguments cannot be read.")

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    text.forEachIssue { value, issue in
      guard case .invalid(let reason) = issue.kind else { return }
      findings.report(
        Self.rule, "the message in '\(value.language)' is not valid: \(reason)", in: text,
        value: value, at: value.location(ofSource: issue.range, in: text.text),
        hint: "write one text for each number until then")
    }
  }
}
