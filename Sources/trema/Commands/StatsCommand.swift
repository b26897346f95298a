import TremaEditing
import TremaProject
import TremaSupport

extension Command {
  /// `trema stats`, which prints the progress of translations.
  ///
  /// The exit status is 0 even if translations are missing, unless `--fail-on` or `--minimum` is
  /// set.
  static let stats = Command(
    name: "stats", arguments: "[FILE...]",
    summary: "count translated texts, words and plurals by language",
    discussion: """
      Counts by language and status: values, words, characters, missing values, and plurals with all
      forms of the language. Without files, counts the catalogues of trema.json in this folder; several
      files are one catalogue. Exits with 0 even if texts are missing, unless --fail-on or --minimum
      is given.
      """,
    options: [
      Option(
        "format", .choice(StatisticsFormat.allCases.map(\.rawValue)),
        "print in this format (default: text; svg for a FILE.svg)"),
      Option("output", short: "o", .file("FILE"), "write to FILE (default: standard output)"),
      CommandTable.Shared.languages,
      Option(
        "fail-on", .choice(["missing"]), "exit with 1 if a value is missing or empty"),
      Option(
        "minimum", .text("PERCENT"), "exit with 1 if a smaller share of a language is translated"),
      CommandTable.Shared.rawBackslash,
      CommandTable.Shared.maximumValueSize,
      CommandTable.Shared.project,
    ]
  ) { try runStats($0) }

  /// The formats of the report.
  private enum StatisticsFormat: String, CaseIterable {
    case text, json, svg
  }

  /// Prints the statistics.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status. Missing translations result in 1 only with `--fail-on` or
  ///   `--minimum`.
  /// - Throws: A diagnostic of the kind `.usageError` for invalid options, or if a catalogue cannot
  ///   be read or the output cannot be written.
  private static func runStats(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    let minimum = try invocation.number("minimum")
    if let minimum, minimum > 100 {
      throw Invocation.usageError("--minimum must be a percentage, not \(minimum)")
    }
    let (statistics, diagnostics) = try statistics(invocation)
    guard let statistics else {
      DiagnosticPrinter.print(diagnostics)
      return ExitStatus.of(diagnostics)
    }
    DiagnosticPrinter.print(diagnostics)
    let file = invocation.outputFile
    let report: [UInt8] =
      switch format(invocation, file) {
      // A file has the same width on every machine.
      case .text:
        StatisticsText(width: file == nil ? Console.width ?? 120 : 120).report(statistics)
      case .json: StatisticsJSON().report(statistics)
      case .svg: StatisticsBadge().report(statistics)
      }
    try Console.print(report, to: file)
    let languages = statistics.languages
    if invocation.isSet("fail-on"), languages.contains(where: { $0.missing + $0.empty > 0 }) {
      return 1
    }
    return minimum.map { minimum in languages.contains { $0.percent < minimum } } ?? false ? 1 : 0
  }

  /// Returns the format specified by the option or by the output's extension.
  private static func format(_ invocation: Invocation, _ file: String?) -> StatisticsFormat {
    if let format: StatisticsFormat = invocation.choice("format") { return format }
    return file?.hasSuffix(".svg") == true ? .svg : .text
  }

  /// Returns the statistics of the specified catalogues or of the catalogues that the project
  /// declares, or `nil` if the project file has errors.
  private static func statistics(
    _ invocation: Invocation
  ) throws(Diagnostic) -> (CatalogStatistics?, [Diagnostic]) {
    let (found, problems) = try Conversion.requested(by: invocation)
    guard var conversion = found else { return (nil, problems) }
    let line = ProgressLine()
    conversion.progress = line.show
    defer { line.clear() }
    let (statistics, diagnostics) = try conversion.statistics()
    return (statistics, diagnostics)
  }
}
