import ConfigKit
import TremaConfigValues
import TremaProject
import TremaSupport

extension Command {
  /// `trema config explain`, which shows the layers that set the value of a key.
  ///
  /// The explanation is printed to standard output, and the configuration's problems to standard
  /// error.
  static let configExplain = Command(
    name: "config explain", arguments: "KEY [FILE... | DIR]",
    summary: "show which layer sets the value of a key",
    discussion: """
      Lists for each environment the layers with file, line and column, the value of KEY in each, and
      the rule that decided. KEY is a top-level key, or a path such as api.hosts; a key with a dot
      must be quoted in a path. Secrets are not shown. Variables such as CONFIG__API__HOST and --set are
      layers, as for config merge.
      """,
    options: [
      CommandTable.Shared.environment,
      Option(
        "format", .choice(ExplanationFormat.allCases.map(\.rawValue)),
        "print in this format (default: text)"
      ),
      CommandTable.Shared.set,
      CommandTable.Shared.merge,
      CommandTable.Shared.project,
    ]
  ) { try runExplain($0) }

  /// The formats of the report.
  private enum ExplanationFormat: String, CaseIterable {
    case text, json
  }

  /// Prints a key's explanation and the configuration's problems.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status, which is 1 if the schema cannot be read or the key does not exist.
  /// - Throws: A `.usageError` diagnostic if no key or an unknown environment is specified.
  private static func runExplain(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    guard let key = invocation.arguments.first else {
      throw Invocation.usageError(
        "no key is specified",
        hint: "run trema config explain "
          + "api.timeout")
    }
    let (named, _, problems) = try ConfigurationSet.requested(
      by: invocation, paths: Array(invocation.arguments.dropFirst()))
    guard let set = named else {
      DiagnosticPrinter.print(problems)
      return ExitStatus.of(problems)
    }
    let environments = try set.environments(requestedBy: invocation)
    let loaded = try LoadedConfiguration(set, overrides: ConfigOverrides(invocation))
    let all = problems + loaded.problems
    let secrets = loaded.secrets
    // Without the schema, the secrets are unknown, so no value can be shown.
    guard set.files.schema == nil || loaded.matrix.contract != nil else {
      DiagnosticPrinter.print(all, hiding: secrets)
      return max(1, ExitStatus.of(all))
    }
    do throws(Diagnostic) {
      let explanation = ConfigExplanation(
        try loaded.matrix.key(key), in: loaded.matrix, environments: environments)
      try Console.print(
        invocation.choice("format") == ExplanationFormat.json
          ? ConfigExplanationJSON().report(explanation)
          : ConfigExplanationText(usesColor: Console.usesColor(.output)).report(explanation))
    } catch {
      if error.kind != .finding { throw error }
      DiagnosticPrinter.print(all + [error], hiding: secrets)
      return ExitStatus.of(all + [error])
    }
    DiagnosticPrinter.print(all, hiding: secrets)
    return ExitStatus.of(all)
  }
}
