import TremaProject

extension BuildTrace {
  /// Creates the trace of a call of `build`. Its arguments and the use of colours are part of it.
  init(_ invocation: Invocation) {
    let color = Console.usesColor(.error) ? "color" : "plain"
    var placement = ProjectFile.Placement()
    placement.root = invocation.value("output-root")
    self.init(
      [Trema.version, color] + CommandLine.arguments.dropFirst(),
      root: ProjectFile.outputRoot(
        ofProject: invocation.value("project") ?? ProjectFile.name, placement))
  }

  /// Stores the trace of a build if the next one would have nothing to report: nothing was found,
  /// left out or removed.
  ///
  /// The files of a configuration are not known completely, so that a build with one is not stored.
  func store(_ result: BuildPass.Result) {
    let report = result.report
    guard result.status == 0, result.diagnostics.isEmpty, let outcome = report.outcome,
      report.removed.isEmpty, report.secrets == nil, report.conversion.omittedLanguages.isEmpty,
      report.conversion.suppressed == 0, let list = report.list
    else { return remove() }
    store(outputs: outcome.changed + outcome.unchanged, list: list)
  }
}
