import TremaMessages
import TremaDiagnostics

/// A check for selects in translations that lack a keyword from the master's select.
struct MissingBranchCheck: Check {
  static let rule = Rule(
    .note, "missing-branch", "A select lacks a branch that the master has.", stage: .review,
    why: "The app uses 'other' for the keyword. That may be intended, because a language need not "
      + "distinguish all cases; otherwise a branch is missing. A select is accepted if it has the "
      + "keywords of any of the master's selects for the argument. Otherwise it is compared with "
      + "the select at the same position if the two values have the same number of selects, and "
      + "with all of them if not.",
    example: """
      <value lang="en">{who, select, female {her} male {his} other {their}} page</value>
      <value lang="de">{who, select, female {ihre} other {seine}} Seite</value>
      """,
    fix: "Add the branch, or suppress the finding with @ignore missing-branch.")

  static let needs = CheckNeeds(.branches)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    for pair in text.selects where !pair.missing.isEmpty {
      let value = text.text.values[pair.index]
      findings.report(
        Self.rule,
        "the select in '\(value.language)' has no branch \(pair.missing)", in: text,
        value: value,
        at: text.location(ofOccurrence: pair.occurrenceIndex, inValue: pair.index),
        hint: "add it, or suppress the finding if 'other' is intended")
    }
  }
}
