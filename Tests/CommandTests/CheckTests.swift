import Foundation
import Testing
import TremaTestSupport

/// `trema check`: its findings, its reports and its exit status.
@Suite struct CheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(_ options: String...) throws -> Tool.Result {
    try Tool.run(["check", "Texts.trm"] + options, in: folder)
  }

  /// Writes a text with a valid value in the master language and the given value in English.
  private func write(_ value: String, status: String = "translated", key: String = "a") throws {
    try folder.write(
      """
      <trema masterLang="de">
        <text key="\(key)">
          <context/>
          <value lang="de" status="verified">Wert %d</value>
          <value lang="en" status="\(status)">\(value)</value>
        </text>
      </trema>
      """, to: "Texts.trm")
  }

  @Test func `a catalogue without findings prints nothing`() throws {
    try folder.write(Catalogue.small, to: "Texts.trm")
    #expect(try check() == Tool.Result(status: 0, output: "", errors: ""))
  }

  /// Values in files with both line endings, and the text at the location of the finding.
  @Test(
    arguments: [
      (
        "&#228;&lt;<![CDATA[<b>]]>\\n<!-- c -->{n, plural, one {%1$d}}", "}</value>",
        "invalid-message"
      ),
      ("x <![CDATA[é\\t&lt;{n, plural,\n  one {x} ones {y}}]]>", "ones", "invalid-message"),
      ("\\u00e9\\n{n, plural, one {%d} other {x", "{x", "invalid-message"),
      (
        "&amp;<![CDATA[&amp;]]>{n, plural, one {it''s '{' \\q} other {%d}}", "\\q", "unknown-escape"
      ),
      ("\n\\t{n, plural, one {'{'%'}' &#x1F600; 5 % #} other {%d}}", "%'}", "unescaped-percent"),
      ("{n, plural, one {%d '&#x1F600;' 5 % #} other {%d}}", "% #", "unescaped-percent"),
      (
        "<![CDATA[\\\"{n, plural, one {#}]]> other {<!-- %@ -->%1$d %1$@}}", "%1$@",
        "placeholder-mismatch"
      ),
      ("&quot;%1$d\\n <![CDATA[%2$@]]>", "%2$@", "placeholder-mismatch"),
    ], ["\n", "\r\n"])
  func `a finding is reported at the exact byte`(
    _ value: (source: String, mark: String, code: String), lineEnd: String
  ) throws {
    try write(value.source)
    let lines = String(decoding: try folder.read("Texts.trm"), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    try folder.write(Array(lines.joined(separator: lineEnd).utf8), to: "Texts.trm")
    // No mark occurs in the line of the master value, so the first match is in the English one.
    let found = try #require(
      lines.enumerated().compactMap { index, line in
        line.range(of: value.mark).map { (index + 1, line[..<$0.lowerBound].utf8.count + 1) }
      }.last)
    let wanted = "Texts.trm:\(found.0):\(found.1): "
    let result = try check()
    #expect(
      result.output.split(whereSeparator: \.isNewline).contains {
        $0.hasPrefix(wanted) && $0.contains(" [\(value.code)] ")
      }, "\(wanted)\n\(result.output)")
  }

  private static let errors = [
    "placeholder-mismatch": "Value %@", "invalid-message": "{n, plural, one {%d}",
    "mixed-placeholders": "%1$d %d",
  ]
  private static let warnings = [
    "empty-value": "", "edge-space": " %d", "value-markup": "<b>%d</b>", "unknown-escape": "\\q %d",
    "unescaped-percent": "%d 100%",
  ]

  @Test(arguments: errors)
  func `errors have severity error in every status except in drafts that apps omit`(
    _ code: String, _ value: String
  ) throws {
    for status in ["initial", "translated", "verified", "special"] {
      let isLeftOut = status == "initial"
      try write(value, status: status)
      let result = try check()
      #expect(result.status == (isLeftOut ? 0 : 1))
      #expect(
        result.output.contains(": \(isLeftOut ? "note" : "error"): [\(code)] "), "\(result)")
    }
  }

  @Test(arguments: warnings)
  func `warnings become notes in texts with the status initial`(_ code: String, _ value: String)
    throws
  {
    for (status, severity) in [("translated", "warning"), ("initial", "note")] {
      try write(value, status: status)
      let result = try check()
      #expect(result.output.contains(": \(severity): [\(code)] "), "\(result)")
      #expect(result.status == (result.output.contains(": error:") ? 1 : 0))
      #expect(try check("--fail-on=\(severity)").status == 1)
    }
  }

  @Test func `a project can raise, lower or disable the severity of a check`() throws {
    try write(" %d")
    #expect(try check("--severity=edge-space=error").status == 1)
    #expect(try check("--severity=edge-space=note").output.contains(": note: [edge-space]"))
    #expect(
      try check("--severity=edge-space=off") == Tool.Result(status: 0, output: "", errors: ""))
  }

  @Test func `the exit status is that of the worst finding`() throws {
    try write(" %d")
    for (level, status) in [("error", 0), ("warning", 1), ("note", 1)] as [(String, Int32)] {
      #expect(try check("--fail-on=\(level)").status == status)
    }
    #expect(try Tool.run("check", "Texts.trm", "No.trm", in: folder).status == 3)
  }

  @Test func `reports are written to the given paths, each once`() throws {
    try write("Value %@")
    let text = try check().output
    let result = try check("--report=json=a.json", "--report", "text", "--report=text=b.txt")
    #expect(result == Tool.Result(status: 1, output: text, errors: ""))
    #expect(try folder.text("b.txt") == text)
    let report = try JSONSerialization.jsonObject(with: Data(folder.read("a.json")))
    let findings = try #require((report as? [String: Any])?["diagnostics"] as? [[String: Any]])
    #expect(findings.count == 1)
    #expect(findings.first?["code"] as? String == "placeholder-mismatch")
    // Standard output is a file here.
    let same = try folder.text("a.json")
    for place in ["json", "json=-", "json=/dev/stdout"] {
      #expect(try check("--report", place) == Tool.Result(status: 1, output: same, errors: ""))
    }
    // The pipe is closed when the reader of the report has ended, too.
    #expect(
      try Tool.run(
        "check", "Texts.trm", in: folder,
        shell: "{ \"$@\" --report json=>(cat >c.json); } | cat"
      ).output == "")
    #expect(try folder.text("c.json") == same)
  }

  @Test func `a report that cannot be written is a separate error`() throws {
    try write("Value %@")
    let result = try check("--report=json=no/such/../../Texts.trm/a.json")
    #expect(result.status == 4)
    #expect(result.errors.contains("[cannot-write]"))
    #expect(try Snapshot(of: folder).names == ["Texts.trm"])
  }

  @Test func `an unreadable catalogue is a finding in every report`() throws {
    let result = try check("--report=json")
    #expect(result.status == 3)
    #expect(result.output.contains("\"cannot-read\""))
    #expect(result.errors == "")
  }

  @Test func `without files, the catalogues of trema.json are checked`() throws {
    try write(" %d")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "checks": { "edge-space": "error" }
      }
      """, to: "trema.json")
    let result = try Tool.run("check", in: folder)
    #expect(result.status == 1)
    #expect(result.output.contains(": error: [edge-space]"))
    #expect(try Snapshot(of: folder).names == ["Texts.trm", "trema.json"])
    let elsewhere = try Tool.run(
      "check", "--project", folder.path + "/trema.json", in: TemporaryFolder())
    #expect(elsewhere.status == 1)
  }

  @Test func `a project sets severities by check, language, key and status`() throws {
    func value(_ language: String, _ status: String) -> String {
      "<value lang=\"\(language)\" status=\"\(status)\">Sign  in</value>"
    }
    try folder.write(
      """
      <trema masterLang="en">
        <text key="start.in"><context/>
          <value lang="en" status="verified">Sign in</value>
          \(value("de", "translated"))
          \(value("fr", "translated"))
          \(value("pt-BR", "verified"))
        </text>
        <text key="legal.in"><context>@ignore same-as-master</context>
          <value lang="en" status="verified">Sign in «now»</value>
          \(value("de", "translated"))
          \(value("fr", "verified"))
          \(value("pt-BR", "initial"))
        </text>
      </trema>
      """, to: "Texts.trm")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "checks": {
          "*": "off",
          "double-space": {
            "level": "warning", "verified": "error", "languages": { "de": "note", "pt": "off" },
            "keys": { "legal.*": "error", "*.out": "off" }
          },
          "quotes": "error",
          "missing-term": "warning",
          "forbidden-term": { "level": "error", "languages": { "fr": "off" } }
        },
        "terms": [
          { "term": "sign in", "required": { "de": ["anmelden"] },
            "forbidden": { "de": ["in"], "fr": ["in"] } }
        ]
      }
      """, to: "trema.json")
    let result = try Tool.run("check", in: folder)
    let findings = result.output.split(separator: "\n").filter { $0.hasPrefix("Texts.trm:") }
      .map { $0.split(separator: ":").dropFirst().joined(separator: ":") }
    #expect(
      findings == [
        "4:42: warning: [missing-term] the 'de' value must use 'anmelden' for 'sign in'",
        "4:46: note: [double-space] the 'de' value contains 2 consecutive spaces",
        "4:48: error: [forbidden-term] the 'de' value uses the forbidden word 'in' for 'sign in'",
        "5:46: warning: [double-space] the 'fr' value contains 2 consecutive spaces",
        "9:48: error: [quotes] '«' is not a quotation mark used in 'en'",
        "10:42: warning: [missing-term] the 'de' value must use 'anmelden' for 'sign in'",
        "10:46: error: [double-space] the 'de' value contains 2 consecutive spaces",
        "10:48: error: [forbidden-term] the 'de' value uses the forbidden word 'in' for 'sign in'",
        "11:44: error: [double-space] the 'fr' value contains 2 consecutive spaces",
        "12:46: note: [double-space] the 'pt-BR' value contains 2 consecutive spaces",
      ])
    #expect(result.status == 1)
  }

  @Test func `findings of other commands have a help page and can be suppressed`() throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="a"><context>@ignore unused-key another app has it</context>
          <value lang="en" status="translated">Sign in</value>
        </text>
      </trema>
      """, to: "Texts.trm")
    #expect(try check() == Tool.Result(status: 0, output: "", errors: ""))
    #expect(
      try check("--severity=unused-key=off") == Tool.Result(status: 0, output: "", errors: ""))
    #expect(
      try check("--severity=unfixable=off").errors == """
        trema: error: [usage] --severity: the check 'unfixable' cannot be configured
          hint: see 'trema help check unfixable'
        1 error

        """)
    for code in ["unused-key", "undefined-key", "runtime-key", "unfixable", "outdated-baseline"] {
      let page = try Tool.run(["help", "check", code], in: folder)
      #expect(page.status == 0)
      #expect(page.output.hasPrefix("\(code) ("))
    }
  }

  @Test func `several files form one catalogue`() throws {
    try write("Value %@")
    try folder.write(
      """
      <trema masterLang="de">
        <text key="a"><context/><value lang="en" status="translated">Value %d</value></text>
      </trema>
      """, to: "More.trm")
    #expect(try Tool.run("check", "Texts.trm", "More.trm", in: folder).status == 0)
  }

  @Test func `only the selected languages are checked`() throws {
    try write("Value %@")
    #expect(try check("--languages=de").status == 0)
    #expect(try check("--languages=en").status == 1)
  }
}
