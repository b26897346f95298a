import ConfigKit
import TremaDiagnostics
import TremaProject
import TremaXML

/// Prints findings with the lines they are about.
enum DiagnosticPrinter {
  /// The most bytes of a line that are looked at for a quotation.
  private static let lineLimit = 1 << 20

  /// What is hidden when nobody says more: of a configuration all that looks like a secret, of texts
  /// nothing.
  static let usuallyHidden: ConfigSecrets? =
    CommandLine.arguments.dropFirst().first == "config" ? ConfigSecrets() : nil

  /// The text of the lines that findings are about, read once more from their files.
  ///
  /// - Parameters:
  ///   - files: what to read instead, where that is not the file that is named.
  ///   - secrets: what is not shown of them.
  static func source(
    of diagnostics: [Diagnostic], opening files: [String: String] = [:],
    hiding secrets: ConfigSecrets? = usuallyHidden
  ) -> (SourceLocation) -> String? {
    // The line above may say what must not be shown of the next.
    let lines = sourceLines(diagnostics, files, above: secrets == nil ? 0 : 1)
    return { location in
      guard let number = location.start?.line,
        let line = lines[location.file]?[number].map({ String(decoding: $0, as: UTF8.self) })
      else { return nil }
      guard let secrets else { return line }
      let above = lines[location.file]?[number - 1].map { String(decoding: $0, as: UTF8.self) }
      return secrets.masked(line, number, of: location.file, above: above)
    }
  }

  /// To standard error, as text.
  ///
  /// - Parameters:
  ///   - files: what to quote from, where that is not the file that is named.
  ///   - secrets: what is shown neither of the lines nor in the words of the findings.
  static func print(
    _ diagnostics: [Diagnostic], opening files: [String: String] = [:],
    hiding secrets: ConfigSecrets? = usuallyHidden
  ) {
    if diagnostics.isEmpty { return }
    let reporter = TextReporter(
      color: Console.usesColor(.error),
      source: source(of: diagnostics, opening: files, hiding: secrets))
    Console.note(reporter.report(secrets.map { diagnostics.map($0.masked) } ?? diagnostics))
  }

  /// One finding alone, without the count of them.
  static func print(_ diagnostic: Diagnostic) {
    let reporter = TextReporter(
      color: Console.usesColor(.error), summary: false, source: source(of: [diagnostic]))
    Console.note(reporter.report([diagnostic]))
  }

  /// Reads each file once more for the lines that are quoted.
  ///
  /// - Parameter above: how many lines above each are wanted, too.
  private static func sourceLines(
    _ diagnostics: [Diagnostic], _ files: [String: String], above: Int
  ) -> [String: [Int: [UInt8]]] {
    var wanted: [String: Set<Int>] = [:]
    for diagnostic in diagnostics {
      let locations =
        [diagnostic.location] + diagnostic.related.map(\.location)
        + diagnostic.fixes.map(\.location)
      for location in locations.compactMap({ $0 }) {
        for position in [location.start, location.end].compactMap({ $0 }) {
          wanted[location.file, default: []].formUnion(position.line - above...position.line)
        }
      }
    }
    return wanted.reduce(into: [:]) { result, entry in
      // A file that is gone by now is quoted no more; its findings stand all the same.
      guard let file = try? InputFile(path: files[entry.key] ?? entry.key) else { return }
      result[entry.key] = SourceLines.collect(
        entry.value, limit: lineLimit, from: file.source())
    }
  }
}

/// What the process ends with.
enum ExitStatus {
  static func of(_ diagnostics: [Diagnostic], failOn: Severity = .error) -> Int32 {
    let kinds = Set(diagnostics.map(\.kind))
    if kinds.contains(.usage) { return 2 }
    if kinds.contains(.unreadable) { return 3 }
    if kinds.contains(.unwritable) { return 4 }
    return diagnostics.contains { $0.severity >= failOn } ? 1 : 0
  }
}

extension Invocation {
  var failOn: Severity { value("fail-on").flatMap(Severity.init) ?? .error }
}
