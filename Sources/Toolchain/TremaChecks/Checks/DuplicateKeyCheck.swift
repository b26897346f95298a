import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for two texts with the same key, of which outputs can contain only one.
struct DuplicateKeyCheck: Check {
  static let rule = Rule(
    .error, "duplicate-key", "Two texts have the same key.",
    why: "Outputs have room for one of the two; the other would be lost, most often after a merge.",
    example: """
      <text key="title">…</text>
      <text key="title">…</text>
      """,
    fix:
      "Rename one of the two, or merge their values. Where the finding is excused, outputs have the "
      + "first of them alone.")

  // ``Checker`` finds the second text by its index of keys; this type only makes the finding.
  static let needs = CheckNeeds([])

  /// Returns the finding for a second text with the same key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - location: The location of the second text.
  ///   - first: The location of the first text.
  static func diagnostic(
    _ key: String, at location: SourceLocation, first: SourceLocation
  ) -> Diagnostic {
    let line = first.start.map { " (first on line \($0.line))" } ?? ""
    var diagnostic = Diagnostic(
      rule.severity, rule.code, "key '\(key.shortened)' is defined twice\(line)", at: location,
      hint: "rename one of the two, or merge their values", subject: key)
    diagnostic.related = [Diagnostic.Related("the first '\(key.shortened)'", at: first)]
    return diagnostic
  }
}
