import TremaCatalog
import TremaDiagnostics

/// A check for empty values. The app shows nothing in their place, or a different language.
///
/// Texts that are empty in every language, and empty translations of an empty master, are intended.
struct EmptyValueCheck: Check {
  static let rule = Rule(
    .warning, "empty-value", "A value is empty.",
    why: "The app shows nothing, or the text in another language. A text that is empty in every "
      + "language is considered intentional, and a translation may be empty if its master is.",
    example: """
      <value lang="de"></value>
      """,
    fix: "Enter the text, or remove the value.")

  static let needs = CheckNeeds(.empty)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    // An empty master is reported if a translation isn't empty.
    let isMasterEmpty = text.master.map(\.source.isEmpty) ?? false
    for (index, value) in text.text.values.enumerated() where value.source.isEmpty {
      if isMasterEmpty, index != text.masterIndex { continue }
      if text.text.values.allSatisfy(\.source.isEmpty) { return }
      findings.report(
        Self.rule, "'\(text.shownKey)' is empty in '\(value.language)'", in: text, value: value,
        hint: "enter the text, or remove the value")
    }
  }
}
