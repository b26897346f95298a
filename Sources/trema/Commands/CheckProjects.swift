import TremaProject
import TremaSupport

extension Command {
  /// Checks several projects at the same time, and reports the findings of all of them together.
  ///
  /// A project that cannot be read is a finding, so that it does not stop the others.
  ///
  /// - Parameters:
  ///   - projects: The invocations for the projects.
  ///   - invocation: The command line.
  /// - Returns: The exit status.
  /// - Throws: A diagnostic of the kind `.usageError`, or if a report cannot be written.
  static func check(
    _ projects: [Invocation], of invocation: Invocation
  ) throws(Diagnostic) -> Int32 {
    let reports = try Reports(invocation.all("report"))
    if reports.usesCatalog {
      throw Invocation.usageError(
        "--report=html shows the texts of only one project",
        hint: "write this report in a separate call for each project")
    }
    let maxFindings = try invocation.maxFindings()
    let results = LockedValue<[CheckedProject]>([])
    let line = ProgressLine()
    try invocation.run(projects) {
      CheckedProject($0, reports, maxFindings)
    } deliver: { index, project in
      results.withLock { $0.append(project) }
      line.show { "\(index + 1) of \(projects.count) projects" }
    }
    line.clear()
    let transaction = OutputTransaction()
    var found = Reports.Findings()
    // Projects may share a catalogue.
    var reported: Set<Diagnostic> = []
    for project in results.value {
      let findings = try project.findings(transaction)
      let others = findings.diagnostics.filter { !reported.contains($0) }
      found.diagnostics += others
      found.mutedCount += findings.mutedCount
      found.suppressedCount += findings.suppressedCount
      reported.formUnion(others)
    }
    found.diagnostics = found.diagnostics.limited(to: maxFindings)
    try reports.write(found, failOn: invocation.failOn, into: transaction)
    _ = try transaction.commit()
    return ExitStatus.of(found.diagnostics, failOn: invocation.failOn)
  }
}

/// The result of checking one of several projects.
private struct CheckedProject: Sendable {
  /// The path of the project file.
  private let path: String
  /// The findings that the baseline has not been applied to.
  private var found = Reports.Findings()
  /// The baseline, or `nil` if there is none.
  private var baseline: CheckBaseline?
  /// Whether other findings in the baseline may still exist.
  private var isPartial = false
  /// An error on the command line that concerns the project, or `nil` if there is none.
  private var usageError: Diagnostic?

  /// Checks a project.
  ///
  /// - Parameters:
  ///   - invocation: The invocation for the project.
  ///   - reports: The reports, which must not replace a file of the project.
  ///   - maxFindings: The maximum number of findings per check and file, or `nil` for no limit.
  init(_ invocation: Invocation, _ reports: Reports, _ maxFindings: Int?) {
    path = invocation.value("project") ?? ProjectFile.name
    do throws(Diagnostic) {
      var plan = try CheckPlan(invocation)
      isPartial = plan.isPartial
      baseline = try plan.baseline(isUpdated: invocation.isSet("update-baseline"))
      // With a baseline, all findings must be known individually.
      if baseline == nil { plan.conversion?.maxFindings = maxFindings }
      try reports.protect(plan.inputs + (baseline.map { [$0.path] } ?? []))
      found = try Command.findings(plan, reports)
    } catch {
      if error.kind == .usage {
        usageError = error
        usageError?.message = "'\(path)': \(error.message)"
      } else {
        found.diagnostics.append(error)
      }
    }
  }

  /// Returns the findings that the baseline does not mute.
  ///
  /// - Parameter transaction: Receives the baseline if it is updated.
  /// - Throws: A diagnostic of the kind `.usageError`.
  func findings(_ transaction: OutputTransaction) throws(Diagnostic) -> Reports.Findings {
    if let usageError { throw usageError }
    var found = found
    if let baseline {
      guard transaction.existingOutput(baseline.path) == nil else {
        throw Invocation.usageError(
          "--update-baseline: another project also has the baseline '\(baseline.path)' of '\(path)'",
          hint: "give each project a baseline of its own")
      }
      try baseline.apply(
        to: &found, isPartial: isPartial,
        remedy: "trema check --update-baseline \(path)", transaction)
    }
    return found
  }
}
