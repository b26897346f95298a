import TremaDiagnostics
import TremaProject

/// `trema check --fix`: what findings offer is done, and told on standard error.
enum CheckFixing {
  /// - Parameter findings: those that are told; what a baseline mutes stays as it is.
  /// - Returns: whether a file changed.
  static func fix(_ findings: [Diagnostic]) throws(Diagnostic) -> Bool {
    let transaction = OutputTransaction()
    let report = try Fixing.apply(findings, into: transaction)
    _ = try transaction.commit()
    DiagnosticPrinter.print(report.diagnostics)
    for (file, count) in report.fixed {
      Console.note(Array("fixed \(count) finding\(count == 1 ? "" : "s") in \(file)\n".utf8))
    }
    if report.skipped > 0 {
      let places = report.skipped == 1 ? "1 fix meets" : "\(report.skipped) fixes meet"
      Console.note(Array("\(places) another: run trema check --fix again\n".utf8))
    }
    return !report.fixed.isEmpty
  }

  /// Prints what would change, as `patch` and `git apply` read it.
  ///
  /// - Returns: the exit status: 1 when a file would change.
  static func show(_ findings: [Diagnostic]) throws(Diagnostic) -> Int32 {
    let report = try Fixing.apply(findings, into: OutputTransaction(.collect))
    DiagnosticPrinter.print(report.diagnostics)
    try Console.print(report.patch)
    return report.patch.isEmpty ? 0 : 1
  }
}
