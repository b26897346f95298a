import ConfigKit
import TremaProject
import TremaSupport

extension Command {
  /// `trema config fix`, which applies the fixes of findings in configurations.
  ///
  /// With `--dry-run`, the changes are printed as a patch, and the exit status is 1 if there are
  /// any.
  static let configFix = Command(
    name: "config fix", arguments: "[FILE... | DIR]",
    summary: "apply the safe fixes to configurations",
    discussion: """
      Corrects the spelling and the kind of numbers, dates and Booleans. Findings in a baseline are fixed
      too. Values without effect are removed with --only dead-override.
      """,
    options: [
      Option("dry-run", "print the changes as a patch, and exit with 1 if there are any"),
      Option("only", .text("CODE,…"), "fix only findings with these codes"),
      CommandTable.Shared.project,
    ]
  ) { invocation in
    let (set, _, problems) = try ConfigurationSet.requested(
      by: invocation, paths: invocation.arguments)
    guard let set, problems.allSatisfy({ $0.severity < .error }) else {
      DiagnosticPrinter.print(problems)
      return ExitStatus.of(problems)
    }
    let fixes = ConfigurationFixes(only: invocation.list("only"))
    var secrets = ConfigSecrets()
    // The configuration is read again after each pass, because fixed values may result in further
    // findings.
    func found() throws(Diagnostic) -> [Diagnostic] {
      let loaded = try LoadedConfiguration(set)
      secrets.formUnion(loaded.secrets)
      return try fixes.fixable(
        ConfigChecker.outcome(in: loaded.matrix, including: loaded.problems).diagnostics,
        in: loaded.matrix)
    }
    var fixing = CheckFixing(fixes.form)
    let isFixed: Bool
    do throws(Diagnostic) {
      let findings = try found()
      fixing.secrets = secrets
      isFixed = try fixing.run(findings, again: found)
      // A fix can change which values are recognized as secrets.
      fixing.secrets = secrets
    } catch {
      DiagnosticPrinter.print([error], hiding: secrets)
      return ExitStatus.of([error])
    }
    if invocation.isSet("dry-run") {
      try fixing.show()
      return isFixed ? 1 : 0
    }
    if isFixed { try fixing.write() }
    return 0
  }
}
