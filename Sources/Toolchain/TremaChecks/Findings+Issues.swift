import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

extension Findings {
  /// So many issues of one kind are told one by one; a value with more of them has one mistake,
  /// made everywhere, and each place costs a walk through the value.
  static let mostPerValue = 5

  /// Reports what was odd about the sources of the values of a text, each at its place.
  ///
  /// - Parameter replacement: what should be there, where that is always right.
  mutating func report(
    _ rule: Rule, issues isMeant: (MessageIssue, Value) -> Bool, in text: ExaminedText,
    message: (Value, MessageIssue) -> String, hint: (MessageIssue) -> String,
    replacement: String? = nil
  ) {
    for index in text.text.values.indices {
      let issues = text.text.values[index].issues
      if issues.isEmpty { continue }
      let value = text.text.values[index]
      // A draft that would crash is none of an app's (decision 20).
      let isDraft =
        rule.severity == .error && value.status == .initial && index != text.masterIndex
      var told = 0
      for issue in issues where isMeant(issue, value) {
        told += 1
        func place() -> SourceLocation { value.location(ofSource: issue.range, in: text.text) }
        func words() -> String {
          // They are counted when one is reported.
          let others =
            told < Self.mostPerValue
            ? 0 : issues.count { isMeant($0, value) } - Self.mostPerValue
          return message(value, issue) + (others > 0 ? " (and \(others) more in this value)" : "")
        }
        report(
          rule, words(), in: text, value: value, isLeftOut: isDraft, at: place(),
          hint: hint(issue),
          fixes: replacement.map { [Diagnostic.Edit(at: place(), replacement: $0)] } ?? [])
        // An excused value is written.
        if isDraft, lastSeverity != nil { leftOut.drafts.insert(index) }
        if told == Self.mostPerValue { break }
      }
    }
  }
}
