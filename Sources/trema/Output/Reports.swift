import ConfigKit
import TremaChecks
import TremaDiagnostics
import TremaProject
import TremaSupport

/// The requested reports and their files.
struct Reports {
  /// The formats and paths of the files, or `nil` for standard output.
  private var requested: [(format: ReportFormat, file: String?)] = []

  /// A run's findings, and the other input for reports.
  struct Findings {
    /// The findings to report.
    var diagnostics: [Diagnostic] = []
    /// The number of findings that the baseline muted.
    var mutedCount = 0
    /// The number of findings that were suppressed in the source, with a reason.
    var suppressedCount = 0
    /// The texts, or `nil` if no report shows them.
    var catalog: ReportedCatalog?
    /// The secrets that reports must not contain.
    var secrets = DiagnosticPrinter.defaultSecrets
    /// The rules of the codes.
    var rules = Checker.documentedRules
    /// The command that produced the findings.
    var command = "trema check"
  }

  /// Parses the values of `--report`. Without any values, a text report is printed.
  ///
  /// - Throws: A `.usageError` diagnostic if a format is unknown or a file name is empty.
  init(_ words: [String]) throws(Diagnostic) {
    for word in words.isEmpty ? ["text"] : words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let format = ReportFormat(rawValue: String(parts[0])) else {
        let names = ReportFormat.allCases.map(\.rawValue)
        throw Invocation.usageError(
          "--report: '\(parts[0])' is not one of \(names.joined(separator: ", "))",
          hint: Invocation.suggestion(for: String(parts[0]), among: names))
      }
      let file = parts.count == 2 ? String(parts[1]) : nil
      if file == "" {
        throw Invocation.usageError(
          "--report: '\(word)' has no file name", hint: "use --report=\(format)=findings.\(format)")
      }
      requested.append((format, file == "-" ? nil : file))
    }
  }

  /// Whether any report shows the catalog's texts.
  var usesCatalog: Bool { requested.contains { $0.format.usesCatalog } }

  /// Verifies that no report replaces an input file.
  ///
  /// - Throws: A `.usageError` diagnostic.
  func protect(_ inputs: [String]) throws(Diagnostic) {
    for case let file? in requested.map(\.file)
    where inputs.contains(where: { OutputTransaction.isSame($0, file) }) {
      throw Invocation.usageError(
        "--report: '\(file)' is an input of this command",
        hint: "choose another file for the report")
    }
  }

  /// Whether any report is printed to standard output.
  var usesStandardOutput: Bool { requested.contains { $0.file == nil } }

  /// Prints the reports for standard output, and adds the other reports to a transaction.
  ///
  /// - Parameters:
  ///   - findings: The findings to report.
  ///   - failOn: The lowest severity that fails the run.
  ///   - onlyFiles: Whether standard output is used for something else.
  ///   - transaction: The transaction that receives the reports.
  /// - Throws: A `.usageError` diagnostic if two outputs have the same path.
  func write(
    _ findings: Findings, failOn: Severity, onlyFiles: Bool = false,
    into transaction: OutputTransaction
  ) throws(Diagnostic) {
    let diagnostics = DiagnosticPrinter.masked(findings.diagnostics, hiding: findings.secrets)
    var context = ReportContext()
    context.mutedCount = findings.mutedCount
    context.suppressedCount = findings.suppressedCount
    context.failOn = failOn
    context.version = Trema.version
    context.command = findings.command
    context.rules = findings.rules.map {
      ReportedRule(code: $0.code, summary: $0.summary, help: "\($0.why)\n\n\($0.fix)")
    }
    context.catalog = findings.catalog
    if requested.contains(where: { $0.format.usesSource }) {
      context.source = DiagnosticPrinter.source(
        of: diagnostics, hiding: findings.secrets)
    }
    for report in requested where !onlyFiles || report.file != nil {
      context.usesColor =
        report.format == .text && report.file == nil && Console.usesColor(.output)
      let isQuiet =
        Console.verbosity.value == .quiet && report.format == .text && report.file == nil
      let bytes = report.format.reporter(context).report(
        isQuiet ? diagnostics.filter { $0.severity >= failOn } : diagnostics)
      guard let file = report.file else {
        try Console.print(bytes)
        continue
      }
      guard transaction.existingOutput(file) == nil else {
        throw Invocation.usageError(
          "--report: two outputs would be written to '\(file)'", hint: "choose different files")
      }
      transaction.file(file).bytes = bytes
    }
  }
}
