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

  /// Keeps what a build said, where the next one would say the same: all was made and nothing had to
  /// be removed; the files of a configuration are more than those that are named.
  ///
  /// - Parameter errors: what was printed to standard error.
  func keep(_ result: BuildPass.Result, errors: [UInt8]) {
    let report = result.report
    guard let outcome = report.outcome, report.removed.isEmpty, report.secrets == nil,
      !report.conversion.hasErrors, let list = report.list
    else { return forget() }
    var next = outcome
    next.unchanged = outcome.changed + outcome.unchanged
    next.changed = []
    keep(
      Result(
        status: result.status,
        output: Array(Outcome.text(next, omitted: report.conversion.omittedLanguages).utf8),
        errors: errors),
      outputs: next.unchanged + [list])
  }
}
