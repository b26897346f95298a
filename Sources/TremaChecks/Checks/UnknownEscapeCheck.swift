import TremaCatalog
import TremaMessages

/// A backslash that makes no escape with what follows; both characters are kept.
struct UnknownEscapeCheck: Check {
  static let rule = Rule(.warning, "unknown-escape", "A backslash begins no known escape.")

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    text.forEachIssue { value, issue in
      guard issue.kind == .unknownEscape else { return }
      let spelled = String(decoding: Array(value.source.utf8)[issue.range], as: UTF8.self)
      findings.report(
        Self.rule, "'\(spelled)' in '\(value.language)' is no escape", in: text, value: value,
        at: value.location(ofSource: issue.range, in: text.text),
        hint: "write \\\\ for a backslash, or set rawBackslash when none is an escape")
    }
  }
}
