import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

extension Findings {
  /// The maximum number of issues of the same kind to report for a value. A value with more issues
  /// usually repeats a single mistake, and locating each issue requires reading the value.
  static let maxPerValue = 5

  /// Reports issues in the sources of a text's values, each at its location.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether an issue belongs to the rule.
  ///   - message: Returns the message for an issue.
  ///   - hint: Returns the hint for an issue.
  ///   - replacement: The correct text, if it is the same for all issues.
  mutating func report(
    _ rule: Rule, issues isIncluded: (MessageIssue, Value) -> Bool, in text: ExaminedText,
    message: (Value, MessageIssue) -> String, hint: (MessageIssue) -> String,
    replacement: String? = nil
  ) {
    for index in text.text.values.indices {
      let issues = text.text.values[index].issues
      if issues.isEmpty { continue }
      let value = text.text.values[index]
      // Outputs for apps omit a draft that would crash them, so it isn't an error (decision 20).
      let isDraft =
        rule.severity == .error && value.status == .initial && index != text.masterIndex
      var reported = 0
      for issue in issues where isIncluded(issue, value) {
        reported += 1
        func location() -> SourceLocation { value.location(ofSource: issue.range, in: text.text) }
        func fullMessage() -> String {
          // The remaining issues are counted only if the finding is created.
          let others =
            reported < Self.maxPerValue
            ? 0 : issues.count { isIncluded($0, value) } - Self.maxPerValue
          return message(value, issue) + (others > 0 ? " (and \(others) more in this value)" : "")
        }
        report(
          rule, fullMessage(), in: text, value: value, isOmitted: isDraft, at: location(),
          hint: hint(issue),
          fixes: replacement.map { [Diagnostic.Edit(at: location(), replacement: $0)] } ?? [])
        // A suppressed value is written, so it isn't recorded as omitted.
        if isDraft, lastSeverity != nil { omittedParts.drafts.insert(index) }
        if reported == Self.maxPerValue { break }
      }
    }
  }
}
