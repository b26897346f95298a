import TremaEditing
import TremaProject
import TremaSupport

extension Command {
  /// `trema usage`, which compares the keys in catalogues with the keys used in source code.
  ///
  /// The reports are printed to standard output or written to files. The exit status is 0 even if
  /// there are findings, unless `--fail-on` is set.
  static let usage = Command(
    name: "usage", arguments: "[FILE...]",
    summary: "find unused keys, and keys that no catalogue defines",
    discussion: """
      Without files, searches for the texts of the catalogues that trema.json declares, and for the
      accessors of its outputs. Reads Swift, Kotlin, Java, Android XML, storyboards, interface files and
      property lists. Findings go to standard output; the exit status is 0 regardless, unless
      --fail-on is given. If nearly every key is unused, a single finding states the probable reason,
      and --max-findings lists the keys.
      """,
    options: [
      Option(
        "sources", .folder("DIR"),
        "search this folder or file of source code; may repeat (default: those in trema.json)"),
      Option(
        "allow", .text("PATTERN"),
        "treat matching keys as used, * for any characters; may repeat, in addition to trema.json"),
      Option(
        "function", .text("CALL"),
        "search for keys in calls of this function: 'tr(KEY)', 'KEY.localized'; may repeat"),
      Option(
        "accessors", .text("TYPE"),
        "also search for accessors of this Swift type; may repeat (L10n and R are known)"),
      Option(
        "type", .text("NAME"), "set the name of the accessor type, with files (default: Texts)"),
      Option(
        "nest", .text("SEPARATOR"), "split keys at SEPARATOR into nested types, with files"),
      CommandTable.Shared.slice,
      CommandTable.Shared.report,
      CommandTable.Shared.failOn,
      CommandTable.Shared.maxFindings,
      CommandTable.Shared.rawBackslash,
      CommandTable.Shared.maximumValueSize,
      CommandTable.Shared.project,
    ]
  ) { try runUsage($0) }

  /// Compares the keys and writes the reports.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status. Findings affect it only with `--fail-on`.
  /// - Throws: A diagnostic of the kind `.usageError` for invalid options, or if a report cannot be
  ///   written.
  private static func runUsage(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    let reports = try Reports(invocation.all("report"))
    let maxFindings = try invocation.maxFindings()
    let (usage, problems) = try usage(invocation)
    var report = problems
    if let usage {
      try reports.protect(usage.conversion.catalogs.flatMap(\.paths))
      do throws(Diagnostic) {
        report += try usage.run()
      } catch {
        report.append(error)
      }
    }
    // Without the option, nearly all unused keys are represented by one finding, and the limit of
    // other checks does not apply.
    if invocation.isSet("max-findings") { report = report.limited(to: maxFindings) }
    let transaction = OutputTransaction()
    try reports.write(
      Reports.Findings(diagnostics: report), failOn: invocation.failOn, into: transaction)
    _ = try transaction.commit()
    // A file that could not be read makes the result unreliable and always fails the run.
    if invocation.isSet("fail-on") { return ExitStatus.of(report, failOn: invocation.failOn) }
    return ExitStatus.of(report.filter { $0.kind != .finding })
  }

  /// Returns the comparison according to the command line and the project file, or `nil` if the
  /// project file has errors.
  ///
  /// - Throws: A diagnostic if the project file cannot be read, an option is invalid, or there are
  ///   no sources.
  private static func usage(
    _ invocation: Invocation
  ) throws(Diagnostic) -> (Usage?, [Diagnostic]) {
    var usage = Usage(Conversion(), sources: invocation.all("sources"))
    usage.allowed = invocation.all("allow")
    usage.accessors = invocation.all("accessors")
    usage.listsAll = invocation.isSet("max-findings")
    for example in invocation.all("function") {
      guard let function = KeyFunction(example) else {
        throw Invocation.usageError(
          "--function: '\(example)' is not a valid call", hint: KeyFunction.hint)
      }
      usage.functions.append(function)
    }
    var problems: [Diagnostic] = []
    // The accessor names come from the project's outputs or, for specified catalogues, from the
    // options.
    if invocation.arguments.isEmpty {
      for option in ["type", "nest"] where invocation.isSet(option) {
        throw Invocation.usageError(
          "--\(option) requires catalogues as arguments",
          hint: "set it in the outputs of trema.json for the catalogues declared there")
      }
      let (project, projectProblems) = try ProjectFile.load(invocation)
      guard let project else { return (nil, projectProblems) }
      let (conversion, more) = project.conversion()
      problems = projectProblems + more
      guard let conversion else { return (nil, problems) }
      usage.conversion = conversion
      if usage.sources.isEmpty {
        usage.sources = project.usage?.sources.map { project.path(of: $0.value) } ?? []
      }
      usage.allowed += project.usage?.allow.map(\.value) ?? []
      usage.functions += project.usage?.functions ?? []
      usage.accessors += project.usage?.accessors.map(\.value) ?? []
    } else {
      usage.conversion.catalogs = [Conversion.CatalogInput(paths: invocation.arguments)]
      let type = invocation.value("type") ?? "Texts"
      usage.swiftTypes = [UsageNames.SwiftType(type, nesting: invocation.value("nest"))]
      usage.kotlinTypes = [type]
    }
    // The command-line options are applied last, so that they override the project's settings.
    try usage.conversion.apply(invocation)
    guard !usage.sources.isEmpty else {
      throw Invocation.usageError(
        "--sources is missing",
        hint:
          "specify the folder of the app's code, or add \"usage\": { \"sources\": [...] } in "
          + "trema.json")
    }
    return (usage, problems)
  }
}
