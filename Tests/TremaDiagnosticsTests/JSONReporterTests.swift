import Foundation
import Testing
import TremaDiagnostics
import TremaSupport

import struct TremaSupport.SourceLocation

@Suite struct JSONReporterTests {
  private func report(_ findings: [Diagnostic]) -> String {
    String(decoding: ReportFormat.json.reporter().report(findings), as: UTF8.self)
  }

  @Test func `a report has every member in a fixed order`() {
    let place = SourceLocation(
      file: "Texts.trm", start: SourcePosition(line: 14, column: 3),
      end: SourcePosition(line: 14, column: 8))
    var duplicate = Diagnostic(
      .error, "duplicate-key", "key 'a' is defined twice", at: place, hint: "rename \"one\"",
      subject: "a")
    duplicate.related = [.init("first here", at: SourceLocation(file: "Texts.trm", start: .start))]
    duplicate.fixes = [.init(at: place, replacement: "b/\n")]
    #expect(
      report([duplicate, Diagnostic(.note, "code", "Grüezi")]) == #"""
        {
          "version": 1,
          "diagnostics": [
            {
              "severity": "note",
              "code": "code",
              "message": "Grüezi",
              "related": [],
              "fixes": [],
              "fingerprint": "160ab0a9af122878"
            },
            {
              "severity": "error",
              "code": "duplicate-key",
              "message": "key 'a' is defined twice",
              "file": "Texts.trm",
              "line": 14,
              "column": 3,
              "endLine": 14,
              "endColumn": 8,
              "hint": "rename \"one\"",
              "related": [
                {
                  "message": "first here",
                  "file": "Texts.trm",
                  "line": 1,
                  "column": 1
                }
              ],
              "fixes": [
                {
                  "file": "Texts.trm",
                  "line": 14,
                  "column": 3,
                  "endLine": 14,
                  "endColumn": 8,
                  "replacement": "b/\n"
                }
              ],
              "fingerprint": "6e9c8f255250d6d0",
              "subject": "a"
            }
          ],
          "summary": {
            "errors": 1,
            "warnings": 0,
            "notes": 1
          }
        }

        """#)
  }

  @Test func `an empty report is a valid document`() {
    #expect(
      report([]) == """
        {
          "version": 1,
          "diagnostics": [],
          "summary": {
            "errors": 0,
            "warnings": 0,
            "notes": 0
          }
        }

        """)
  }

  @Test func `a report does not depend on the order of discovery`() {
    let findings = (1...9).map { line in
      Diagnostic(
        .error, "code", "message",
        at: SourceLocation(file: "a", start: SourcePosition(line: line, column: 1)))
    }
    #expect(report(findings) == report(findings.reversed()))
  }

  @Test func `every scalar is read back by a JSON reader`() throws {
    let scalars = (0...0x2FFF).compactMap(Unicode.Scalar.init) + ["\u{10FFFF}", "\u{1F600}"]
    // Each message fits the limit of a report.
    let messages = stride(from: 0, to: scalars.count, by: 0x400).map {
      String(String.UnicodeScalarView(scalars[$0..<min($0 + 0x400, scalars.count)]))
    }
    let findings = messages.enumerated().map { line, message in
      Diagnostic(
        .error, "code", message,
        at: SourceLocation(file: "a", start: SourcePosition(line: line + 1, column: 1)))
    }
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(JSONReporter().report(findings)))
        as? [String: Any])
    let found = try #require(document["diagnostics"] as? [[String: Any]])
    #expect(
      found.map { ($0["message"] as? String).map { Array($0.utf8) } }
        == messages.map { Array($0.utf8) })
  }
}
