import TremaMessages
import TremaDiagnostics

/// A check for selects of translations that lack a keyword of the master's select.
struct MissingBranchCheck: Check {
  static let rule = Rule(
    .note, "missing-branch", "A select lacks a branch that the master has.", stage: .review,
    why: "The keyword falls to 'other'. That may be meant, as a language need not tell all cases "
      + "apart; where it is not, a branch was forgotten. One that has the keywords of any of the master's "
      + "selects about the argument is in order; another is held against the one in its place where there "
      + "are as many, and else against all together.",
    example: """
      <value lang="en">{who, select, female {her} male {his} other {their}} page</value>
      <value lang="de">{who, select, female {ihre} other {seine}} Seite</value>
      """,
    fix: "Add the branch, or excuse the text with @ignore missing-branch.")

  static let needs = CheckNeeds(.branches)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    for pair in text.selects where !pair.missing.isEmpty {
      let value = text.text.values[pair.index]
      findings.report(
        Self.rule,
        "the select in '\(value.language)' has no branch \(pair.missing)", in: text,
        value: value,
        at: text.location(ofPlace: pair.place, inValue: pair.index),
        hint: "add it, or leave it to 'other'")
    }
  }
}
