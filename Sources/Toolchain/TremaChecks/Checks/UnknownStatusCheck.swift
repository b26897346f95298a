import TremaCatalog
import TremaDiagnostics

/// A check for a status that trema does not define. Filters treat it as undefined.
struct UnknownStatusCheck: Check {
  static let rule = Rule(
    .warning, "unknown-status", "A status is not one of the four that trema defines.",
    why: "Status filters, statistics and the import of translations use the four statuses that "
      + "trema defines: initial, translated, verified, special. The value is written unchanged.",
    example: """
      <value lang="en" status="transalted">Title</value>
      """,
    fix: "Use one of the four.")

  static let needs = CheckNeeds(.unknownStatus)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    for value in text.values(where: { $0.status > .special }) {
      guard case .undefined(let spelling?) = value.status else { continue }
      findings.report(
        Self.rule, "unknown status '\(spelling)' of '\(text.shownKey)' in '\(value.language)'",
        in: text, value: value, at: text.text.location(value.statusPosition, of: value),
        hint: "use one of 'initial', 'translated', 'verified', 'special'")
    }
  }
}
