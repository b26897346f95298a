import TremaCatalog
import TremaDiagnostics

/// Two texts of one file with the same key: one of them would be lost.
struct DuplicateKeyCheck: Check {
  static let rule = Rule(
    .error, "duplicate-key", "Two texts have the same key.",
    why: "Outputs have room for one of the two; the other would be lost, most often after a merge.",
    example: """
      <text key="title">…</text>
      <text key="title">…</text>
      """,
    fix: "Rename one of the two, or merge their values.")

  static let needs: TextTraits = []

  // The index of keys that every check may read finds the second; this gives the words.
  static func diagnostic(_ text: Text, first: SourceLocation) -> Diagnostic {
    let line = first.start.map { " (first on line \($0.line))" } ?? ""
    var diagnostic = Diagnostic(
      rule.severity, rule.code, "key '\(text.key)' is defined twice\(line)",
      at: text.location(text.position), hint: "rename one of the two, or merge their values",
      subject: text.key)
    diagnostic.related = [Diagnostic.Related("the first '\(text.key)'", at: first)]
    return diagnostic
  }
}
