import TremaProject
import TremaSupport

/// A single build with the current project file.
struct BuildPass {
  /// The command line.
  let invocation: Invocation
  /// A closure that is called with the input files before they are read.
  var onInputs: ([String]) throws(Diagnostic) -> Void = { (_) throws(Diagnostic) in }

  /// The result of a build.
  struct Result {
    /// The diagnostics to print.
    var diagnostics: [Diagnostic]
    /// The result of the build, or empty if the project file has errors.
    var report = Build.Report()
    /// The exit status.
    var status: Int32

    /// Returns whether there is nothing to show after the previous result, because no outputs have
    /// changed and the diagnostics are the same.
    func hasNothingToShow(after last: Result) -> Bool {
      let isQuiet = (report.outcome?.changed.isEmpty ?? true) && report.removed.isEmpty
      return isQuiet && diagnostics == last.diagnostics
    }
  }

  /// Reads the project file and builds.
  ///
  /// - Throws: A diagnostic if an input cannot be read or an output cannot be written.
  func run() throws(Diagnostic) -> Result {
    var placement = ProjectFile.Placement()
    placement.root = invocation.value("output-root")
    placement.formats = invocation.list("only").map { Set($0.compactMap(OutputFormat.init(name:))) }
    let (planned, problems) = try ProjectFile.build(invocation, placement)
    guard var build = planned else {
      return Result(diagnostics: problems, status: ExitStatus.of(problems))
    }
    // The inputs are reported before they are read so that changes in between are detected.
    try onInputs(build.inputs)
    build.isDryRun = invocation.isSet("check")
    build.postponesRemovals = invocation.isOneOfSeveral
    build.formats = placement.formats
    let paths = Set(invocation.all("planned"))
    if !paths.isEmpty {
      build.planned = PlannedOutputs(paths: paths, staleStamp: invocation.value("stale-stamp"))
    }
    build.projectFile = invocation.value("project") ?? ProjectFile.name
    build.conversion.maxFindings = try invocation.maxFindings()
    let line = ProgressLine()
    // The progress of one of several projects would be misleading.
    if !invocation.isOneOfSeveral { build.conversion.progress = line.show }
    defer { line.clear() }
    let report = try build.run()
    // The exit status considers all findings, while the printed findings also contain notes about
    // omitted values.
    let all = problems + report.conversion.diagnostics
    var status = ExitStatus.of(all, failOn: invocation.failOn)
    if build.isDryRun, !report.isCurrent { status = max(status, 1) }
    return Result(
      diagnostics: problems + report.conversion.notes(isWritten: report.outcome != nil),
      report: report, status: status)
  }
}
