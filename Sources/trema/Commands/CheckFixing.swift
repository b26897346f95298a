import ConfigKit
import TremaProject
import TremaSupport

/// `trema check --fix` and `trema config fix`: what findings offer is done, and told on standard error.
struct CheckFixing {
  private var fixing: Fixing
  /// The secrets that neither the findings nor the patch may show.
  var secrets = DiagnosticPrinter.usuallyHidden

  init(_ form: FixableForm = .catalogues) { fixing = Fixing(form) }

  /// Fixes until nothing more is offered.
  ///
  /// - Parameters:
  ///   - findings: those that are told; what a baseline mutes stays as it is.
  ///   - check: finds again, in what the files have become.
  /// - Returns: whether there is anything to write.
  mutating func run(
    _ findings: [Diagnostic], again check: () throws(Diagnostic) -> [Diagnostic]
  ) throws(Diagnostic) -> Bool {
    var findings = findings
    var passes = 0
    while passes < Fixing.mostPasses, try fixing.apply(findings) {
      passes += 1
      findings = try check()
    }
    DiagnosticPrinter.print(fixing.diagnostics, hiding: secrets)
    return passes > 0
  }

  /// Writes what the files have become.
  func write() throws(Diagnostic) {
    let transaction = OutputTransaction()
    try fixing.write(into: transaction)
    _ = try transaction.commit()
    for (file, count) in fixing.fixed where Console.verbosity.value != .quiet {
      Console.note(Array("fixed \(counted(count, "finding")) in \(file)\n".utf8))
    }
  }

  /// Prints what would change, as `patch` and `git apply` read it, unless lines of it are hidden.
  func show() throws(Diagnostic) {
    let patch = fixing.patch
    let shown = secrets?.masked(patch: patch, in: fixing.patchFolder) ?? patch
    try Console.print(shown)
    switch fixing.patchFolder {
    case "."?: break
    case let folder?:
      Console.note(
        Array(
          ("the paths of the patch start from '\(TerminalText.shown(folder))': "
            + "git -C '\(TerminalText.shown(folder))' apply\n").utf8))
    case nil:
      Console.note(
        Array("the patch cannot be applied: its files have no folder in common\n".utf8))
    }
    guard shown != patch else { return }
    Console.note(
      Array("lines with secrets are not shown, so that this patch cannot be applied\n".utf8))
  }
}
