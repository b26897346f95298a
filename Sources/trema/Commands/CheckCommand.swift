import TremaProject
import TremaSupport

extension Command {
  /// `trema check`, which reports the problems of catalogues and can fix some of them.
  ///
  /// The reports are printed to standard output or written to files. The exit status is 1 if
  /// findings reach `--fail-on`, or if `--dry-run` finds changes.
  static let check = Command(
    name: "check", arguments: "[FILE...]", summary: "report errors and warnings in catalogues",
    discussion: """
      Without files, checks the catalogues that trema.json declares, for the outputs it declares. Files
      that end in .json are project files: several are checked at the same time, and have one report.
      Findings go to standard output. A compiled catalogue, *.tremac, is verified as a whole: its
      checksum, its table and every text.
      """,
    options: [
      CommandTable.Shared.languages,
      CommandTable.Shared.slice,
      CommandTable.Shared.minimumCoverage,
      CommandTable.Shared.report,
      CommandTable.Shared.severity,
      CommandTable.Shared.failOn,
      CommandTable.Shared.maxFindings,
      CommandTable.Shared.baseline,
      CommandTable.Shared.updateBaseline,
      Option("fix", "apply the safe fixes, then report the remaining findings"),
      Option(
        "dry-run", "with --fix: print the changes as a patch, and exit with 1 if there are any"),
      CommandTable.Shared.rawBackslash,
      CommandTable.Shared.maximumValueSize,
      CommandTable.Shared.project,
      CommandTable.Shared.jobs,
    ]
  ) { try runCheck($0) }

  /// Checks the catalogues or projects that the command line specifies.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status.
  /// - Throws: A diagnostic if the project file cannot be read, an option is invalid, or a report
  ///   cannot be written.
  private static func runCheck(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    let projects = try projects(invocation)
    if projects.count > 1 { return try check(projects, of: invocation) }
    let invocation = projects[0]
    let reports = try Reports(invocation.all("report"))
    let maxFindings = try invocation.maxFindings()
    var plan = try CheckPlan(invocation)
    let baseline = try plan.baseline(isUpdated: invocation.isSet("update-baseline"))
    // With a baseline or fixes, all findings must be known individually, so they are not limited.
    if baseline == nil, !invocation.isSet("fix") { plan.conversion?.maxFindings = maxFindings }
    // A report must not replace a file that the command reads.
    try reports.protect(plan.inputs + (baseline.map { [$0.path] } ?? []))
    if invocation.isSet("dry-run"), !invocation.isSet("fix") {
      throw Invocation.usageError(
        "--dry-run requires --fix", hint: "run trema check --fix --dry-run")
    }
    var found = try findings(plan, reports)
    if invocation.isSet("fix") {
      // Only reported findings are fixed; muted findings are not.
      func reportedDiagnostics() -> [Diagnostic] {
        baseline?.mute(found.diagnostics).reported ?? found.diagnostics
      }
      var fixing = CheckFixing()
      let isFixed = try fixing.run(reportedDiagnostics()) { () throws(Diagnostic) in
        // Each pass checks the files again as they would be after the previous fixes.
        found = try findings(plan, reports)
        return reportedDiagnostics()
      }
      if invocation.isSet("dry-run") {
        try fixing.show()
        if isFixed { return 1 }
        // Standard output contains the patch. The findings that fail the run are printed to
        // standard error.
        let status = ExitStatus.of(reportedDiagnostics(), failOn: invocation.failOn)
        if status != 0 { DiagnosticPrinter.print(reportedDiagnostics().limited(to: maxFindings)) }
        return status
      }
      if isFixed { try fixing.write() }
    }
    // The reports and the baseline are written together, only if all of them can be written.
    let transaction = OutputTransaction()
    try baseline?.apply(
      // The findings are limited last, so that findings muted by the baseline do not count.
      to: &found, isPartial: plan.isPartial, remedy: "trema check --update-baseline", transaction)
    found.diagnostics = found.diagnostics.limited(to: maxFindings)
    try reports.write(found, failOn: invocation.failOn, into: transaction)
    _ = try transaction.commit()
    return ExitStatus.of(found.diagnostics, failOn: invocation.failOn)
  }

  /// Returns the invocations for the specified projects, or the invocation itself if catalogues or
  /// nothing are specified.
  ///
  /// - Throws: A diagnostic of the kind `.usageError` if the arguments cannot be combined.
  private static func projects(_ invocation: Invocation) throws(Diagnostic) -> [Invocation] {
    guard let project = invocation.arguments.first(where: Invocation.isProjectFile) else {
      _ = try invocation.number("jobs")
      return [invocation]
    }
    if let catalog = invocation.arguments.first(where: { !Invocation.isProjectFile($0) }) {
      throw Invocation.usageError(
        "'\(catalog)' is a catalogue, but '\(project)' is a project file",
        hint: "check catalogues and projects in separate calls")
    }
    return try invocation.projects(
      rejecting: [
        "fix": "fix each project in a separate call",
        "dry-run": "fix each project in a separate call",
        "baseline": "add \"baseline\" to each trema.json",
      ], haveLists: false)
  }

  /// Returns the findings in the project file, compiled catalogues and catalogues.
  ///
  /// - Parameters:
  ///   - plan: The catalogues to check.
  ///   - reports: The requested reports. If a report shows the texts, they are collected.
  static func findings(
    _ plan: CheckPlan, _ reports: Reports
  ) throws(Diagnostic) -> Reports.Findings {
    var found = Reports.Findings(diagnostics: plan.problems)
    if let conversion = plan.conversion {
      let record = reports.usesCatalog ? CatalogRecord() : nil
      let (diagnostics, report) = try findings(conversion, record, plan.showsProgress)
      found.diagnostics += diagnostics
      found.suppressedCount = report?.suppressedCount ?? 0
      found.catalog = report.flatMap { record?.finished($0) }
    }
    return found
  }

  /// Checks the catalogues of a conversion. A file that cannot be read is reported as a finding.
  ///
  /// - Parameters:
  ///   - conversion: The catalogues and the check settings.
  ///   - record: Receives the texts, or `nil` if they are not needed.
  ///   - showsProgress: Whether to show the progress on a terminal.
  /// - Returns: The findings, and the result of the conversion, or `nil` if a file cannot be read.
  /// - Throws: A diagnostic of the kind `.usageError`, in which case no report is written.
  private static func findings(
    _ conversion: Conversion, _ record: CatalogRecord?, _ showsProgress: Bool
  ) throws(Diagnostic) -> ([Diagnostic], Conversion.Report?) {
    var conversion = conversion
    let line = ProgressLine()
    if showsProgress { conversion.progress = line.show }
    conversion.depth = .everything
    conversion.usesHistory = true
    if let record { (conversion.onText, conversion.onRestart) = (record.append, record.removeAll) }
    defer { line.clear() }
    do throws(Diagnostic) {
      let report = try conversion.run(into: nil)
      return (report.diagnostics, report)
    } catch {
      if error.kind == .usage { throw error }
      return ([error], nil)
    }
  }
}
