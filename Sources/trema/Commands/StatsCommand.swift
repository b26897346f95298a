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
      CommandTable.Shared.slice,
      Option("matrix", "print the progress of each language in each output of trema.json"),
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
    if invocation.isSet("matrix") { return try printMatrix(invocation) }
    let (statistics, diagnostics) = try statistics(invocation) {
      (conversion) throws(Diagnostic) in try conversion.statistics()
    }
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

  /// Prints the progress of each language in each output.
  ///
  /// - Returns: The exit status.
  /// - Throws: A diagnostic of the kind `.usageError` for options that do not apply, or if a file
  ///   cannot be read or written.
  private static func printMatrix(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    if !invocation.arguments.isEmpty {
      throw Invocation.usageError(
        "--matrix shows the outputs of trema.json, so it cannot be used with files",
        hint: "remove the files")
    }
    for option in ["fail-on", "minimum"] where invocation.isSet(option) {
      throw Invocation.usageError(
        "--matrix and --\(option) cannot be combined", hint: "remove one of them")
    }
    let file = invocation.outputFile
    let format = format(invocation, file)
    if format == .svg {
      throw Invocation.usageError(
        "--matrix cannot be printed as svg", hint: "use --format text or --format json")
    }
    let (matrix, diagnostics) = try statistics(invocation) {
      (conversion) throws(Diagnostic) in try conversion.coverageMatrix()
    }
    DiagnosticPrinter.print(diagnostics)
    guard let matrix else { return ExitStatus.of(diagnostics) }
    try Console.print(format == .json ? matrix.json() : matrix.text(), to: file)
    return 0
  }

  /// Counts the texts of the specified catalogues or of the catalogues that the project declares.
  ///
  /// - Returns: The result of `count`, or `nil` if the project file has errors.
  private static func statistics<Result>(
    _ invocation: Invocation,
    _ count: (Conversion) throws(Diagnostic) -> (Result, [Diagnostic])
  ) throws(Diagnostic) -> (Result?, [Diagnostic]) {
    let (found, problems) = try Conversion.requested(by: invocation)
    guard var conversion = found else { return (nil, problems) }
    let line = ProgressLine()
    conversion.progress = line.show
    defer { line.clear() }
    let (result, diagnostics) = try count(conversion)
    return (result, diagnostics)
  }
}
