import Foundation
import Testing
import TremaTestSupport

@testable import TremaDiagnostics
@testable import TremaSupport

/// The limit of findings of one rule in one file, and the count of the others.
@Suite struct FindingLimitTests {
  private static func finding(
    _ line: Int, _ code: String = "a", _ file: String? = "A.trm", _ severity: Severity = .warning,
    kind: Diagnostic.Kind = .finding
  ) -> Diagnostic {
    Diagnostic(
      severity, code, "line \(line)",
      at: file.map {
        SourceLocation(file: $0, start: SourcePosition(line: line, column: 1))
      }, subject: "k\(line)", kind: kind)
  }

  private static func lines(_ findings: [Diagnostic]) -> [String] {
    findings.map { finding in
      let file = finding.location?.file ?? "-"
      return finding.omitted > 0
        ? "\(file) \(finding.code) \(finding.severity.rawValue) +\(finding.omitted)"
        : "\(file) \(finding.code) \(finding.location?.start?.line ?? 0)"
    }
  }

  @Test func `findings up to the limit are reported, and the others are counted`() {
    let three = (1...3).map { Self.finding($0) }
    #expect(three.limited(to: 3) == three)
    #expect(
      Self.lines((three + [Self.finding(4)]).limited(to: 3))
        == ["A.trm a 1", "A.trm a 2", "A.trm a 3", "A.trm a warning +1"])
    #expect((1...2000).map { Self.finding($0) }.limited(to: nil).count == 2000)
  }

  @Test func `a limit applies to each rule and each file`() {
    let findings = (1...4).flatMap { line in
      [
        Self.finding(line), Self.finding(line, "b"), Self.finding(line, "a", "B.trm", .error),
        Self.finding(line, "c", nil),
      ]
    }
    #expect(
      Self.lines(findings.limited(to: 2)) == [
        "- c 0", "- c 0", "- c warning +2",
        "A.trm a 1", "A.trm b 1", "A.trm a 2", "A.trm b 2", "A.trm a warning +2",
        "A.trm b warning +2", "B.trm a 1", "B.trm a 2", "B.trm a error +2",
      ])
  }

  @Test func `the first findings by location are reported regardless of discovery order`() {
    var random = SeededGenerator(seed: 7)
    let findings = (1...50).map { Self.finding($0, "a", "A.trm", $0 % 7 == 0 ? .error : .note) }
    let told = Self.lines(findings.limited(to: 5))
    #expect(told.suffix(2) == ["A.trm a error +7", "A.trm a note +38"])
    for _ in 0..<50 {
      var limit = FindingLimit(5)
      let made = findings.shuffled(using: &random).filter {
        limit.admits($0.severity, $0.code, in: $0.location?.file, at: $0.location?.start ?? .start)
      }
      // Counts from an earlier limit are added.
      let half = made.count / 2
      let first = (made[..<half] + limit.takeOmittedSummary()).shuffled(using: &random).limited(
        to: 5)
      #expect(Self.lines((first + made[half...]).limited(to: 5)) == told)
      #expect(limit.takeOmittedSummary().isEmpty)
    }
  }

  @Test func `read and write failures are always reported`() {
    let failures = (1...9).map {
      Self.finding($0, "a", "A.trm", .error, kind: $0 % 2 == 0 ? .unreadable : .unwritable)
    }
    #expect(failures.limited(to: 1) == failures)
  }

  @Test func `a summary counts all its findings and keeps its fingerprint`() throws {
    let errors = (1...9).map { Self.finding($0, "a", "A.trm", $0 > 7 ? .error : .warning) }
    let told = errors.limited(to: 3)
    let tally = Tally(told)
    #expect((tally.errors, tally.warnings, tally.omitted) == (2, 7, 6))
    let rest = try #require(told.last { $0.severity == .warning })
    #expect(rest.omitted == 4)
    let more = errors + [Self.finding(20)]
    #expect(more.limited(to: 3).last { $0.severity == .warning }?.fingerprint == rest.fingerprint)
    #expect(rest.fingerprint != errors[0].fingerprint)
  }

  // MARK: Reports

  private static let told =
    [finding(1), finding(2, "a", "A.trm", .error), finding(3), finding(4, "a", "A.trm", .error)]
    .limited(to: 1) + [finding(1, "b", "B.trm")]

  private static func report(_ format: ReportFormat) -> String {
    var material = ReportContext()
    material.mutedCount = 5
    return String(decoding: format.reporter(material).report(told), as: UTF8.self)
  }

  @Test func `on a terminal, the summary follows the findings of its file and counts in the total`()
  {
    #expect(
      Self.report(.text) == """
        A.trm:1:1: warning: [a] line 1
        A.trm: error: [a] 2 more are not shown
          hint: show all with --max-findings=0
        A.trm: warning: [a] 1 more is not shown
          hint: show all with --max-findings=0
        B.trm:1:1: warning: [b] line 1
        2 errors, 3 warnings, 3 not shown, 5 muted

        """)
  }

  @Test func `in JSON and SARIF, the summary is a finding with a count`() throws {
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(Self.report(.json).utf8)) as? [String: Any])
    let diagnostics = try #require(json["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.map { $0["omitted"] as? Int } == [nil, 2, 1, nil])
    #expect(
      json["summary"] as? [String: Int] == [
        "errors": 2, "warnings": 3, "notes": 0, "omitted": 3, "muted": 5,
      ])
    let sarif = try #require(
      JSONSerialization.jsonObject(with: Data(Self.report(.sarif).utf8)) as? [String: Any])
    let run = try #require((sarif["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(
      results.map { ($0["properties"] as? [String: Any])?["omitted"] as? Int } == [nil, 2, 1, nil])
    #expect(results.map { $0["level"] as? String } == ["warning", "error", "warning", "warning"])
  }

  @Test func `in CI and HTML reports, the summary is a finding about the file`() {
    #expect(
      Self.report(.github).contains(
        "::error file=A.trm,title=a::2 more are not shown%0Ahint: show all with --max-findings=0\n")
    )
    #expect(
      Self.report(.gitlab).contains(
        "\"description\": \"2 more are not shown (show all with --max-findings=0)\""))
    #expect(
      Self.report(.junit).contains(
        "<testsuite name=\"A.trm\" tests=\"3\" failures=\"1\" errors=\"0\">")
    )
    #expect(Self.report(.html).contains("<li class=\"omitted\"><b>3</b> not shown</li>"))
    #expect(Self.report(.html).contains("<span class=\"message\">2 more are not shown</span>"))
  }
}
