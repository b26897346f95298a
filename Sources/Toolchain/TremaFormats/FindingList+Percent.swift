import TremaDiagnostics
import TremaMessages
import TremaSupport

extension FindingList {
  /// Reports a percent sign that begins no conversion, in a text that contains a conversion.
  mutating func addUnescapedPercent(
    _ issues: [MessageIssue], key: String, at location: SourceLocation?
  ) {
    guard issues.contains(where: { $0.kind == .unescapedPercent }) else { return }
    add(
      .warning, "unescaped-percent",
      "a percent sign beside a placeholder in '\(key.shortened)'",
      at: location, hint: "write %% where a percent sign is meant", subject: key)
  }
}
