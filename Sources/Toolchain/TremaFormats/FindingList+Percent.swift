import TremaDiagnostics
import TremaMessages
import TremaSupport

extension FindingList {
  /// Reports a percent sign that does not start a conversion, in a text that contains conversions.
  ///
  /// - Parameter issues: The issues of the message. Issues of other kinds are ignored.
  mutating func addUnescapedPercent(
    _ issues: [MessageIssue], key: String, at location: SourceLocation?
  ) {
    guard issues.contains(where: { $0.kind == .unescapedPercent }) else { return }
    add(
      .warning, "unescaped-percent",
      "'\(key.shortened)' contains an unescaped percent sign next to a placeholder",
      at: location, hint: "escape the percent sign as %%", subject: key)
  }
}
