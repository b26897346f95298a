import TremaCatalog
import TremaDiagnostics

/// Two texts of one file with the same key: one of them would be lost.
struct DuplicateKeyCheck: Check {
  static let rule = Rule(.error, "duplicate-key", "Two texts have the same key.")

  // The index of keys that every check may read finds the second; this gives the words.
  static func report(
    _ text: ExaminedText, first: SourceLocation, into findings: inout Findings
  ) {
    let line = first.start.map { " (first on line \($0.line))" } ?? ""
    findings.report(
      rule, "key '\(text.text.key)' is defined twice\(line)", in: text,
      hint: "rename one of the two, or merge their values",
      related: [Diagnostic.Related("the first '\(text.text.key)'", at: first)])
  }
}
