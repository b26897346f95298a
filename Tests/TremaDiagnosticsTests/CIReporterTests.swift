import Foundation
import Testing
import TremaDiagnostics
import TremaSupport
import TremaTestSupport

import struct TremaSupport.SourceLocation

/// The reports that CI systems read: GitHub's workflow commands, GitLab's Code Quality, JUnit.
@Suite struct CIReporterTests {
  @Test func `GitHub gets one command per line, with special characters escaped`() {
    #expect(
      ReportSample.text(.github) == """
        ::notice title=note-code::about no file
        ::error file=No.trm,title=cannot-read::no such file
        ::warning file=Ordner é/a%3Ab%25.trm,line=2,endLine=2,col=2,endColumn=4,title=edge-space\
        ::white space
        ::error file=Texts.trm,line=1,endLine=1,col=1,title=duplicate-key::\(shown)%0Ahint: \(shown)

        """)
  }

  /// The hostile text as one line, its controls spelled out and `%` escaped.
  private var shown: String {
    #"a\u{0}\u{1}\u{1B}[2J\u{7F}\u{9B}"# + "\u{FFFE}\u{FFFF}"
      + #"\u{D}\u{A}\u{9}]]></script><script>x()</script></noscript><!--&amp;"'{0}{{"#
      + #"%25d,:%250A[link](1)\u{2028}\u{202E}"# + "שלום😀"
  }

  @Test func `a location spanning several lines has no columns for GitHub`() {
    let finding = Diagnostic(.error, "a", "b", at: ReportSample.at(1, 2, (3, 4)))
    #expect(
      ReportSample.text(.github, [finding])
        == "::error file=Texts.trm,line=1,endLine=3,title=a::b\n"
    )
  }

  @Test func `GitLab gets the required fields of every finding`() throws {
    let report = Data(ReportSample.text(.gitlab).utf8)
    let issues = try #require(try JSONSerialization.jsonObject(with: report) as? [[String: Any]])
    #expect(issues.map { $0["severity"] as? String } == ["info", "critical", "minor", "major"])
    #expect(
      issues.map { $0["check_name"] as? String }
        == ["note-code", "cannot-read", "edge-space", "duplicate-key"])
    let locations = issues.compactMap { $0["location"] as? [String: Any] }
    #expect(
      locations.map { $0["path"] as? String } == [".", "No.trm", "Ordner é/a:b%.trm", "Texts.trm"])
    #expect(
      locations.map { ($0["lines"] as? [String: Int]) ?? [:] }
        == [["begin": 1], ["begin": 1], ["begin": 2, "end": 2], ["begin": 1]])
    #expect(
      (issues[3]["description"] as? String).map { Array($0.utf8) }
        == Array("\(ReportSample.hostile) (\(ReportSample.hostile))".utf8))
  }

  @Test func `GitLab gets each fingerprint once`() throws {
    let finding = Diagnostic(.error, "a", "b", at: ReportSample.at(1, 1), subject: "k")
    let report = Data(ReportSample.text(.gitlab, [finding, finding, finding]).utf8)
    let issues = try #require(try JSONSerialization.jsonObject(with: report) as? [[String: Any]])
    let print = finding.fingerprint
    #expect(
      issues.map { $0["fingerprint"] as? String } == [print, "\(print)-2", "\(print)-3"])
  }

  private static let loader = """
    import sys
    from junitparser import JUnitXml
    report = JUnitXml.fromfile(sys.argv[1])
    print(report.tests, report.failures, report.errors)
    for suite in report:
        print("suite", suite.name.encode("unicode_escape").decode(), suite.tests, suite.failures, suite.errors)
        for case in suite:
            print("case", case.name[:14], [type(each).__name__ for each in case.result], bool(case.system_out))
    """

  @Test func `JUnit has a suite per file and a case per finding`() throws {
    let verdict = try ReportSample.python(Self.loader, ReportSample.text(.junit))
    #expect(verdict.complaint == "")
    #expect(
      verdict.text == """
        4 1 1
        suite trema 1 0 0
        case note-code [] True
        suite No.trm 1 0 1
        case cannot-read ['Error'] False
        suite Ordner \\xe9/a:b%.trm 1 0 0
        case edge-space [] True
        suite Texts.trm 1 1 0
        case duplicate-key  ['Failure'] False

        """)
    var material = ReportSample.material
    material.failOn = .note
    let strict = try ReportSample.python(
      Self.loader, ReportSample.text(.junit, ReportSample.findings, material))
    #expect(strict.text.hasPrefix("4 3 1\n"))
  }

  @Test func `JUnit without findings is one case that passes`() throws {
    let verdict = try ReportSample.python(Self.loader, ReportSample.text(.junit, []))
    #expect(verdict.text == "1 0 0\nsuite trema 1 0 0\ncase no findings [] False\n")
  }

  @Test func `JUnit is valid XML for any catalogue`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(ReportSample.text(.junit).utf8), to: "a.xml")
    let verdict = try Judge.xmllint.run(["--noout", folder.path + "/a.xml"])
    #expect(verdict.complaint == "")
    #expect(verdict.status == 0)
  }

  @Test(arguments: ReportFormat.allCases)
  func `a report does not depend on the order of discovery`(_ format: ReportFormat) {
    let findings = ReportSample.findings
    #expect(ReportSample.text(format, findings) == ReportSample.text(format, findings.reversed()))
    #expect(ReportSample.text(format, findings) == ReportSample.text(format, findings))
  }

  @Test func `the text report counts muted findings`() {
    var material = ReportContext()
    material.mutedCount = 3
    #expect(ReportSample.text(.text, [], material) == "3 muted\n")
    #expect(
      ReportSample.text(.text, [Diagnostic(.error, "a", "b")], material).hasSuffix(
        "1 error, 3 muted\n"))
    #expect(ReportSample.text(.json, [], material).contains("\"notes\": 0,\n    \"muted\": 3\n"))
    #expect(ReportSample.text(.html, [], material).contains("<b>3</b> muted"))
  }
}
