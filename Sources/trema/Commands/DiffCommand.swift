import TremaDiagnostics
import TremaEditing
import TremaProject
import TremaSupport

extension Command {
  /// `trema diff`, which compares two versions of catalogs.
  ///
  /// The report is printed to standard output. The exit status is 0 even if there are differences,
  /// unless `--fail-on` is set.
  static let diff = Command(
    name: "diff", arguments: "[OLD NEW] [FILE...]",
    summary: "list the differences between two states of a catalogue",
    discussion: """
      Lists added, removed and renamed keys, changed contexts, and changed values and statuses by
      language, ignoring the order and spelling of the files. With --git, compares each FILE, or the
      catalogues of trema.json, with a revision. Exits with 0 even if there are differences, unless
      --fail-on is given.
      """,
    options: [
      Option(
        "git", .text("REV|REV..REV"),
        "compare with this revision, or two revisions with each other"),
      Option(
        "format", .choice(DiffFormat.allCases.map(\.rawValue)),
        "print in this format (default: text)"
      ),
      Option("output", short: "o", .file("FILE"), "write to FILE (default: standard output)"),
      CommandTable.Shared.languages,
      Option("fail-on", .choice(["changes"]), "exit with 1 if anything differs"),
      Option("driver", "run as git's external diff driver"),
      CommandTable.Shared.maximumValueSize,
      CommandTable.Shared.project,
    ]
  ) { try runDiff($0) }

  /// The formats of the report.
  private enum DiffFormat: String, CaseIterable {
    case text, json, markdown
  }

  /// Prints the differences.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status. Differences result in 1 only with `--fail-on`.
  /// - Throws: A diagnostic if a version cannot be read or the report cannot be written.
  private static func runDiff(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    var versions = CatalogVersions()
    versions.languages = try invocation.languages("languages").map(Set.init)
    versions.maximumValueSize = try invocation.number("max-value-size")
    if invocation.isSet("driver") { return try runDriver(invocation, versions) }
    let line = ProgressLine()
    versions.progress = line.show
    defer { line.clear() }
    let diffs = try diffs(invocation, &versions)
    // The languages can be verified only after the catalogs have been read.
    try versions.checkLanguages()
    line.clear()
    DiagnosticPrinter.print(versions.diagnostics)
    let file = invocation.outputFile
    let report: [UInt8] =
      switch invocation.choice("format") ?? DiffFormat.text {
      case .text:
        DiffTextReport(usesColor: file == nil && Console.usesColor(.output)).report(diffs)
      case .json: DiffJSONReport().report(diffs)
      case .markdown: DiffMarkdownReport().report(diffs)
      }
    try Console.print(report, to: file)
    return invocation.isSet("fail-on") && diffs.contains { !$0.isEmpty } ? 1 : 0
  }

  /// Compares two files, or each file with a revision.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - versions: The comparison, which collects diagnostics.
  /// - Throws: A `.usageError` diagnostic if the arguments are neither two files nor a revision
  ///   with files, or a reading error.
  private static func diffs(
    _ invocation: Invocation, _ versions: inout CatalogVersions
  ) throws(Diagnostic) -> [FileDiff] {
    guard let revision = invocation.value("git") else {
      guard invocation.arguments.count == 2 else {
        throw Invocation.usageError(
          "no catalogues or revision are specified",
          hint: "run trema diff Old.trm New.trm, or trema diff --git main Texts.trm")
      }
      return [try versions.compare(invocation.arguments[0], invocation.arguments[1])]
    }
    let range = RevisionRange(revision)
    var diffs: [FileDiff] = []
    for path in try paths(invocation) { diffs.append(try versions.compare(path, in: range)) }
    return diffs
  }

  /// Returns the specified files, or the project's catalogs.
  private static func paths(_ invocation: Invocation) throws(Diagnostic) -> [String] {
    if !invocation.arguments.isEmpty { return invocation.arguments }
    return try ProjectFile.catalogs(invocation)
  }

  /// Runs as the program for Git's `diff.<name>.command` or `GIT_EXTERNAL_DIFF`.
  ///
  /// Git stops at any nonzero exit status and does not compare the remaining files. Errors are
  /// therefore printed instead of the difference.
  ///
  /// See git(1), `GIT_EXTERNAL_DIFF`.
  private static func runDriver(
    _ invocation: Invocation, _ versions: CatalogVersions
  ) throws(Diagnostic) -> Int32 {
    let arguments = invocation.arguments
    // Git shows the output of an external diff in its pager, so the stream is not a terminal.
    let color = Console.usesColor(.output) || Console.pagerSupportsColor
    switch arguments.count {
    // With one argument, Git reports a file with an unresolved merge conflict.
    case 1: try Console.print(DiffHeader(path: arguments[0]).unmerged())
    case 7, 9:
      // For a renamed file, there are two more arguments: the new path and the header lines.
      let newPath = arguments.count == 9 ? arguments[7] : arguments[0]
      let header = DiffHeader(
        path: arguments[0], newPath: newPath, oldMode: arguments[3], newMode: arguments[6],
        details: arguments.count == 9 ? arguments[8] : "")
      var bytes = Array(header.text(color: color).utf8)
      var versions = versions
      do throws(Diagnostic) {
        let diff = try versions.compare(
          old: (arguments[1], "a/\(arguments[0])"), new: (arguments[4], "b/\(newPath)"))
        bytes += DiffTextReport(usesColor: color).report([diff], hasCounts: false)
      } catch {
        bytes += TextReporter(usesColor: color, source: DiagnosticPrinter.source(of: [error]))
          .report([
            error
          ])
      }
      try Console.print(bytes)
    default:
      throw Invocation.usageError(
        "--driver is for git, which passes 7 arguments, not \(arguments.count)",
        hint: "set it with: git config diff.trema.command 'trema diff --driver --'")
    }
    return 0
  }
}
