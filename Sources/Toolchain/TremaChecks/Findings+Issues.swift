import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

extension Findings {
  /// The maximum number of issues of one kind that are reported for a value. A value with more has
  /// one mistake that is repeated, and locating each place requires reading the value.
  static let maxPerValue = 5

  /// Reports issues in the sources of the values of a text, each at its place.
  ///
  /// - Parameters:
  ///   - isMeant: Whether an issue belongs to the rule.
  ///   - message: Returns the message for an issue.
  ///   - hint: Returns the hint for an issue.
  ///   - replacement: The correct text, if it is the same for all issues.
  mutating func report(
    _ rule: Rule, issues isMeant: (MessageIssue, Value) -> Bool, in text: ExaminedText,
    message: (Value, MessageIssue) -> String, hint: (MessageIssue) -> String,
    replacement: String? = nil
  ) {
    for index in text.text.values.indices {
      let issues = text.text.values[index].issues
      if issues.isEmpty { continue }
      let value = text.text.values[index]
      // Outputs for apps omit a draft that would crash them, so it is not an error (decision 20).
      let isDraft =
        rule.severity == .error && value.status == .initial && index != text.masterIndex
      var told = 0
      for issue in issues where isMeant(issue, value) {
        told += 1
        func place() -> SourceLocation { value.location(ofSource: issue.range, in: text.text) }
        func words() -> String {
          // The remaining issues are counted only if the finding is made.
          let others =
            told < Self.maxPerValue
            ? 0 : issues.count { isMeant($0, value) } - Self.maxPerValue
          return message(value, issue) + (others > 0 ? " (and \(others) more in this value)" : "")
        }
        report(
          rule, words(), in: text, value: value, isOmitted: isDraft, at: place(),
          hint: hint(issue),
          fixes: replacement.map { [Diagnostic.Edit(at: place(), replacement: $0)] } ?? [])
        // An excused value is written, so it is not recorded as omitted.
        if isDraft, lastSeverity != nil { omittedParts.drafts.insert(index) }
        if told == Self.maxPerValue { break }
      }
    }
  }
}
