import TremaCatalog
import TremaDiagnostics
import TremaMessages

extension Findings {
  /// So many issues of one kind are told one by one; a value with more of them has one mistake,
  /// made everywhere, and each place costs a walk through the value.
  static let mostPerValue = 5

  /// Reports what was odd about the sources of the values of a text, each at its place.
  ///
  /// - Parameter replacement: what should stand there, where that is always right.
  mutating func report(
    _ rule: Rule, issues isMeant: (MessageIssue.Kind) -> Bool, in text: ExaminedText,
    message: (Value, MessageIssue) -> String, hint: String, replacement: String? = nil
  ) {
    for value in text.text.values where !value.issues.isEmpty {
      let issues = value.issues.filter { isMeant($0.kind) }
      for (index, issue) in issues.prefix(Self.mostPerValue).enumerated() {
        let others = issues.count - Self.mostPerValue
        let isLast = index == Self.mostPerValue - 1 && others > 0
        let place = value.location(ofSource: issue.range, in: text.text)
        report(
          rule, message(value, issue) + (isLast ? " (and \(others) more in this value)" : ""),
          in: text, value: value, at: place, hint: hint,
          fixes: replacement.map { [Diagnostic.Edit(at: place, replacement: $0)] } ?? [])
      }
    }
  }
}
