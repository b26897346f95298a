import TremaDiagnostics
import TremaProject

extension Command {
  static let check = Command(
    name: "check", arguments: "[FILE...]", summary: "Find what is wrong with catalogues",
    discussion: """
      Without files, checks what trema.json in this folder declares, for the outputs it declares.
      Findings go to standard output.
      """,
    options: [
      CommandTable.Shared.languages,
      Option(
        "report", .text("text|json[=FILE]"), "how to report (default: text), and where; may repeat"),
      CommandTable.Shared.severity,
      CommandTable.Shared.failOn,
      CommandTable.Shared.rawBackslash,
      CommandTable.Shared.maximumValueSize,
      CommandTable.Shared.project,
    ]
  ) { invocation in
    let reports = try reports(invocation)
    let (conversion, problems) = try conversion(invocation)
    let report = problems + (try conversion.map { try findings($0) } ?? [])
    for each in reports { try write(report, each) }
    return ExitStatus.of(report, failOn: invocation.failOn)
  }

  /// What to check: the files named, or what the project declares.
  private static func conversion(
    _ invocation: Invocation
  ) throws(Diagnostic) -> (Conversion?, [Diagnostic]) {
    if invocation.arguments.isEmpty {
      let (conversion, _, problems) = try ProjectFile.conversion(invocation)
      return (conversion, problems)
    }
    var conversion = Conversion()
    conversion.catalogues = [Conversion.Catalogue(paths: invocation.arguments)]
    try conversion.apply(invocation)
    return (conversion, [])
  }

  /// The findings; a file that cannot be read is one, so that it is reported like the others.
  private static func findings(_ conversion: Conversion) throws(Diagnostic) -> [Diagnostic] {
    var conversion = conversion
    let line = ProgressLine()
    conversion.progress = line.show
    conversion.depth = .everything
    conversion.asksHistory = true
    defer { line.clear() }
    do throws(Diagnostic) {
      return try conversion.run(into: nil).diagnostics
    } catch {
      if error.kind == .usage { throw error }
      return [error]
    }
  }

  /// The reports asked for, and the files they go to; nil for standard output.
  private static func reports(
    _ invocation: Invocation
  ) throws(Diagnostic) -> [(format: ReportFormat, file: String?)] {
    let asked = invocation.all("report")
    var reports: [(format: ReportFormat, file: String?)] = []
    for report in asked.isEmpty ? ["text"] : asked {
      let parts = report.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let format = ReportFormat(rawValue: String(parts[0])) else {
        let names = ReportFormat.allCases.map(\.rawValue)
        throw Invocation.usage(
          "--report: '\(parts[0])' is none of \(names.joined(separator: ", "))",
          hint: Invocation.suggestion(for: String(parts[0]), among: names))
      }
      let file = parts.count == 2 ? String(parts[1]) : nil
      if file == "" {
        throw Invocation.usage(
          "--report: '\(report)' names no file", hint: "--report=\(format)=findings.\(format)")
      }
      reports.append((format, file == "-" ? nil : file))
    }
    return reports
  }

  private static func write(
    _ diagnostics: [Diagnostic], _ report: (format: ReportFormat, file: String?)
  ) throws(Diagnostic) {
    let color = report.file == nil && Console.usesColor(.output)
    let bytes = DiagnosticPrinter.bytes(diagnostics, as: report.format, color: color)
    guard let file = report.file else { return try Console.print(bytes) }
    let transaction = OutputTransaction()
    transaction.file(file).bytes = bytes
    _ = try transaction.commit()
  }
}
