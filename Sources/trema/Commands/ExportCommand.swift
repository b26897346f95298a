import TremaFormats
import TremaProject
import TremaSupport

extension Command {
  /// `trema export`, which writes files for translators.
  ///
  /// The list of files is printed to standard output, and findings to standard error. If there are
  /// errors, nothing is written unless `--keep-going` is set.
  static let export = Command(
    name: "export", arguments: "[FILE...]",
    summary: "write a file for translators: one language next to the originals",
    discussion: """
      Without files, exports the catalogues of trema.json in this folder. Each text has its context, its
      status and its limit. 'trema import FILE --into Texts.trm' reads the translation back. Texts marked
      as not translatable are skipped.
      """,
    options: [
      Option("to", .choice(formats.map(\.name)), "export in this format"),
      Option("language", .text("fr"), "write the file of this language; may repeat, one file each"),
      Option(
        "only", .choice(["untranslated", "changed-since"]),
        "export only these texts; changed-since REV: whose original changed since REV",
        qualified: "changed-since"),
      Option(
        "output", short: "o", .file("FILE|DIR"),
        "write to FILE, or into DIR; '-' for standard output (default: this folder)"),
      Option(
        "xliff-version", .choice(XLIFFVersion.allCases.map(\.rawValue)),
        "write this version of XLIFF (default: 1.2)"),
      CommandTable.Shared.keepGoing,
      CommandTable.Shared.rawBackslash,
      CommandTable.Shared.severity,
      CommandTable.Shared.failOn,
      CommandTable.Shared.maximumValueSize,
      CommandTable.Shared.project,
    ]
  ) { try runExport($0) }

  /// The formats with translations next to their originals.
  private static let formats: [ResourceFormat] = [.xliff, .csv, .xlsx, .po]

  /// Exports the catalogs.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status.
  /// - Throws: A `.usageError` diagnostic for missing or contradictory options, or if a file cannot
  ///   be read or written.
  private static func runExport(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    guard let format = invocation.value("to").flatMap(ResourceFormat.init(name:)) else {
      throw Invocation.usageError(
        "--to is missing", hint: "specify one of \(formats.map(\.name).joined(separator: ", "))")
    }
    guard let languages = try invocation.languages("language") else {
      throw Invocation.usageError("--language is missing", hint: "specify it: --language fr")
    }
    var work = Export(format, languages)
    work.filter = textFilter(invocation)
    work.xliffVersion = invocation.choice("xliff-version") ?? .v12
    let isFilter = invocation.value("output") == "-"
    work.output = isFilter ? "." : invocation.value("output") ?? "."
    let (found, problems) = try Conversion.requested(by: invocation)
    guard var conversion = found else {
      DiagnosticPrinter.print(problems)
      return ExitStatus.of(problems, failOn: invocation.failOn)
    }
    // Standard output accepts only one file.
    if isFilter, languages.count * conversion.catalogs.count > 1 {
      throw Invocation.usageError(
        "there are several outputs, but standard output accepts only one",
        hint: "choose one language and one catalogue, or specify a folder: --output DIR")
    }
    let transaction = OutputTransaction(isFilter ? .collect : .write)
    let line = ProgressLine()
    conversion.progress = line.show
    defer { line.clear() }
    let report = try work.run(conversion, into: transaction)
    line.clear()
    DiagnosticPrinter.print(
      problems + report.notes(isWritten: !report.hasErrors || conversion.continuesOnErrors),
      suppressed: report.suppressedCount)
    let status = ExitStatus.of(problems + report.diagnostics, failOn: invocation.failOn)
    if report.hasErrors && !conversion.continuesOnErrors {
      transaction.abandon()
      return status
    }
    if isFilter {
      for file in transaction.files { try Console.print(file.bytes) }
    } else {
      try Console.printSummary(OutcomeText.text(try transaction.commit()))
    }
    return status
  }

  /// Returns the selection specified by `--only`, or `nil` for all texts. If the option has a
  /// revision, its value is `changed-since=REV`.
  private static func textFilter(_ invocation: Invocation) -> Export.TextFilter? {
    guard let only = invocation.value("only") else { return nil }
    guard let equals = only.utf8.firstIndex(of: UInt8(ascii: "=")) else { return .untranslated }
    return .changed(since: String(only[only.index(after: equals)...]))
  }
}
