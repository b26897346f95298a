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
      Without files, checks the catalogues that trema.json declares, for the outputs it declares.
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
    ]
  ) { invocation in
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

  /// Returns the findings in the project file, compiled catalogues and catalogues.
  ///
  /// - Parameters:
  ///   - plan: The catalogues to check.
  ///   - reports: The requested reports. If a report shows the texts, they are collected.
  private static func findings(
    _ plan: CheckPlan, _ reports: Reports
  ) throws(Diagnostic) -> Reports.Findings {
    var found = Reports.Findings(diagnostics: plan.problems)
    if let conversion = plan.conversion {
      let record = reports.usesCatalog ? CatalogRecord() : nil
      let (diagnostics, report) = try findings(conversion, record)
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
  /// - Returns: The findings, and the result of the conversion, or `nil` if a file cannot be read.
  /// - Throws: A diagnostic of the kind `.usageError`, in which case no report is written.
  private static func findings(
    _ conversion: Conversion, _ record: CatalogRecord?
  ) throws(Diagnostic) -> ([Diagnostic], Conversion.Report?) {
    var conversion = conversion
    let line = ProgressLine()
    conversion.progress = line.show
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

/// The catalogues to check: the specified files, or the catalogues that the project declares.
private struct CheckPlan {
  /// The conversion that checks the catalogues, or `nil` if there are none or the project file has
  /// errors.
  var conversion: Conversion?
  /// The problems in the project file and compiled catalogues.
  var problems: [Diagnostic] = []
  /// The path of the baseline, or `nil` if none is specified or declared.
  private var baselinePath: String?
  /// The specified compiled catalogues.
  private var compiled: [String] = []
  /// The path of the project file, as the only element; empty if files are specified.
  private var projectPath: [String] = []
  /// Whether only some of the languages or texts are checked, so that other findings in the baseline may
  /// still exist.
  private(set) var isPartial: Bool

  /// Determines the catalogues from the command line or the project file.
  ///
  /// - Throws: A diagnostic if the project file cannot be read or an option is invalid.
  init(_ invocation: Invocation) throws(Diagnostic) {
    isPartial = invocation.isSet("languages") || invocation.isSet("slice")
    if invocation.arguments.isEmpty {
      let (project, problems) = try ProjectFile.load(invocation)
      self.problems = problems
      projectPath = [invocation.value("project") ?? ProjectFile.name]
      if let project {
        let (conversion, problems) = project.conversion()
        self.conversion = conversion
        self.problems += problems
        baselinePath = project.baseline.map { project.path(of: $0.value) }
      }
    } else {
      // Compiled catalogues are verified, and all other files are read as one catalogue.
      compiled = invocation.arguments.filter(CompiledFile.isCompiledFile)
      problems = compiled.compactMap(CompiledFile.problem)
      let catalogs = invocation.arguments.filter { !CompiledFile.isCompiledFile($0) }
      if !catalogs.isEmpty {
        var conversion = Conversion()
        conversion.catalogs = [Conversion.CatalogInput(paths: catalogs)]
        self.conversion = conversion
      }
    }
    try conversion?.apply(invocation)
    baselinePath = invocation.value("baseline") ?? baselinePath
  }

  /// The paths of the files that are read, except the baseline.
  var inputs: [String] {
    projectPath + (conversion?.inputs ?? []) + compiled
  }

  /// Returns the baseline to use, or `nil` if there is none. A missing baseline may be created, but
  /// an unreadable baseline is never replaced.
  ///
  /// - Parameter isUpdated: Whether to write the baseline.
  /// - Throws: A diagnostic of the kind `.usageError` if the baseline cannot be written as
  ///   requested.
  func baseline(isUpdated: Bool) throws(Diagnostic) -> CheckBaseline? {
    guard let baselinePath else {
      if !isUpdated { return nil }
      throw Invocation.usageError(
        "--update-baseline: no baseline is specified",
        hint: "specify its file with --baseline trema-baseline.json, or \"baseline\" in trema.json")
    }
    // A baseline for only some languages or texts would lose the findings in the others.
    if isUpdated, isPartial {
      throw Invocation.usageError(
        "--update-baseline would remove the findings of the other languages and texts",
        hint: "run it without --languages and --slice")
    }
    return try CheckBaseline(path: baselinePath, isUpdated: isUpdated)
  }
}
