import TremaDiagnostics
import TremaProject

extension Command {
  static let build = Command(
    name: "build", arguments: "", summary: "Make all outputs of a project, as trema.json says",
    discussion: """
      Outputs that stay as they are are not touched; those that an earlier build made and this one
      makes no longer are removed. The list of outputs is .trema-build.json in the output root.
      """,
    options: [
      CommandTable.Shared.project,
      Option("only", .list(OutputFormat.names), "only outputs of these formats"),
      Option(
        "output-root", .folder("DIR"),
        "the folder that outputs are below (default: that of the project file)"),
      Option("check", "write nothing; name the outputs that are not current, and exit with 1"),
      Option("quiet", "do not say what was written"),
      Option("stamp", .file("FILE"), "touch this file when all went well"),
      Option(
        "planned", .file("PATH"),
        "an output below the output root that the caller counts on; may repeat, others are errors"
      ),
      Option(
        "stale-stamp", .file("FILE"), "touch this file when the outputs are not those planned"),
      CommandTable.Shared.keepGoing,
      CommandTable.Shared.severity,
      CommandTable.Shared.failOn,
      CommandTable.Shared.maximumValueSize,
    ]
  ) { try runBuild($0) }

  private static func runBuild(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    guard invocation.arguments.isEmpty else {
      throw Invocation.usage(
        "build takes no files", hint: "name them in trema.json, or use trema convert")
    }
    var placement = ProjectFile.Placement()
    placement.root = invocation.value("output-root")
    placement.only = invocation.list("only").map { Set($0.compactMap(OutputFormat.init)) }
    let (conversion, root, problems) = try ProjectFile.conversion(invocation, placement)
    guard let conversion else {
      DiagnosticPrinter.print(problems)
      return ExitStatus.of(problems)
    }
    var build = Build(conversion, root: root)
    build.isDryRun = invocation.isSet("check")
    build.only = placement.only
    let planned = Set(invocation.all("planned"))
    if !planned.isEmpty {
      build.planned = PlannedOutputs(paths: planned, staleStamp: invocation.value("stale-stamp"))
    }
    build.projectFile = invocation.value("project") ?? ProjectFile.name
    let line = ProgressLine()
    build.conversion.progress = line.show
    defer { line.clear() }
    let report = try build.run()
    line.clear()
    DiagnosticPrinter.print(problems + report.conversion.notes)
    if let outcome = report.outcome, !invocation.isSet("quiet") {
      try Console.print(Outcome.text(outcome, removed: report.removed, isDryRun: build.isDryRun))
    }
    let status = ExitStatus.of(problems + report.conversion.diagnostics, failOn: invocation.failOn)
    if build.isDryRun { return report.isCurrent ? status : max(status, 1) }
    if status == 0, let stamp = invocation.value("stamp") { try Build.touch(stamp) }
    return status
  }
}
