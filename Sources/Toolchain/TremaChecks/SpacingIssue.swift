import TremaDiagnostics

/// A missing, superfluous or wrong space beside punctuation.
struct SpacingIssue {
  /// The range of bytes in the reading.
  var range: Range<Int>
  /// The beginning of the message, before the language.
  var messageStart: String
  var hint: String
  /// The correct text of the range; `nil` if a person has to decide.
  var replacement: String?
  /// The sign and the word before it if no space separates them. They are a name if the master
  /// contains them, too.
  var name: Range<Int>?
}

extension Findings {
  /// Reports a wrong space at its location.
  mutating func report(
    _ rule: Rule, _ issue: SpacingIssue, of prose: Prose, reading: Int, in text: ExaminedText
  ) {
    report(
      rule, "\(issue.messageStart) in '\(prose.value.language)'", of: prose, reading: reading,
      range: issue.range, in: text, hint: issue.hint, replacement: issue.replacement)
  }
}
