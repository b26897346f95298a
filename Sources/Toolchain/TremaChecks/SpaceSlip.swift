import TremaDiagnostics

/// A missing, superfluous or wrong space beside punctuation.
struct SpaceSlip {
  var range: Range<Int>
  var words: String
  var hint: String
  /// The right text of the range; nil where a person has to decide.
  var replacement: String?
  /// The sign and the word before it, where no space is between them: a name if the master has it too.
  var name: Range<Int>?
}

extension Findings {
  mutating func report(
    _ rule: Rule, _ slip: SpaceSlip, of prose: Prose, reading: Int, in text: ExaminedText
  ) {
    report(
      rule, "\(slip.words) in '\(prose.value.language)'", of: prose, reading: reading,
      range: slip.range, in: text, hint: slip.hint, replacement: slip.replacement)
  }
}
