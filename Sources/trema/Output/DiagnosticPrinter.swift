import ConfigKit
import TremaDiagnostics
import TremaProject
import TremaSupport
import TremaXML

/// Prints diagnostics with the source lines that they are about.
enum DiagnosticPrinter {
  /// The maximum number of bytes to read from a source line.
  private static let lineLimit = 1 << 20
  /// The number of preceding lines to search for a value's key.
  private static let maxLinesAbove = 40

  /// The codes of diagnostics whose messages quote unexpected strings from a configuration.
  private static let quotingCodes: Set<String> = [
    "invalid-property-list", "invalid-json", "invalid-env", "invalid-xcconfig", "invalid-yaml",
  ]

  /// The secrets that are hidden by default. For configuration commands, these are all values that
  /// look like secrets; texts contain none.
  static let defaultSecrets: ConfigSecrets? =
    CommandLine.arguments.dropFirst().first == "config" ? ConfigSecrets() : nil

  /// Returns a function that returns the source line of a location, after reading the files again.
  ///
  /// - Parameters:
  ///   - diagnostics: The diagnostics whose lines are needed.
  ///   - files: The paths to read instead of those in the diagnostics.
  ///   - secrets: The secrets to mask, or `nil` for none.
  static func source(
    of diagnostics: [Diagnostic], opening files: [String: String] = [:],
    hiding secrets: ConfigSecrets? = defaultSecrets
  ) -> (SourceLocation) -> String? {
    // The preceding lines may contain the key that identifies a value as a secret.
    let lines = sourceLines(diagnostics, files, above: secrets == nil ? 0 : maxLinesAbove)
    // Consecutive findings are often about the same line, which may be long.
    var last: (file: String, number: Int, text: String?)?
    return { location in
      guard let number = location.start?.line else { return nil }
      if let last, last.number == number, last.file == location.file { return last.text }
      guard let file = lines[location.file], let line = file[number] else { return nil }
      let text = String(decoding: line, as: UTF8.self)
      let shown =
        secrets?.masked(text, number, of: location.file, above: linesAbove(number, file)) ?? text
      last = (location.file, number, shown)
      return shown
    }
  }

  /// Returns the lines before a line, nearest first.
  private static func linesAbove(
    _ number: Int, _ lines: [Int: [UInt8]]
  ) -> some Sequence<String> {
    stride(from: number - 1, through: max(number - maxLinesAbove, 1), by: -1).lazy
      .compactMap { lines[$0].map { String(decoding: $0, as: UTF8.self) } }
  }

  /// Returns the diagnostics with secrets masked in their messages. Quotations are also removed if
  /// the line is masked.
  static func masked(
    _ diagnostics: [Diagnostic], opening files: [String: String] = [:],
    hiding secrets: ConfigSecrets?
  ) -> [Diagnostic] {
    guard let secrets else { return diagnostics }
    let source = source(of: diagnostics, opening: files, hiding: nil)
    let shown = Self.source(of: diagnostics, opening: files, hiding: secrets)
    return diagnostics.map { diagnostic in
      let masked = secrets.masked(diagnostic)
      guard let location = diagnostic.location else { return masked }
      // A line that can't be read again, as in an archive, may contain secrets.
      let isHidden =
        source(location).map { $0 != shown(location) }
        ?? (location.start != nil && quotingCodes.contains(diagnostic.code))
      return isHidden ? secrets.withoutQuotations(masked) : masked
    }
  }

  /// Prints diagnostics as text to standard error.
  ///
  /// - Parameters:
  ///   - diagnostics: The diagnostics to print.
  ///   - files: The paths to read source lines from instead of those in the diagnostics.
  ///   - secrets: The secrets to mask in source lines and messages, or `nil` for none.
  ///   - suppressed: The number of findings that were suppressed in the source.
  static func print(
    _ diagnostics: [Diagnostic], opening files: [String: String] = [:],
    hiding secrets: ConfigSecrets? = defaultSecrets, suppressed: Int = 0
  ) {
    if diagnostics.isEmpty, suppressed == 0 { return }
    Console.note(text(of: diagnostics, opening: files, hiding: secrets, suppressed: suppressed))
  }

