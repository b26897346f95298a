import ConfigKit
import TremaProject
import TremaSupport

extension Command {
  /// `trema config verify-bundle`, which verifies the configuration in a built app.
  ///
  /// Findings are reported as in `trema config check`. Secrets of the configuration are masked in
  /// all reports.
  static let configVerifyBundle = Command(
    name: "config verify-bundle", arguments: "PATH [FILE... | DIR]",
    summary: "verify that a built app contains the configuration of one environment only",
    discussion: """
      PATH is an .app folder, an .ipa, any other folder or ZIP archive. The other arguments select the
      expected configuration, as for trema config check. Findings go to standard output.
      """,
    options: [
      Option("environment", .text("NAME"), "select the environment (default: production)"),
      Option("name", .text("NAME"), "look for a file with this name (default: that of the base)"),
      CommandTable.Shared.report,
      CommandTable.Shared.failOn,
      CommandTable.Shared.project,
    ]
  ) { invocation in
    guard let path = invocation.arguments.first else {
      throw Invocation.usageError(
        "no app is specified",
        hint: "run trema config verify-bundle App.ipa --environment "
          + "production")
    }
    let reports = try Reports(invocation.all("report"))
    let (set, _, problems) = try ConfigurationSet.requested(
      by: invocation, paths: Array(invocation.arguments.dropFirst()))
    var found = Reports.Findings(diagnostics: problems)
    var secrets = ConfigSecrets()
    if let set {
      try reports.protect(set.paths + [path])
      do throws(Diagnostic) {
        let verification = try BundleVerification(
          path, contains: set.environment(named: invocation.value("environment") ?? "production"),
          of: set,
          name: invocation.value("name"), hiding: &secrets)
        found.diagnostics += verification.findings
      } catch {
        // Other errors are findings so that each report contains them.
        if error.kind == .usage { throw error }
        found.diagnostics.append(error)
      }
    }
    found.secrets = secrets
    let transaction = OutputTransaction()
    try reports.write(found, failOn: invocation.failOn, into: transaction)
    _ = try transaction.commit()
    return ExitStatus.of(found.diagnostics, failOn: invocation.failOn)
  }
}
