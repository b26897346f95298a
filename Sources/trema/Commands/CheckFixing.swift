import ConfigKit
import TremaProject
import TremaSupport

/// The fixes of `trema check --fix` and `trema config fix`, reported on standard error.
struct CheckFixing {
  /// The fixes, applied in memory.
  private var fixer: Fixing
  /// The secrets that must not appear in findings or in the patch.
  var secrets = DiagnosticPrinter.defaultSecrets

  /// Creates fixes for the given kind of files.
  init(_ form: FixableForm = .catalogs) { fixer = Fixing(form) }

  /// Applies fixes until no finding has any further fixes.
  ///
  /// - Parameters:
  ///   - findings: The reported findings. Muted findings are not fixed.
  ///   - check: Checks the fixed files.
  /// - Returns: Whether any file was changed.
  mutating func run(
    _ findings: [Diagnostic], again check: () throws(Diagnostic) -> [Diagnostic]
  ) throws(Diagnostic) -> Bool {
    var findings = findings
    var passes = 0
    while passes < Fixing.maxPasses, try fixer.apply(findings) {
      passes += 1
      findings = try check()
    }
    DiagnosticPrinter.print(fixer.diagnostics, hiding: secrets)
    return passes > 0
  }

  /// Writes the changed files.
  func write() throws(Diagnostic) {
    let transaction = OutputTransaction()
    try fixer.write(into: transaction)
    _ = try transaction.commit()
    for (file, count) in fixer.fixed where Console.verbosity.value != .quiet {
      Console.note(Array("fixed \(counted(count, "finding")) in \(file)\n".utf8))
    }
  }

  /// Prints the changes as a patch for `patch` and `git apply`. If lines with secrets are masked,
  /// the patch cannot be applied.
  func show() throws(Diagnostic) {
    let patch = fixer.patch
    let maskedPatch = secrets?.masked(patch: patch, in: fixer.patchFolder) ?? patch
    try Console.print(maskedPatch)
    switch fixer.patchFolder {
    case "."?: break
    case let folder?:
      Console.note(
        Array(
          ("paths in the patch are relative to '\(TerminalText.escaped(folder))'; "
            + "apply it with: git -C '\(TerminalText.escaped(folder))' apply\n").utf8))
    case nil:
      Console.note(
        Array("the patch cannot be applied: its files have no common folder\n".utf8))
    }
    guard maskedPatch != patch else { return }
    Console.note(
      Array("lines with secrets are masked, so the patch cannot be applied\n".utf8))
  }
}
