import ConfigKit
import TremaDiagnostics
import TremaProject
import TremaSupport

extension Command {
  /// `trema config diff`, which compares two environments or two versions of a configuration.
  ///
  /// The report is printed to standard output, and the problems in the files to standard error.
  static let configDiff = Command(
    name: "config diff", arguments: "[OLD NEW] [FILE... | DIR]",
    summary: "list the differences between environments or states of a configuration",
    discussion: """
      OLD and NEW are environments of one configuration, or two files or folders. With --git, compares
      each environment with a revision, including its files and trema.json. A change in production is a
      warning, any other a note. Secrets are not shown. Exits with 0 even if there are differences,
      unless --fail-on is given; with 1 if layers contradict each other: such keys are listed and not
      compared.
      """,
    options: [
      Option(
        "git", .text("REV|REV..REV"),
        "compare with this revision, or two revisions with each other"),
      Option(
        "format", .choice(ConfigDiffFormat.allCases.map(\.rawValue)),
        "print in this format (default: text)"),
      Option("output", short: "o", .file("FILE"), "write to FILE (default: standard output)"),
      Option(
        "fail-on", .choice(["warning", "note"]), "exit with 1 for changes of this severity or above"
      ),
      CommandTable.Shared.merge,
      CommandTable.Shared.project,
    ]
  ) { try runConfigDiff($0) }

  /// The formats of the report.
  private enum ConfigDiffFormat: String, CaseIterable {
    case text, markdown, json, github
  }

  /// Prints the differences and the diagnostics.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status. Differences result in 1 only with `--fail-on`.
  /// - Throws: A diagnostic if the report cannot be written.
  private static func runConfigDiff(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    var versions = ConfigurationVersions()
    let (diff, problems): (ConfigDiff, [Diagnostic])
    do throws(Diagnostic) {
      (diff, problems) = try configDiff(invocation, &versions)
    } catch {
      DiagnosticPrinter.print([error], hiding: versions.secrets)
      return ExitStatus.of([error])
    }
    // Secrets in both versions are masked, including secrets in a version that could not be
    // compared.
    DiagnosticPrinter.print(problems + versions.problems, hiding: versions.secrets)
    let file = invocation.outputFile
    let report: [UInt8] =
      switch invocation.choice("format") ?? ConfigDiffFormat.text {
      case .text:
        ConfigDiffText(usesColor: file == nil && Console.usesColor(.output)).report(diff)
      case .markdown: ConfigDiffMarkdown().report(diff)
      case .json: ConfigDiffJSON().report(diff)
      case .github: annotations(diff.findings, hiding: versions.secrets)
      }
    try Console.print(report, to: file)
    // Errors in the files determine the exit status, because they make the comparison incomplete.
    let status = ExitStatus.of(problems + versions.problems)
    guard status == 0 else { return status }
    guard invocation.isSet("fail-on"), let severity = diff.severity else { return 0 }
    return severity >= invocation.failOn ? 1 : 0
  }

  /// Returns the findings about differences as GitHub workflow commands.
  private static func annotations(
    _ findings: [Diagnostic], hiding secrets: ConfigSecrets
  ) -> [UInt8] {
    var context = ReportContext()
    context.source = DiagnosticPrinter.source(of: findings, hiding: secrets)
    return ReportFormat.github.reporter(context).report(findings)
  }

  /// Compares the versions that the arguments specify: two environments, two files or folders, or
  /// revisions.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - versions: The comparison, which collects problems and secrets.
  /// - Returns: The differences, and the problems in the project file.
  /// - Throws: A `.usage` diagnostic if the arguments do not specify anything to compare, or a
  ///   reading error.
  private static func configDiff(
    _ invocation: Invocation, _ versions: inout ConfigurationVersions
  ) throws(Diagnostic) -> (ConfigDiff, [Diagnostic]) {
    let arguments = invocation.arguments
    versions.rule = invocation.choice("merge")
    if let revision = invocation.value("git") {
      let diff = try versions.compare(
        paths: arguments, project: invocation.value("project") ?? ProjectFile.name,
        in: RevisionRange(revision))
      return (diff, [])
    }
    guard arguments.count >= 2 else {
      throw Invocation.usageError(
        "no environments or revision are specified",
        hint: "run trema config diff staging production, or trema config diff --git main")
    }
    let (old, new) = (arguments[0], arguments[1])
    // The names of environments take precedence over paths. If the configuration cannot be read,
    // paths can still be compared.
    var (set, problems): (ConfigurationSet?, [Diagnostic]) = (nil, [])
    do throws(Diagnostic) {
      let named = try ConfigurationSet.requested(
        by: invocation, paths: Array(arguments.dropFirst(2)))
      (set, problems) = (named.set, named.problems)
    } catch {
      if !ConfigurationVersions.isPath(old) { throw error }
    }
    let names = set?.lineage.members.map(\.name) ?? []
    let areEnvironments = [old, new].allSatisfy(names.contains)
    if !areEnvironments, [old, new].allSatisfy(ConfigurationVersions.isPath) {
      try invocation.requireAtMost(2)
      return (try versions.compare(files: old, new), [])
    }
    guard let set else {
      if let error = problems.first { throw error }
      throw Invocation.usageError(
        "there is no file or folder '\(ConfigurationVersions.isPath(old) ? new : old)'")
    }
    return (try versions.compare(old, new, in: set), problems)
  }
}
