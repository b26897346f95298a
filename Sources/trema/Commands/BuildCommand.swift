import TremaProject
import TremaSupport

extension Command {
  /// `trema build`, which writes all outputs of a project.
  ///
  /// The list of outputs is printed to standard output, and findings to standard error. The exit
  /// status is 1 if an output is not up to date with `--check`, or if findings reach `--fail-on`.
  static let build = Command(
    name: "build", arguments: "[PROJECT...]",
    summary: "write all outputs of a project that trema.json declares",
    discussion: """
      Does not touch outputs whose content is unchanged, and removes outputs of an earlier build that
      are no longer declared. .trema-build.json in the output root lists the outputs. PROJECT is a
      project file. Several projects are built at the same time and reported in their order.
      """,
    options: [
      CommandTable.Shared.project,
      CommandTable.Shared.jobs,
      Option("only", .list(OutputFormat.names), "write only outputs of these formats"),
      Option(
        "output-root", .folder("DIR"),
        "write outputs below this folder (default: that of the project file)"),
      Option("check", "write nothing; list the outputs that are out of date, and exit with 1"),
      Option("watch", "keep running, and build again when trema.json or a catalogue changes"),
      Option("stamp", .file("FILE"), "touch this file on success"),
      Option(
        "planned", .file("PATH"),
        "expect this output below the output root; may repeat; others are errors"
      ),
      Option(
        "stale-stamp", .file("FILE"), "touch this file if the outputs are not the planned ones"),
      CommandTable.Shared.keepGoing,
      CommandTable.Shared.severity,
      CommandTable.Shared.failOn,
      CommandTable.Shared.maxFindings,
      CommandTable.Shared.maximumValueSize,
    ]
  ) { try runBuild($0) }

  /// Builds the projects that the command line specifies.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status.
  /// - Throws: A diagnostic if the only project cannot be built; see ``build(_:_:)``.
  private static func runBuild(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    let projects = try projects(invocation)
    if projects.count > 1 { return try build(projects, of: invocation) }
    if invocation.isSet("watch") { return try watch(projects[0]) }
    var output = ProjectOutput()
    let built = try build(projects[0], &output)
    try output.write()
    if !invocation.isSet("check") { try touchStamp(invocation, built.status) }
    return built.status
  }

  /// Returns the invocations for the specified projects.
  ///
  /// - Throws: A diagnostic of the kind `.usageError` if an argument is not a project file, or
  ///   cannot be combined with the options or other arguments.
  private static func projects(_ invocation: Invocation) throws(Diagnostic) -> [Invocation] {
    for argument in invocation.arguments where !Invocation.isProjectFile(argument) {
      if let file = ProjectFileList.projectFile(inFolder: argument) {
        throw Invocation.usageError(
          "'\(argument)' is a folder", hint: "specify its project file: \(file)")
      }
      throw Invocation.usageError(
        "'\(argument)' is not a project file, whose name ends in .json",
        hint: "declare catalogues in trema.json, or use trema convert")
    }
    let separately = "build each project in a separate call"
    return try invocation.projects(
      rejecting: [
        "watch": "watch each project in a separate call", "output-root": separately,
        "planned": separately, "stale-stamp": separately,
      ], haveLists: true)
  }

