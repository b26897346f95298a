import Foundation
import TremaDiagnostics
import TremaSupport
import TremaTestSupport

import struct TremaSupport.SourceLocation

/// Findings and a catalogue with hostile content for a report.
enum ReportSample {
  static let hostile =
    "a\u{0}\u{1}\u{1B}[2J\u{7F}\u{9B}\u{FFFE}\u{FFFF}\r\n\t]]></script><script>x()</script>"
    + "</noscript><!--&amp;\"'{0}{{%d,:%0A[link](1)\u{2028}\u{202E}שלום😀"

  static func at(_ line: Int, _ column: Int, _ end: (Int, Int)? = nil, file: String = "Texts.trm")
    -> SourceLocation
  {
    SourceLocation(
      file: file, start: SourcePosition(line: line, column: column),
      end: end.map { SourcePosition(line: $0.0, column: $0.1) })
  }

  static var findings: [Diagnostic] {
    var first = Diagnostic(
      .error, "duplicate-key", hostile, at: at(1, 1), hint: hostile, subject: hostile)
    first.key = hostile
    first.language = hostile
    first.related = [.init(hostile, at: at(2, 3, file: hostile))]
    var second = Diagnostic(
      .warning, "edge-space", "white space", at: at(2, 3, (2, 7), file: "Ordner é/a:b%.trm"))
    second.fixes = [
      .init(at: at(2, 3, (2, 7), file: "Ordner é/a:b%.trm"), replacement: hostile),
      .init(at: at(3, 1), replacement: "x"),
    ]
    return [
      first, second, Diagnostic(.note, "note-code", "about no file"),
      Diagnostic(
        .error, "cannot-read", "no such file", at: SourceLocation(file: "No.trm"),
        kind: .unreadable),
    ]
  }

  static var material: ReportContext {
    var material = ReportContext()
    material.version = "1.2.3"
    material.rules = [
      ReportedRule(code: "edge-space", summary: "White [space].", help: "Take it *away*.")
    ]
    material.source = { ["\u{FEFF}é😀xyz", "é😀xyz"].dropFirst(($0.start?.line ?? 9) - 1).first }
    var catalogue = ReportedCatalog(statuses: ["initial", "verified"])
    catalogue.languages = ["de", "ar"]
    catalogue.append(
      .init(
        key: hostile, context: hostile,
        values: [.init(language: hostile, status: "verified", text: hostile)]))
    material.catalog = catalogue
    return material
  }

  static func text(
    _ format: ReportFormat, _ findings: [Diagnostic] = findings,
    _ material: ReportContext = material
  ) -> String {
    String(decoding: format.reporter(material).report(findings), as: UTF8.self)
  }

  /// Returns the output of a Python program that reads a report.
  static func python(_ program: String, _ report: String, _ arguments: [String] = []) throws
    -> Judge.Verdict
  {
    let folder = try TemporaryFolder()
    try folder.write(Array(report.utf8), to: "report")
    return try Judge.environmentPython.run(
      ["-c", program, folder.path + "/report"] + arguments, in: folder)
  }
}
