import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// Two texts of one file with the same key: one of them would be lost.
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

  static let needs = CheckNeeds([])

  // The index of keys that every check may read finds the second; this gives the words.
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
