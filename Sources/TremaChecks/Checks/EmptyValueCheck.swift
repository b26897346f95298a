import TremaCatalog
import TremaDiagnostics

/// A value without a character: the app shows nothing, or another language.
struct EmptyValueCheck: Check {
  static let rule = Rule(
    .warning, "empty-value", "A value is empty.",
    why: "The app shows nothing, or another language.",
    example: """
      <value lang="de"></value>
      """,
    fix: "Write the text, or remove the value.")

  static let needs: TextTraits = .empty

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    for value in text.values(where: { $0.source.isEmpty }) {
      findings.report(
        Self.rule, "'\(text.shownKey)' is empty in '\(value.language)'", in: text, value: value,
        hint: "write the text, or remove the value")
    }
  }
}
