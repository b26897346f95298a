import TremaDiagnostics
import TremaProject
import TremaXML

/// Prints findings with the lines they are about.
enum DiagnosticPrinter {
  /// The most bytes of a line that are looked at for a quotation.
  private static let lineLimit = 1 << 20

  static func bytes(_ diagnostics: [Diagnostic], as format: ReportFormat, color: Bool) -> [UInt8] {
    let lines = format == .text ? sourceLines(diagnostics) : [:]
    return format.reporter(color: color) { location in
      guard let line = location.start?.line else { return nil }
      return lines[location.file]?[line].map { String(decoding: $0, as: UTF8.self) }
    }.report(diagnostics)
  }

  /// To standard error, as text.
  static func print(_ diagnostics: [Diagnostic]) {
    if diagnostics.isEmpty { return }
    Console.note(bytes(diagnostics, as: .text, color: Console.usesColor(.error)))
  }

  /// Reads each file once more for the lines that are quoted.
  private static func sourceLines(_ diagnostics: [Diagnostic]) -> [String: [Int: [UInt8]]] {
    var wanted: [String: Set<Int>] = [:]
    for location in diagnostics.compactMap(\.location) {
      guard let line = location.start?.line else { continue }
      wanted[location.file, default: []].insert(line)
    }
    return wanted.reduce(into: [:]) { result, entry in
      // A file that is gone by now is quoted no more; its findings stand all the same.
      guard let file = try? InputFile(path: entry.key) else { return }
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
