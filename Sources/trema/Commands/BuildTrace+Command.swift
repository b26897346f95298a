import TremaProject

extension BuildTrace {
  /// For a call of `build`.
  init(_ invocation: Invocation) {
    let color = Console.usesColor(.error) ? "color" : "plain"
    var placement = ProjectFile.Placement()
    placement.root = invocation.value("output-root")
    self.init(
      [Trema.version, color] + CommandLine.arguments.dropFirst(),
      root: ProjectFile.outputRoot(
        ofProject: invocation.value("project") ?? ProjectFile.name, placement))
  }

  /// Remembers a build after which the next would find the same and have nothing to report: nothing was found,
  /// left out or removed. The files of a configuration are more than those that are named.
  func keep(_ result: BuildPass.Result) {
    let report = result.report
    guard result.status == 0, result.diagnostics.isEmpty, let outcome = report.outcome,
      report.removed.isEmpty, report.secrets == nil, report.conversion.omittedLanguages.isEmpty,
      report.conversion.excused == 0, let list = report.list
    else { return forget() }
    keep(outputs: outcome.changed + outcome.unchanged, list: list)
  }
}
