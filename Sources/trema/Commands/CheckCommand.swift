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
    let (conversion, problems) = try conversion(invocation)
    let report = problems + (try conversion.map { try findings($0) } ?? [])
    try write(report, invocation.all("report"))
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
    do throws(Diagnostic) {
      return try conversion.run(into: nil).diagnostics
    } catch {
      if error.kind == .usage { throw error }
      return [error]
    }
  }

  private static func write(_ diagnostics: [Diagnostic], _ reports: [String]) throws(Diagnostic) {
    for report in reports.isEmpty ? ["text"] : reports {
      let parts = report.split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = parts.first, let format = ReportFormat(rawValue: name) else {
        let names = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw Invocation.usage("--report: '\(report)' is none of \(names)")
      }
      let isFile = parts.count == 2
      let bytes = DiagnosticPrinter.bytes(
        diagnostics, as: format, color: !isFile && Console.usesColor(.output))
      if isFile {
        let transaction = OutputTransaction()
        transaction.file(parts[1]).bytes = bytes
        _ = try transaction.commit()
      } else {
        try Console.print(bytes)
      }
    }
  }
}
