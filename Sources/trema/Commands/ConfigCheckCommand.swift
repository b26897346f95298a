import ConfigKit
import TremaChecks
import TremaProject
import TremaSupport

extension Command {
  /// `trema config check`, which reports the problems of configurations and can print all values.
  ///
  /// The reports are printed to standard output or written to files. With `--matrix`, standard
  /// output contains the table of all values, and findings are printed to standard error.
  static let configCheck = Command(
    name: "config check", arguments: "[FILE... | DIR]",
    summary: "report errors and warnings in the configurations of all environments",
    discussion: """
      Without arguments, checks the configuration that trema.json declares, else Configuration.plist and
      Configuration-ENVIRONMENT.plist in this folder. Findings go to standard output; with --matrix, which
      prints the table of all values there, to standard error.
      """,
    options: [
      Option("matrix", "print each key in each environment, with its layer and line"),
      Option(
        "format", .choice(ConfigMatrixFormat.allCases.map(\.rawValue)),
        "with --matrix: print in this format (default: text)"),
      CommandTable.Shared.report,
      CommandTable.Shared.severity,
      CommandTable.Shared.failOn,
      CommandTable.Shared.maxFindings,
      CommandTable.Shared.baseline,
      CommandTable.Shared.updateBaseline,
      Option(
        "info-plist", .file("FILE"),
        "check this Info.plist too (default: the one in trema.json, else beside the files)"),
      CommandTable.Shared.project,
    ]
  ) { invocation in
    let matrixFormat = try ConfigMatrixFormat.requested(by: invocation)
    let reports = try Reports(invocation.all("report"))
    let plan = try ConfigCheckPlan(invocation)
    try reports.protect(plan.inputs + (plan.baseline.map { [$0.path] } ?? []))
    var found = Reports.Findings(diagnostics: plan.problems)
    (found.rules, found.command) = (ConfigChecker.rules, "trema config check")
    var loaded: LoadedConfiguration?
    // If the project file has errors, the configuration isn't read, and only these errors are
    // reported.
    if let set = plan.set {
      do throws(Diagnostic) {
        var read = try LoadedConfiguration(set)
        read.readAppleFiles(set, informationPath: invocation.value("info-plist"))
        found.secrets = read.secrets
        let outcome = ConfigChecker.outcome(
          in: read.matrix, including: read.problems,
          // With a baseline, all findings must be known individually.
          atMost: plan.baseline == nil ? try invocation.maxFindings() : nil)
        found.diagnostics += plan.policy.applied(to: outcome.diagnostics)
        found.suppressedCount = outcome.suppressed.count
        loaded = read
      } catch {
        // The error is added to the findings so that every report contains it.
        found.diagnostics.append(error)
      }
    }
    let transaction = OutputTransaction()
    try plan.baseline?.apply(
      to: &found, isPartial: false, remedy: "trema config check --update-baseline", transaction)
    found.diagnostics = found.diagnostics.limited(to: try invocation.maxFindings())
    if let matrixFormat {
      let matrix = loaded.map { matrixFormat.table(of: $0.matrix) } ?? []
      // The table is printed to standard output instead of the report, which is printed to standard
      // error.
      if reports.usesStandardOutput {
        DiagnosticPrinter.print(found.diagnostics, hiding: found.secrets)
      }
      try reports.write(found, failOn: invocation.failOn, onlyFiles: true, into: transaction)
      try Console.print(matrix)
    } else {
      try reports.write(found, failOn: invocation.failOn, into: transaction)
    }
    _ = try transaction.commit()
    return ExitStatus.of(found.diagnostics, failOn: invocation.failOn)
  }
}

/// The configurations to check: the specified files, or the configurations that the project
/// declares.
private struct ConfigCheckPlan {
  /// The configuration, or `nil` if the project file has errors.
  let set: ConfigurationSet?
  /// The check settings.
  var policy = CheckPolicy()
  /// The problems of the project file.
  private(set) var problems: [Diagnostic]
  /// The baseline, or `nil` if there is none.
  let baseline: CheckBaseline?
  /// The path of the project file, as the only element, or empty if files are specified.
  private var projectPath: [String] = []

  /// Determines the configuration from the command line or the project file.
  ///
  /// - Throws: A diagnostic if a file cannot be read or an option is invalid.
  init(_ invocation: Invocation) throws(Diagnostic) {
    let (set, project, problems) = try ConfigurationSet.requested(
      by: invocation, paths: invocation.arguments)
    self.problems = problems
    var path = invocation.value("baseline")
    // The check settings apply even if the project specifies the files.
    if let project {
      projectPath = [project.file]
      let (policy, problems) = project.checkPolicy()
      self.policy = policy
      self.problems += problems
    }
    path = path ?? set?.files.baseline
    self.set = self.problems.contains { $0.severity == .error } ? nil : set
    try policy.apply(
      invocation, rejectionReason: { CheckRegister.rejectionReason(of: $0, for: $1) })
    let isUpdated = invocation.isSet("update-baseline")
    if isUpdated, path == nil {
      throw Invocation.usageError(
        "--update-baseline: no baseline is specified",
        hint: "specify its file with --baseline Configuration.baseline.json, or \"baseline\" of "
          + "\"configuration\" in trema.json")
    }
    baseline = try path.map { path throws(Diagnostic) in
      try CheckBaseline(path: path, isUpdated: isUpdated)
    }
  }

  /// The paths of the files that are read, except the baseline.
  var inputs: [String] { projectPath + (set?.paths ?? []) }
}

/// The formats for the table of all values.
enum ConfigMatrixFormat: String, CaseIterable {
  case text, json, markdown, csv

  /// Returns the requested format, or `nil` if no table is requested.
  ///
  /// - Throws: A `.usageError` diagnostic if a report would also be printed to standard output.
  static func requested(by invocation: Invocation) throws(Diagnostic) -> ConfigMatrixFormat? {
    let format: ConfigMatrixFormat? = invocation.choice("format")
    // Without a table, its format must not be specified.
    guard invocation.isSet("matrix") else {
      if format == nil { return nil }
      throw Invocation.usageError(
        "--format requires --matrix",
        hint: "run trema config check --matrix --format json")
    }
    // A report without a file name, or with the file name `-`, is printed to standard output.
    let toOutput = invocation.all("report").first { !$0.contains("=") || $0.hasSuffix("=-") }
    if let toOutput {
      throw Invocation.usageError(
        "--matrix: the table and the report '\(toOutput)' would both be written to standard output",
        hint: "write the report to a file: --report=\(toOutput)=FILE")
    }
    return format ?? .text
  }

  /// Returns the table of all values. As text, it has the width of the terminal, or 120 columns.
  func table(of matrix: ConfigMatrix) -> [UInt8] {
    let listing = ConfigMatrixListing(matrix)
    return switch self {
    case .text: ConfigMatrixText(width: Console.width ?? 120).report(listing)
    case .json: ConfigMatrixJSON().report(listing)
    case .markdown: ConfigMatrixMarkdown().report(listing)
    case .csv: ConfigMatrixCSV().report(listing)
    }
  }
}
