import ConfigKit
import TremaConfigValues
import TremaProject
import TremaSupport

extension Command {
  /// `trema config merge`, which writes the configuration of one environment as one file.
  ///
  /// The output does not depend on the machine. With `--check`, the exit status is 1 if the file
  /// would change.
  static let configMerge = Command(
    name: "config merge", arguments: "[FILE... | DIR]",
    summary: "merge the configuration of one environment into one file",
    discussion: """
      Merges the layers of an environment and writes them in one canonical form: sorted keys, the
      shortest numbers, the same bytes on every machine. An unchanged file is not touched; after an error
      in the files or between the layers nothing is written. Variables such as CONFIG__API__HOST and
      --set api.host=… set the keys that the schema allows.
      """,
    options: [
      Option("environment", .text("NAME"), "select the environment, for example production"),
      Option(
        "output", short: "o", .file("FILE"), "write to FILE (default: standard output)"),
      Option("check", "write nothing; exit with 1 if FILE would change"),
      Option(
        "format", .choice(ConfigOutput.allCases.map(\.rawValue)),
        "write in this format (default: from the extension of FILE, else xml)"),
      CommandTable.Shared.set,
      CommandTable.Shared.merge,
      CommandTable.Shared.project,
    ]
  ) { try runConfigMerge($0) }

  /// Merges the layers and prints, writes or compares the result.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status, which is 1 if the layers have errors. In this case, nothing is
  ///   written.
  /// - Throws: A `.usageError` diagnostic for invalid options, or if a file cannot be read or
  ///   written.
  private static func runConfigMerge(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    let isCheck = invocation.isSet("check")
    if isCheck, invocation.outputFile == nil {
      throw Invocation.usageError(
        "--check requires an output file", hint: "specify it: -o Resources/Configuration.plist")
    }
    let (named, project, problems) = try ConfigurationSet.requested(
      by: invocation, paths: invocation.arguments)
    guard let set = named else {
      DiagnosticPrinter.print(problems)
      return ExitStatus.of(problems)
    }
    let environment = try set.environment(requestedBy: invocation)
    // An output that the next run would read as a layer is rejected.
    if let file = invocation.outputFile { try set.protect(file, of: project) }
    let loaded = try LoadedConfiguration(set, overrides: ConfigOverrides(invocation))
    let column = loaded.matrix[environment]
    // The findings about the files and the environment are combined so that no finding is reported
    // twice.
    var found = ConfigFindings()
    found.add(problems + loaded.problems)
    found.add(column?.problems ?? [], in: environment)
    let findings = loaded.matrix.withoutSuppressed(found.diagnostics)
    DiagnosticPrinter.print(findings, hiding: loaded.secrets)
    let status = ExitStatus.of(findings)
    guard status == 0, let column else { return max(status, 1) }
    let output = ConfigOutput(requestedBy: invocation)
    let bytes = try output.bytes(of: column.value, file: invocation.outputFile ?? "-")
    guard let file = invocation.outputFile, isCheck else {
      try Console.print(bytes, to: invocation.outputFile)
      return 0
    }
    let transaction = OutputTransaction(.compare)
    transaction.file(file).bytes = bytes
    guard try !transaction.commit().changed.isEmpty else { return 0 }
    try Console.print(
      "\(file) would change: it differs from the merged configuration of \(environment)\n")
    return 1
  }
}

extension ConfigOutput {
  /// Determines the format: from the option, from the output's extension, or XML by default.
  fileprivate init(requestedBy invocation: Invocation) {
    if let format: ConfigOutput = invocation.choice("format") {
      self = format
      return
    }
    self =
      switch invocation.outputFile.flatMap(ConfigFormat.init(path:)) {
      case .json: .json
      case .yaml: .yaml
      case .plist, .env, .xcconfig, nil: .xml
      }
  }
}
