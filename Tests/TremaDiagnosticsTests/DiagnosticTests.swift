import Testing
import TremaDiagnostics
import TremaSupport

import struct TremaSupport.SourceLocation

@Suite struct DiagnosticTests {
  @Test func `a fingerprint does not depend on the line`() {
    var finding = Diagnostic(
      .error, "duplicate-key", "first on line 3",
      at: SourceLocation(file: "a.trm", start: SourcePosition(line: 9, column: 1)), subject: "k")
    let before = finding.fingerprint
    finding.location?.start?.line = 12
    finding.message = "first on line 6"
    #expect(finding.fingerprint == before)
    #expect(before.count == 16)
    finding.subject = "l"
    #expect(finding.fingerprint != before)
  }

  @Test func `a position advances by bytes and lines`() {
    let start = SourcePosition(line: 2, column: 5)
    #expect(start.advanced(over: "é".utf8) == SourcePosition(line: 2, column: 7))
    #expect(start.advanced(over: "a\r\nb".utf8) == SourcePosition(line: 3, column: 2))
  }

  @Test func `a tally is described in words`() {
    func tally(_ severities: Severity...) -> String {
      Tally(severities.map { Diagnostic($0, "code", "message") }).description
    }
    #expect(tally() == "")
    #expect(tally(.warning) == "1 warning")
    #expect(tally(.note, .error, .warning, .error, .note) == "2 errors, 1 warning, 2 notes")
  }
}
