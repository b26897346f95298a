import Testing
import TremaDiagnostics
import TremaSupport

import struct TremaSupport.SourceLocation

@Suite struct TextReporterTests {
  private let duplicate = Diagnostic(
    .error, "duplicate-key", "key 'login.title' is defined twice (first on line 3)",
    at: at(14, 3), hint: "rename or remove one of them")

  private static func at(_ line: Int, _ column: Int) -> SourceLocation {
    SourceLocation(file: "Texts.trm", start: SourcePosition(line: line, column: column))
  }

  /// The report of one finding over the same source line, without the summary.
  private func text(of diagnostic: Diagnostic, source: String? = nil, color: Bool = false) -> String
  {
    TextReporter(usesColor: color) { _ in source }.text(of: diagnostic)
  }

  /// The two lines under the headline of a finding at a column of a source line.
  private func excerpt(_ source: String, _ column: Int) -> String {
    let diagnostic = Diagnostic(.error, "code", "message", at: Self.at(7, column), hint: "here")
    let lines = text(of: diagnostic, source: source).split(separator: "\n")
    return lines.dropFirst().joined(separator: "\n")
  }

  @Test func `a finding shows its line, a caret and the hint`() {
    #expect(
      text(of: duplicate, source: #"  <text key="login.title">"#) == """
        Texts.trm:14:3: error: [duplicate-key] key 'login.title' is defined twice (first on line 3)
        14 |   <text key="login.title">
           |   ^ hint: rename or remove one of them

        """)
  }

  @Test func `without a source line, the hint is on its own line`() {
    #expect(
      text(of: duplicate) == """
        Texts.trm:14:3: error: [duplicate-key] key 'login.title' is defined twice (first on line 3)
          hint: rename or remove one of them

        """)
  }

  @Test func `without a hint, only the caret is shown`() {
    let diagnostic = Diagnostic(.note, "code", "message", at: Self.at(1, 2))
    #expect(
      text(of: diagnostic, source: "abc")
        == "Texts.trm:1:2: note: [code] message\n1 | abc\n  |  ^\n")
  }

  @Test func `a finding without a line names the file, and one without a file names the tool`() {
    var diagnostic = Diagnostic(.error, "no-file", "cannot be read", hint: "look")
    #expect(text(of: diagnostic) == "trema: error: [no-file] cannot be read\n  hint: look\n")
    diagnostic.location = SourceLocation(file: "a.trm")
    #expect(
      text(of: diagnostic, source: "never asked for")
        == "a.trm: error: [no-file] cannot be read\n  hint: look\n")
  }

  @Test func `related locations follow as notes`() {
    var diagnostic = Diagnostic(.warning, "code", "message", at: Self.at(2, 1))
    diagnostic.related = [.init("first here", at: Self.at(1, 1))]
    #expect(
      text(of: diagnostic, source: "x") == """
        Texts.trm:2:1: warning: [code] message
        2 | x
          | ^
        Texts.trm:1:1: note: first here

        """)
  }

  @Test func `the report is in reading order and ends with a count`() {
    let findings = [
      Diagnostic(.warning, "b", "second", at: Self.at(9, 1)),
      Diagnostic(.error, "a", "first", at: Self.at(2, 1)),
      Diagnostic(.error, "c", "third", at: Self.at(10, 1)),
    ]
    let report = ReportFormat.text.reporter().report(findings)
    #expect(
      String(decoding: report, as: UTF8.self) == """
        Texts.trm:2:1: error: [a] first
        Texts.trm:9:1: warning: [b] second
        Texts.trm:10:1: error: [c] third
        2 errors, 1 warning

        """)
    #expect(TextReporter().report([]) == [])
  }

  @Test func `text from a file cannot control the terminal`() {
    let diagnostic = Diagnostic(
      .error, "code", "key 'a\u{1B}[2Jb\u{202E}' \u{9B}1m\nnext",
      at: SourceLocation(file: "a\u{1B}.trm", start: .start), hint: "h\u{2066}")
    #expect(
      text(of: diagnostic, source: "x\u{1B}]0;title\u{7}\u{200F}") == #"""
        a\u{1B}.trm:1:1: error: [code] key 'a\u{1B}[2Jb\u{202E}' \u{9B}1m\u{A}next
        1 | x\u{1B}]0;title\u{7}\u{200F}
          | ^ hint: h\u{2066}

        """#)
  }

  @Test(arguments: [
    ("abc", 3, "abc", "  "),
    ("abc", 99, "abc", "   "),
    ("", 1, "", ""),
    ("\t\ta\tb", 5, "\t\ta\tb", "\t\t \t"),
    ("é = 1", 4, "é = 1", "  "),
    ("日本 = 1", 8, "日本 = 1", "     "),
    ("👨‍👩‍👧x", 19, "👨‍👩‍👧x", "  "),
    ("e\u{301}x", 4, "e\u{301}x", " "),
    ("é", 2, "é", ""),
    ("a\u{1B}b", 3, #"a\u{1B}b"#, "       "),
    ("a\u{202E}b", 5, #"a\u{202E}b"#, "         "),
    ("\u{FEFF}ab", 2, "ab", " "),
  ])
  func `the caret is under its column`(
    source: String, column: Int, shown: String, indentation: String
  ) {
    #expect(excerpt(source, column) == "7 | \(shown)\n  | \(indentation)^ hint: here")
  }

  @Test func `a long line is truncated around the column`() {
    let source = (0..<1000).map { String($0 % 10) }.joined()
    let middle = excerpt(source, 505).split(separator: "\n").map { $0.dropFirst(4) }
    #expect(middle[0].count == 122)
    #expect(middle[0].hasPrefix("…4567"))
    #expect(middle[0].hasSuffix("3…"))
    let indentation = middle[1].prefix { $0 == " " }.count
    #expect(middle[0].dropFirst(indentation).hasPrefix("45678"))

    #expect(excerpt(source, 1).hasPrefix("7 | 0123"))
    #expect(excerpt(source, 1).contains("9…\n  | ^ hint"))
    #expect(excerpt(source, 1001).hasPrefix("7 | …0123"))
    #expect(!excerpt(source, 1001).contains("9…"))
  }

  @Test func `a line of several megabytes costs no more than its excerpt`() {
    let source = String(repeating: "ä", count: 4_000_000)
    for column in [1, 4_000_000, 8_000_000, 8_000_001] {
      #expect(excerpt(source, column).contains("ää"))
    }
  }

  @Test func `colours are written on request`() {
    let diagnostic = Diagnostic(.warning, "code", "message", at: Self.at(1, 1))
    #expect(
      text(of: diagnostic, color: true)
        == "\u{1B}[1mTexts.trm:1:1:\u{1B}[0m \u{1B}[1;35mwarning:\u{1B}[0m [code] message\n")
  }
}