  /// Builds a project unless nothing has changed since the last build.
  ///
  /// - Parameters:
  ///   - invocation: The invocation for the project.
  ///   - output: Receives the findings and the result as text.
  /// - Returns: The exit status, the outputs that are up to date or were written, and the postponed
  ///   removal of outputs, or `nil` if there is none.
  /// - Throws: A diagnostic if an input cannot be read or an output cannot be written. In this
  ///   case, the trace is removed so that the next build is complete.
  static func build(
    _ invocation: Invocation, _ output: inout ProjectOutput
  ) throws(Diagnostic) -> (status: Int32, outputs: [String], removals: OutputRemovals?) {
    let isDryRun = invocation.isSet("check")
    let project = invocation.value("project") ?? ProjectFile.name
    let shownProject = invocation.isOneOfSeveral ? project : nil
    var trace = isDryRun || invocation.isSet("verbose") ? nil : BuildTrace(invocation)
    // If no inputs or outputs have changed, the catalogs and outputs are not opened.
    if let outputs = trace?.upToDateOutputs() {
      if !invocation.isSet("quiet") {
        output.print(OutcomeText.text(of: outputs.count, written: 0, project: shownProject))
      }
      return (0, Array(outputs.paths), nil)
    }
    // The project file is recorded before it is read, and the other inputs as soon as they are
    // known.
    trace?.begin([project])
    var pass = BuildPass(invocation: invocation)
    pass.onInputs = { (files) throws(Diagnostic) in trace?.begin(files) }
    let result: BuildPass.Result
    do throws(Diagnostic) {
      result = try pass.run()
    } catch {
      trace?.remove()
      throw error
    }
    output.note(
      DiagnosticPrinter.text(
        of: result.diagnostics, hiding: result.report.secrets,
        suppressed: result.report.conversion.suppressedCount))
    let outcome = result.report.outcome
    if let outcome, !invocation.isSet("quiet") {
      output.print(
        OutcomeText.text(
          outcome, removed: result.report.removed,
          omitted: result.report.conversion.omittedLanguages, isDryRun: isDryRun,
          project: shownProject))
    }
    trace?.store(result)
    return (
      result.status, outcome.map { $0.changed + $0.unchanged } ?? [], result.report.removals
    )
  }

  /// Updates the stamp file of a successful build.
  static func touchStamp(
    _ invocation: Invocation, _ status: Int32
  ) throws(Diagnostic) {
    guard status == 0, let stamp = invocation.value("stamp") else { return }
    try Build.touch(stamp)
  }

  /// Builds, then builds again after each change of an input file, until a signal arrives.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: 0, because the user ends the process.
  /// - Throws: A diagnostic if the project file cannot be read at the start, or its folder is
  ///   removed.
  private static func watch(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    if invocation.isSet("check") {
      throw Invocation.usageError(
        "--watch and --check cannot be combined", hint: "remove one of them")
    }
    let project = invocation.value("project") ?? ProjectFile.name
    // A missing project file is probably misnamed, so waiting for it would be pointless.
    _ = try ProjectFile.load(invocation)
    let watch = try ProjectWatcher(project: project)
    var pass = BuildPass(invocation: invocation)
    pass.onInputs = { (files) throws(Diagnostic) in try watch.watch(files) }
    var last: BuildPass.Result?
    repeat {
      let start = Stopwatch.now
      let result = outcome(of: pass)
      if watch.isTerminating { break }
      // Consecutive builds with the same findings and without written outputs aren't reported.
      if last.map({ !result.hasNothingToShow(after: $0) }) ?? true {
        try show(result, after: Stopwatch.now - start, invocation)
      }
      if last == nil, !invocation.isSet("quiet") {
        try Console.print("watching \(project) and its catalogues; press Ctrl-C to stop\n")
      }
      if result.status == 0, let stamp = invocation.value("stamp") { try Build.touch(stamp) }
      last = result
    } while try watch.wait()
    return 0
  }

  /// Returns the result of a pass. An error is also a result, because an inaccessible file may be
  /// accessible after the next change.
  private static func outcome(of pass: BuildPass) -> BuildPass.Result {
    do throws(Diagnostic) {
      return try pass.run()
    } catch {
      return BuildPass.Result(diagnostics: [error], status: ExitStatus.of([error]))
    }
  }

  /// Prints the result of a pass and its duration.
  ///
  /// - Parameters:
  ///   - result: The result of the pass.
  ///   - time: The duration of the pass.
  ///   - invocation: The command line.
  /// - Throws: A diagnostic if standard output cannot be written.
  private static func show(
    _ result: BuildPass.Result, after time: Duration, _ invocation: Invocation
  ) throws(Diagnostic) {
    DiagnosticPrinter.print(
      result.diagnostics, hiding: result.report.secrets,
      suppressed: result.report.conversion.suppressedCount)
    guard !invocation.isSet("quiet") else { return }
    var text = "nothing written"
    if let outcome = result.report.outcome {
      text = OutcomeText.text(
        outcome, removed: result.report.removed, omitted: result.report.conversion.omittedLanguages)
      text.removeLast()
    }
    let milliseconds = Int((time / .milliseconds(1)).rounded(.up))
    try Console.print("\(text) in \(milliseconds) ms\n")
  }
}
