import TremaDiagnostics

/// A missing, superfluous or wrong space next to punctuation.
struct SpacingIssue {
  /// The range of bytes in the reading.
  var range: Range<Int>
  /// The start of the message, before the language.
  var messageStart: String
  var hint: String
  /// The correct text for the range, or `nil` if it is ambiguous.
  var replacement: String?
  /// The sign and the word before it if no space separates them. They form a name if the master
  /// also contains them.
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
