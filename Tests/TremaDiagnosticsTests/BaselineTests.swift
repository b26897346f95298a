import Testing
import TremaDiagnostics
import TremaSupport

import struct TremaSupport.SourceLocation

@Suite struct BaselineTests {
  private func finding(
    _ subject: String, line: Int = 1, file: String = "Texts.trm", _ code: String = "edge-space"
  ) -> Diagnostic {
    Diagnostic(
      .warning, code, "message", at: ReportSample.at(line, 1, file: file), subject: subject)
  }

  @Test(arguments: ["./Texts.trm", "a/../Texts.trm", "/tmp/x/Texts.trm", "Texts.trm"])
  func `a fingerprint does not depend on how the path is written`(_ path: String) {
    #expect(finding("a", file: path).fingerprint == finding("a").fingerprint)
    #expect(finding("a", file: "Other.trm").fingerprint != finding("a").fingerprint)
  }

  @Test func `findings in the baseline are muted, and further identical ones are not`() {
    let baseline = Baseline(of: [finding("a", line: 3), finding("a", line: 5), finding("b")])
    let moved = [finding("a", line: 30), finding("a", line: 50), finding("a", line: 40)]
    let (reported, muted, outdated) = baseline.apply(moved + [finding("c")])
    #expect(reported == [finding("c"), finding("a", line: 50)])
    #expect((muted, outdated) == (2, 1))
  }

  @Test func `read failures are neither stored nor muted`() {
    var broken = finding("a")
    broken.kind = .unreadable
    #expect(Baseline(of: [broken]).entries.isEmpty)
    #expect(Baseline(of: [finding("a")]).apply([broken]).reported == [broken])
  }

  @Test func `a baseline has a line for each fingerprint in a fixed order`() {
    let findings = [finding("b \"q\" de"), finding("a"), finding("a", line: 9)]
    let expected = """
      {
        "version": 1,
        "findings": [
          { "fingerprint": "FIRST", "code": "edge-space", "subject": "SUBJECT", "count": N },
          { "fingerprint": "SECOND", "code": "edge-space", "subject": "TCEJBUS", "count": M },
          null
        ]
      }

      """
    let (a, b) = (finding("a").fingerprint, findings[0].fingerprint)
    let entries =
      a < b ? [(a, "a", 2), (b, #"b \"q\" de"#, 1)] : [(b, #"b \"q\" de"#, 1), (a, "a", 2)]
    #expect(
      String(decoding: Baseline(of: findings).encoded(), as: UTF8.self)
        == expected.replacing("FIRST", with: entries[0].0)
        .replacing("SUBJECT", with: entries[0].1).replacing("N }", with: "\(entries[0].2) }")
        .replacing("SECOND", with: entries[1].0)
        .replacing("TCEJBUS", with: entries[1].1).replacing("M }", with: "\(entries[1].2) }"))
    #expect(
      Baseline(of: findings.reversed()).encoded() == Baseline(of: findings).encoded())
    #expect(
      String(decoding: Baseline([]).encoded(), as: UTF8.self)
        == "{\n  \"version\": 1,\n  \"findings\": [\n    null\n  ]\n}\n")
  }

  @Test func `the larger of two counts for one finding is used`() {
    let entry = Baseline.Entry(fingerprint: "f", code: "c", subject: "s", count: 1)
    var more = entry
    more.count = 4
    #expect(Baseline([entry, more, entry]).entries == [more])
  }
}
