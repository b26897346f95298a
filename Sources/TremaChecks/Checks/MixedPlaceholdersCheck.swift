import TremaCatalog
import TremaMessages

/// `%1$@ and %d`: no platform says which argument the second shows.
struct MixedPlaceholdersCheck: Check {
  static let rule = Rule(
    .error, "mixed-placeholders", "Numbered and plain placeholders stand in one value.")

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    text.forEachIssue { value, issue in
      guard issue.kind == .mixedPlaceholders else { return }
      findings.report(
        Self.rule, "numbered and plain placeholders are mixed in '\(value.language)'", in: text,
        value: value, at: value.location(ofSource: issue.range, in: text.text),
        hint: "number all of them: %1$@ … %2$d")
    }
  }
}

extension ExaminedText {
  /// Goes through what was odd about the source of each value.
  func forEachIssue(_ body: (Value, MessageIssue) -> Void) {
    for value in values(where: { !$0.issues.isEmpty }) {
      for issue in value.issues { body(value, issue) }
    }
  }
}
