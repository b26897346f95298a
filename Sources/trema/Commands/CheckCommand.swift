import TremaProject
import TremaSupport

extension Command {
  static let check = Command(
    name: "check", arguments: "[FILE...]", summary: "report errors and warnings in catalogues",
    discussion: """
      Without files, checks the catalogues that trema.json declares, for the outputs it declares.
      Findings go to standard output. A compiled catalogue, *.tremac, is verified as a whole: its
      checksum, its table and every text.
      """,
    options: [
      CommandTable.Shared.languages,
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
    // What a baseline mutes, and what is to be mended, must be known one by one.
    if baseline == nil, !invocation.isSet("fix") { plan.conversion?.maxFindings = maxFindings }
    try reports.protect(plan.inputs + (baseline.map { [$0.path] } ?? []))
    if invocation.isSet("dry-run"), !invocation.isSet("fix") {
      throw Invocation.usage(
        "--dry-run shows what --fix would change", hint: "trema check --fix --dry-run")
    }
    var found = try findings(plan, reports)
    if invocation.isSet("fix") {
      func told() -> [Diagnostic] {
        baseline?.mute(found.diagnostics).reported ?? found.diagnostics
      }
      var fixing = CheckFixing()
      let isFixed = try fixing.run(told()) { () throws(Diagnostic) in
        found = try findings(plan, reports)
        return told()
      }
      if invocation.isSet("dry-run") {
        try fixing.show()
        if isFixed { return 1 }
        // Standard output is for the patch; a run that fails says why.
        let status = ExitStatus.of(told(), failOn: invocation.failOn)
        if status != 0 { DiagnosticPrinter.print(told().limited(to: maxFindings)) }
        return status
      }
      if isFixed { try fixing.write() }
    }
    let transaction = OutputTransaction()
    try baseline?.apply(
      to: &found, isPart: plan.isPart, remedy: "trema check --update-baseline", transaction)
    found.diagnostics = found.diagnostics.limited(to: maxFindings)
    try reports.write(found, failOn: invocation.failOn, into: transaction)
    _ = try transaction.commit()
    return ExitStatus.of(found.diagnostics, failOn: invocation.failOn)
  }

  private static func findings(
    _ plan: CheckPlan, _ reports: Reports
  ) throws(Diagnostic) -> Reports.Findings {
    var found = Reports.Findings(diagnostics: plan.problems)
    if let conversion = plan.conversion {
      let record = reports.useCatalogue ? CatalogRecord() : nil
      let (diagnostics, report) = try findings(conversion, record)
      found.diagnostics += diagnostics
      found.excused = report?.excused ?? 0
      found.catalogue = report.flatMap { record?.finished($0) }
    }
    return found
  }

  /// The findings; a file that cannot be read is one, so that it is reported like the others.
  private static func findings(
    _ conversion: Conversion, _ record: CatalogRecord?
  ) throws(Diagnostic) -> ([Diagnostic], Conversion.Report?) {
    var conversion = conversion
    let line = ProgressLine()
    conversion.progress = line.show
    conversion.depth = .everything
    conversion.asksHistory = true
    if let record { conversion.onText = record.append }
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

/// The catalogs to check: the files named, or those that the project declares.
private struct CheckPlan {
  var conversion: Conversion?
  /// The problems of the project file, and of compiled catalogs.
  var problems: [Diagnostic] = []
  private var baselinePath: String?
  private var compiled: [String] = []
  /// The project file, if there is one.
  private var projectPath: [String] = []
  /// Whether the findings are not all that the baseline could know.
  private(set) var isPart: Bool

  init(_ invocation: Invocation) throws(Diagnostic) {
    isPart = invocation.isSet("languages")
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
      compiled = invocation.arguments.filter(CompiledFile.isOne)
      problems = compiled.compactMap(CompiledFile.problem)
      let catalogues = invocation.arguments.filter { !CompiledFile.isOne($0) }
      if !catalogues.isEmpty {
        var conversion = Conversion()
        conversion.catalogues = [Conversion.Catalogue(paths: catalogues)]
        self.conversion = conversion
      }
    }
    try conversion?.apply(invocation)
    baselinePath = invocation.value("baseline") ?? baselinePath
  }

  /// The files that are read, but for the baseline.
  var inputs: [String] {
    projectPath + (conversion?.catalogues.flatMap(\.paths) ?? []) + compiled
  }

  /// The baseline to use; nil for none. One that cannot be read is never replaced, only one that is
  /// not there.
  func baseline(isUpdated: Bool) throws(Diagnostic) -> CheckBaseline? {
    guard let baselinePath else {
      if !isUpdated { return nil }
      throw Invocation.usage(
        "--update-baseline: there is no baseline to write",
        hint: "--baseline trema-baseline.json, or \"baseline\" in trema.json, names its file")
    }
    if isUpdated, isPart {
      throw Invocation.usage(
        "--update-baseline would forget the findings of the languages that are left out",
        hint: "run it without --languages")
    }
    return try CheckBaseline(path: baselinePath, isUpdated: isUpdated)
  }
}
