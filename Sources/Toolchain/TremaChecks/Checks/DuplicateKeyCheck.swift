import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for two texts with the same key. Outputs can contain only one of them.
struct DuplicateKeyCheck: Check {
  static let rule = Rule(
    .error, "duplicate-key", "Two texts have the same key.",
    why: "Outputs can contain only one of them; the other is lost. This usually happens in a "
      + "merge.",
    example: """
      <text key="title">…</text>
      <text key="title">…</text>
      """,
    fix: "Rename or remove one of them. If the finding is suppressed, outputs contain only the "
      + "first text.")

  // ``Checker`` detects the second text with its key index; this type only creates the finding.
  static let needs = CheckNeeds([])

  /// Returns the finding for a second text with the same key.
  ///
  /// - Parameters:
  ///   - key: The key that both texts have.
  ///   - location: The location of the second text.
  ///   - first: The location of the first text.
  static func diagnostic(
    _ key: String, at location: SourceLocation, first: SourceLocation
  ) -> Diagnostic {
    let line = first.start.map { " (first on line \($0.line))" } ?? ""
    var diagnostic = Diagnostic(
      rule.severity, rule.code, "key '\(key.shortened)' is defined twice\(line)", at: location,
      hint: "rename or remove one of them", subject: key)
    diagnostic.related = [Diagnostic.Related("'\(key.shortened)' is first defined here", at: first)]
    return diagnostic
  }
}
