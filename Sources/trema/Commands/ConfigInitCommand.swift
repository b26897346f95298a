import ConfigKit
import TremaChecks
import TremaJSON
import TremaProject
import TremaSupport

extension Command {
  /// `trema config init`, which creates a schema and a baseline for an existing configuration.
  ///
  /// Existing files are replaced only with `--force`. An existing `trema.json` is never changed.
  static let configInit = Command(
    name: "config init", arguments: "[FILE... | DIR]",
    summary: "create a schema and a baseline from existing configurations",
    discussion: """
      Writes Configuration.schema.json, which describes what all environments have in common, and
      Configuration.baseline.json, which ignores the current findings of trema config check. Creates
      trema.json with the configuration if it is missing; an existing one is never changed.
      """,
    options: [
      Option("force", "replace an existing schema and baseline"),
      Option(
        "compare", .choice(["girders"]),
        "write nothing; list the keys whose value differs under GirdersSwift's merge"
      ),
      CommandTable.Shared.project,
    ]
  ) { invocation in
    let (set, project, problems) = try ConfigurationSet.requested(
      by: invocation, paths: invocation.arguments)
    guard let set, problems.allSatisfy({ $0.severity < .error }) else {
      DiagnosticPrinter.print(problems)
      return ExitStatus.of(problems)
    }
    if invocation.isSet("compare") { return try compare(set) }
    let policy = project?.checkPolicy().policy ?? CheckPolicy()
    // The baseline contains the findings that `trema config check` would report with the same
    // settings.
    let adoption = try ConfigBootstrap(
      set, isDeclared: project?.configuration != nil, isForced: invocation.isSet("force")
    ) { set throws(Diagnostic) in
      var loaded = try LoadedConfiguration(set)
      loaded.readAppleFiles(set, informationPath: nil)
      return policy.applied(
        to: ConfigChecker.outcome(in: loaded.matrix, including: loaded.problems).diagnostics)
    }
    guard adoption.problems.isEmpty else {
      DiagnosticPrinter.print(adoption.problems, hiding: adoption.secrets)
      return ExitStatus.of(adoption.problems)
    }
    let transaction = OutputTransaction()
    for output in adoption.outputs { transaction.file(output.path).bytes = output.bytes }
    _ = try transaction.commit()
    try Console.printSummary(report(adoption))
    return 0
  }

  /// Returns the summary of the written files, and the member to add to an existing `trema.json`.
  private static func report(_ adoption: ConfigBootstrap) -> String {
    let summary = adoption.summary
    let paths = adoption.outputs.map { TerminalText.escaped($0.path) }
    let counts = [
      (counted(summary.keyCount, "key"), true),
      (counted(summary.secretCount, "secret"), summary.secretCount > 0),
      ("\(summary.perEnvironmentCount) set by each environment", summary.perEnvironmentCount > 0),
      ("\(summary.distinctCount) distinct", summary.distinctCount > 0),
    ].filter(\.1).map(\.0)
    var text = "\(paths[0]): \(counts.joined(separator: ", "))\n"
    text += "\(paths[1]): \(counted(adoption.mutedCount, "finding")) muted\n"
    // The member is printed only if `trema.json` exists and doesn't have it.
    guard let declaration = adoption.declaration else { return text }
    let environments = adoption.environments.map { TerminalText.escaped($0) }.joined(
      separator: ", ")
    if paths.count > 2 { return text + "\(paths[2]): the environments \(environments)\n" }
    let member = JSONWriter().bytes(of: declaration, depth: 1, isFirst: true)
    return text + "\nadd to trema.json:\(String(decoding: member, as: UTF8.self))\n"
  }

  /// Prints the keys whose values differ between the two rules for merging layers.
  ///
  /// - Returns: The exit status, which is not affected by differences.
  private static func compare(_ set: ConfigurationSet) throws(Diagnostic) -> Int32 {
    let comparison = try RuleComparison(set)
    DiagnosticPrinter.print(comparison.problems, hiding: comparison.secrets)
    try Console.print(comparison.text)
    return ExitStatus.of(comparison.problems.filter { $0.kind != .finding })
  }
}
