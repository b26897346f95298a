import TremaProject

extension BuildTrace {
  /// Creates the trace for a `build` invocation of one project, which includes the options and
  /// whether colors are used.
  init(_ invocation: Invocation) {
    let color = Console.usesColor(.error) ? "color" : "plain"
    var placement = ProjectFile.Placement()
    placement.root = invocation.value("output-root")
    self.init(
      [Trema.version, color, invocation.command] + invocation.settings,
      root: ProjectFile.outputRoot(
        ofProject: invocation.value("project") ?? ProjectFile.name, placement))
  }

  /// Stores the trace of a build if the next build would have nothing to report because nothing was
  /// found, omitted or removed.
  ///
  /// Builds with a configuration are not stored, because not all of its files are known.
  func store(_ result: BuildPass.Result) {
    let report = result.report
    guard result.status == 0, result.diagnostics.isEmpty, let outcome = report.outcome,
      report.removed.isEmpty, report.removals == nil, report.secrets == nil,
      report.conversion.omittedLanguages.isEmpty,
      report.conversion.suppressedCount == 0, let list = report.list
    else { return remove() }
    store(outputs: outcome.changed + outcome.unchanged, list: list)
  }
}
