import ConfigKit
import TremaDiagnostics
import TremaProject

extension Command {
  static let configCheck = Command(
    name: "config check", arguments: "[FILE... | DIR]",
    summary: "Find what is wrong with the configurations of all environments",
    discussion: """
      Without arguments, checks what trema.json in this folder declares, else Configuration.plist and
      Configuration-ENVIRONMENT.plist in it. Findings go to standard output.
      """,
    options: [
      CommandTable.Shared.report,
      CommandTable.Shared.failOn,
      CommandTable.Shared.project,
    ]
  ) { invocation in
    let reports = try Reports(invocation.all("report"))
    let (set, _, problems) = try ConfigurationSet.named(by: invocation, paths: invocation.arguments)
    var found = Reports.Findings(diagnostics: problems)
    if let set {
      try reports.protect(set.paths)
      let loaded = try LoadedConfiguration(set)
      found.diagnostics += loaded.problems + ConfigChecker.findings(in: loaded.matrix)
    }
    let transaction = OutputTransaction()
    try reports.write(found, failOn: invocation.failOn, into: transaction)
    _ = try transaction.commit()
    return ExitStatus.of(found.diagnostics, failOn: invocation.failOn)
  }
}
