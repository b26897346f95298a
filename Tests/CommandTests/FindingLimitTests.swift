import Testing
import TremaTestSupport

/// The limit of reported findings per check, and the count of those beyond it.
@Suite struct FindingLimitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Texts with one value each.
  private func write(_ values: [String], _ head: String = "") throws {
    let texts = values.enumerated().map {
      "<text key=\"k\($0)\"><context/><value lang=\"de\" status=\"verified\">\($1)</value></text>\n"
    }
    try folder.write(
      "\(head)<trema masterLang=\"de\">\n\(texts.joined())</trema>\n", to: "Texts.trm")
  }

  private func run(_ command: String, _ options: String...) throws -> Tool.Result {
    try Tool.run([command, "Texts.trm"] + options, in: folder)
  }

  private func count(_ part: String, in output: String) -> Int {
    output.split(separator: "\n").count { $0.contains(part) }
  }

  /// The last lines of a report.
  private func end(_ output: String, _ lines: Int) -> String {
    output.split(separator: "\n").suffix(lines).joined(separator: "\n")
  }

  @Test(arguments: ["", "<?a?>"]) func `a thousand findings are reported, and the rest are counted`(
    head: String
  ) throws {
    try write(Array(repeating: "a\\q", count: 1000) + ["a"], head)
    let all = try run("check")
    #expect(count("[unknown-escape]", in: all.output) == 1000)
    #expect(end(all.output, 1) == "1000 warnings")
    try write(Array(repeating: "a\\q", count: 1003) + ["{n, plural, one {b}}"], head)
    let limited = try run("check")
    #expect(limited.status == 1)
    #expect(count("[unknown-escape]", in: limited.output) == 1001)
    #expect(count("Texts.trm:1001:", in: limited.output) == 1)
    #expect(!limited.output.contains("Texts.trm:1002:"))
    // Another rule is still reported.
    #expect(count("Texts.trm:1005:", in: limited.output) == 1)
    #expect(
      end(limited.output, 3) == """
        Texts.trm: warning: [unknown-escape] 3 more are not shown
          hint: show all with --max-findings=0
        1 error, 1003 warnings, 3 not shown
        """)
    let whole = try run("check", "--max-findings=0")
    #expect(count("[unknown-escape]", in: whole.output) == 1003)
    #expect(end(whole.output, 1) == "1 error, 1003 warnings")
  }

  @Test(arguments: ["", "<?a?>"]) func `findings reported while reading have the same limit`(
    head: String
  ) throws {
    let odd = (0..<5).map { "<text key=\"k\($0)\"/>\n" }.joined()
    try folder.write(
      "\(head)<trema masterLang=\"de\">\n<a/><a/>\n\(odd)</trema>\n", to: "Texts.trm")
    let result = try run(
      "convert", "--format=strings", "--output=out", "--max-findings=3", "--severity=schema=note")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        Texts.trm:2:1: note: [schema] the element 'a' is not in the trema schema
        2 | <a/><a/>
          | ^
        Texts.trm:2:5: note: [schema] the element 'a' is not in the trema schema
        2 | <a/><a/>
          |     ^
        Texts.trm:3:1: warning: [missing-master] no text has a value in the master language 'de'
        3 | <text key="k0"/>
          | ^ hint: set masterLang to the language that the texts are written in
        Texts.trm:3:1: note: [schema] this text has no context
        3 | <text key="k0"/>
          | ^
        Texts.trm: note: [schema] 9 more are not shown
          hint: show all with --max-findings=0
        1 warning, 12 notes, 9 not shown

        """)
    let off = try run(
      "convert", "--format=strings", "--output=out", "--max-findings=1", "--severity=schema=off")
    #expect(!off.errors.contains("[schema]"))
  }

  @Test func `an error that is only counted still fails the command`() throws {
    try write(["a", "{n, plural, one {b}}", "{n, plural, one {c}}", "d"])
    let stopped = try run("convert", "--format=strings", "--output=out", "--max-findings=1")
    #expect(stopped.status == 1)
    #expect(try Snapshot(of: folder).names == ["Texts.trm"])
    let result = try run(
      "convert", "--format=strings", "--output=out", "--max-findings=1", "--keep-going")
    #expect(result.status == 1)
    #expect(result.errors.contains("Texts.trm: error: [invalid-message] 1 more is not shown"))
    let written = try folder.text("out/de.lproj/Localizable.strings")
    #expect(written.contains("\"k0\"") && written.contains("\"k3\""))
    #expect(!written.contains("\"k1\"") && !written.contains("\"k2\""))
  }

  @Test func `counted findings affect the exit status`() throws {
    try write(["a\\q", "b\\q", "c\\q"])
    let options = ["check", "Texts.trm", "--max-findings=1"]
    #expect(try Tool.run(options, in: folder).status == 0)
    #expect(try Tool.run(options + ["--fail-on=warning"], in: folder).status == 1)
    // Some findings of a rule have a higher severity.
    try folder.write(
      """
      { "catalogues": [{ "files": ["Texts.trm"] }],
        "checks": { "unknown-escape": { "level": "warning", "keys": { "k2": "error" } } } }
      """, to: "trema.json")
    let result = try Tool.run(["check", "--max-findings=1"], in: folder)
    #expect(result.status == 1)
    #expect(
      end(result.output, 5) == """
        Texts.trm: error: [unknown-escape] 1 more is not shown
          hint: show all with --max-findings=0
        Texts.trm: warning: [unknown-escape] 1 more is not shown
          hint: show all with --max-findings=0
        1 error, 2 warnings, 2 not shown
        """)
  }

  @Test
  func `a baseline covers all findings, and muted findings do not count toward the limit`() throws {
    try write(["a\\q", "b\\q", "c\\q", "d"])
    let update = try run(
      "check", "--baseline=b.json", "--update-baseline", "--max-findings=1")
    #expect(update.output == "3 muted\n")
    try write(["a\\q", "b\\q", "c\\q", "d\\q", "e\\q"])
    let result = try run("check", "--baseline=b.json", "--max-findings=1")
    #expect(count("Texts.trm:5:", in: result.output) == 1)
    #expect(
      end(result.output, 3) == """
        Texts.trm: warning: [unknown-escape] 1 more is not shown
          hint: show all with --max-findings=0
        2 warnings, 1 not shown, 3 muted
        """)
  }

  @Test func `suppressed findings do not count toward the limit`() throws {
    let suppressed =
      "<text key=\"a\"><context>@ignore unknown-escape x</context><value lang=\"de\">\\q"
    let told = "<text key=\"b\"><context/><value lang=\"de\">\\q"
    let end = "</value></text>\n"
    try folder.write(
      "<trema masterLang=\"de\">\n\(suppressed)\(end)\(told)\(end)</trema>\n", to: "Texts.trm")
    let result = try run("check", "--max-findings=1")
    #expect(count("Texts.trm:3:", in: result.output) == 1)
    #expect(!result.output.contains("not shown") && !result.output.contains("unused-ignore"))
  }

  @Test func `an import also refuses values with errors that are only counted`() throws {
    try write(["a"])
    let rows = (0..<5).map { "k\($0),,a,#REF!,translated\n" }.joined()
    try folder.write("Key,Context,Master (de),Value (fr),Status\n\(rows)", to: "In.csv")
    let result = try Tool.run(
      ["import", "In.csv", "--into=Texts.trm", "--max-findings=2"], in: folder)
    #expect(result.status == 1)
    #expect(result.output.contains("4 conflicts, 5 refused\n"))
    #expect(count("[cell-error] the cell contains", in: result.errors) == 2)
    #expect(
      end(result.errors, 5) == """
        In.csv: error: [cell-error] 3 more are not shown
          hint: show all with --max-findings=0
        In.csv: error: [import-conflict] 2 more are not shown
          hint: show all with --max-findings=0
        9 errors, 5 not shown
        """)
  }

  @Test func `findings beyond the limit are fixed too`() throws {
    try write((0..<5).map { "%d is 50 % of \($0)" })
    let result = try run("check", "--fix", "--max-findings=1")
    #expect(result.errors == "fixed 5 findings in Texts.trm\n")
    #expect(try folder.text("Texts.trm").split(separator: "%%").count == 6)
  }

  @Test func `schema violations beyond the limit are counted`() throws {
    func elements(_ count: Int) -> String {
      (0..<count).map { "{ \"a\": \"x\", \"b\": \($0) }" }.joined(separator: ",\n")
    }
    try folder.write("{ \"list\": [\n\(elements(30))\n] }", to: "Configuration.json")
    try folder.write("{}", to: "Configuration-staging.json")
    try folder.write(#"{ "list": [{ "a": 1, "b": "x" }] }"#, to: "Configuration-production.json")
    try folder.write(
      """
      { "properties": { "list": { "items": {
        "anyOf": [
          { "properties": { "a": { "type": "integer" }, "b": { "type": "integer" } } },
          { "properties": { "a": { "type": "boolean" }, "b": { "type": "boolean" } } }
        ] } } } }
      """, to: "Configuration.schema.json")
    let options = ["config", "check"]
    let limited = try Tool.run(options + ["--max-findings=10"], in: folder)
    #expect(limited.status == 1)
    #expect(count("[invalid-type]", in: limited.output) == 12)
    #expect(
      end(limited.output, 3) == """
        Configuration.json: error: [invalid-type] 20 more are not shown
          hint: show all with --max-findings=0
        31 errors, 20 not shown
        """)
    let whole = try Tool.run(options + ["--max-findings=0"], in: folder)
    #expect(count("[invalid-type]", in: whole.output) == 31)
    #expect(end(whole.output, 1) == "31 errors")
    // A baseline mutes all of them.
    let baseline = ["--baseline=known.json", "--max-findings=10"]
    let updated = try Tool.run(options + baseline + ["--update-baseline"], in: folder)
    #expect(updated.status == 0, "\(updated.output)\(updated.errors)")
    #expect(try Tool.run(options + baseline, in: folder).status == 0)
  }

  @Test func `violations that a schema suppresses are not counted`() throws {
    let values = (0..<30).map { "\"k\($0)\": \"x\"" }.joined(separator: ", ")
    try folder.write("{ \(values), \"z\": \"x\" }", to: "Configuration.json")
    try folder.write(
      """
      { "properties": { "z": { "type": "integer" } },
        "additionalProperties": { "type": "integer", "x-ignore": { "invalid-type": "known" } } }
      """, to: "Configuration.schema.json")
    let result = try Tool.run(["config", "check", "--max-findings=1"], in: folder)
    #expect(result.status == 1)
    #expect(end(result.output, 1) == "1 error, 30 ignored")
  }

  @Test(arguments: [
    ("-1", "must be an integer, not "), ("x", "must be an integer, not "),
    ("", "requires a value: N"),
  ])
  func `an invalid limit is reported`(limit: String, message: String) throws {
    try write(["a"])
    let result = try run("check", "--max-findings=\(limit)")
    #expect(result.status == 2)
    #expect(result.errors.contains("--max-findings \(message)"))
  }

  @Test(arguments: ["text", "json", "sarif", "github", "gitlab", "junit", "html"])
  func `a report does not repeat a very long key in every finding`(_ format: String) throws {
    let key = String(repeating: "k", count: 100_000)
    let values = (0..<100).map { "<value lang=\"fr-x-a\($0)\"> b %d \\q</value>" }.joined()
    try folder.write(
      "<trema masterLang=\"de\"><text key=\"\(key)\"><context/><value lang=\"de\">a %s</value>"
        + "\(values)</text></trema>\n", to: "Texts.trm")
    let result = try run("check", "--report=\(format)")
    #expect(result.status == 1)
    #expect(count("(100000 bytes)", in: result.output) >= 1)
    // 300 findings of a few thousand bytes at most; with the key, they would have 30 megabytes.
    #expect(result.output.utf8.count < 1_000_000)
  }
}
