import TremaMessages
import TremaDiagnostics

/// A check for selects with a keyword that the master's select does not have.
struct UnknownBranchCheck: Check {
  static let rule = Rule(
    .warning, "unknown-branch", "A select has a branch that the master does not have.",
    stage: .review,
    why: "The app passes the keywords that the master uses. A different keyword is never selected: "
      + "it is misspelled, or was translated.",
    example: """
      <value lang="en">{who, select, female {her} other {their}} page</value>
      <value lang="de">{who, select, weiblich {ihre} other {seine}} Seite</value>
      """,
    fix: "Use the keyword of the master: keywords are not translated.")

  static let needs = CheckNeeds(.branches)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    for pair in text.selects where !pair.unknown.isEmpty {
      let value = text.text.values[pair.index]
      findings.report(
        Self.rule,
        "the select in '\(value.language)' has the branch \(pair.unknown), which the master does "
          + "not have",
        in: text, value: value,
        at: text.location(ofOccurrence: pair.occurrenceIndex, inValue: pair.index),
        hint: pair.missing.isEmpty
          ? "use the master's keywords; they are not translated"
          : "did you mean \(pair.missing)?")
    }
  }
}