  /// Returns the text that ``print(_:opening:hiding:suppressed:)`` prints.
  static func text(
    of diagnostics: [Diagnostic], opening files: [String: String] = [:],
    hiding secrets: ConfigSecrets? = defaultSecrets, suppressed: Int = 0
  ) -> [UInt8] {
    if diagnostics.isEmpty, suppressed == 0 { return [] }
    let reporter = TextReporter(
      usesColor: Console.usesColor(.error), suppressedCount: suppressed,
      source: source(of: diagnostics, opening: files, hiding: secrets))
    return reporter.report(masked(diagnostics, opening: files, hiding: secrets))
  }

  /// Prints a single diagnostic without the summary.
  static func print(_ diagnostic: Diagnostic) {
    let reporter = TextReporter(
      usesColor: Console.usesColor(.error), includesSummary: false, source: source(of: [diagnostic])
    )
    Console.note(reporter.report(masked([diagnostic], hiding: defaultSecrets)))
  }

  /// Reads the source lines of diagnostics. Each file is read only once.
  ///
  /// - Parameters:
  ///   - diagnostics: The diagnostics whose lines to read.
  ///   - files: The paths to read instead of those in the diagnostics.
  ///   - above: The number of lines to also read before each line.
  /// - Returns: The lines by file and number.
  private static func sourceLines(
    _ diagnostics: [Diagnostic], _ files: [String: String], above: Int
  ) -> [String: [Int: [UInt8]]] {
    var requested: [String: Set<Int>] = [:]
    func request(_ location: SourceLocation) {
      for case let line? in [location.start?.line, location.end?.line] {
        for line in line - above...line { requested[location.file, default: []].insert(line) }
      }
    }
    for diagnostic in diagnostics {
      if let location = diagnostic.location { request(location) }
      for related in diagnostic.related { request(related.location) }
      for fix in diagnostic.fixes { request(fix.location) }
    }
    return requested.reduce(into: [:]) { result, entry in
      // A removed file is not quoted, but its diagnostics are still printed.
      guard let file = try? InputFile(path: files[entry.key] ?? entry.key) else { return }
      let lines = SourceLines.collect(
        entry.value.union([1]), limit: lineLimit, from: file.source())
      // A binary property list has no lines.
      if lines[1]?.starts(with: "bplist".utf8) == true { return }
      result[entry.key] = lines
    }
  }
}

/// The exit status of the process: 0 for success, 1 for findings, 2 for wrong usage, 3 for an
/// unreadable input, 4 for an unwritable output.
enum ExitStatus {
  /// Returns the exit status for diagnostics.
  ///
  /// - Parameters:
  ///   - diagnostics: The diagnostics of the command.
  ///   - failOn: The lowest severity that results in an exit status of 1.
  static func of(_ diagnostics: [Diagnostic], failOn: Severity = .error) -> Int32 {
    func has(_ kind: Diagnostic.Kind) -> Bool { diagnostics.contains { $0.kind == kind } }
    if has(.usage) { return 2 }
    if has(.unreadable) { return 3 }
    if has(.unwritable) { return 4 }
    return diagnostics.contains { $0.severity >= failOn } ? 1 : 0
  }

  /// Returns the exit status of a call that ran a command several times: the status of a single
  /// run with the diagnostics of all.
  static func of(_ statuses: Set<Int32>) -> Int32 {
    [2, 3, 4, 1].first(where: statuses.contains) ?? 0
  }
}

extension Invocation {
  /// The severity specified by `--fail-on`, which is `error` by default.
  var failOn: Severity { value("fail-on").flatMap(Severity.init) ?? .error }

  /// Returns the maximum number of findings to report per check and file, or `nil` for no limit.
  ///
  /// - Throws: A `.usageError` diagnostic if the option is invalid.
  func maxFindings() throws(Diagnostic) -> Int? {
    guard let value = value("max-findings") else { return FindingLimit.defaultLimit }
    guard let number = Int(value), number >= 0 else {
      throw Self.usageError(
        "--max-findings must be an integer, not '\(value)'", hint: "use 0 for all")
    }
    return number == 0 ? nil : number
  }
}
