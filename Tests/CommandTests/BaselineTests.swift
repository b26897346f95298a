import Foundation
import Testing
import TremaTestSupport

/// `trema check --baseline`.
@Suite struct BaselineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write(["a": " x", "b": "%d"])
  }

  /// Values in English by their keys; German is `x`, so ` x` is a warning and `%d` an error.
  private func write(_ values: [String: String], before: String = "", to path: String = "Texts.trm")
    throws
  {
    let texts = values.sorted { $0.key < $1.key }.map { key, value in
      """
        <text key="\(key)"><context/>
          <value lang="de" status="verified">x</value>
          <value lang="en" status="verified">\(value)</value>
        </text>
      """
    }
    try folder.write(
      "<trema masterLang=\"de\">\n\(before)\(texts.joined(separator: "\n"))\n</trema>\n", to: path)
  }

  private func check(_ options: String...) throws -> Tool.Result {
    try Tool.run(["check"] + options, in: folder)
  }

  private static let muted = Tool.Result(status: 0, output: "2 muted\n", errors: "")

  @Test func `a baseline mutes its findings, including errors`() throws {
    #expect(try check("Texts.trm").status == 1)
    #expect(
      try check("Texts.trm", "--baseline=base.json", "--update-baseline") == Self.muted)
    let lines = try folder.text("base.json").split(separator: "\n")
    #expect(lines.count == 8)
    #expect(
      lines.contains {
        $0.contains("\"code\": \"edge-space\", \"subject\": \"a en\", \"count\": 1 }")
      })
    #expect(try check("Texts.trm", "--baseline=base.json", "--fail-on=note") == Self.muted)
  }

  @Test func `findings are recognised after lines move or paths are written differently`() throws {
    _ = try check("Texts.trm", "--baseline=base.json", "--update-baseline")
    try write(["a": " x", "b": "%d"], before: "\n\n<!-- three\nlines -->\n")
    try folder.write("", to: "sub/x")
    for path in ["Texts.trm", "./Texts.trm", "sub/../Texts.trm", folder.path + "/Texts.trm"] {
      #expect(try check(path, "--baseline=base.json") == Self.muted, "\(path)")
    }
  }

  @Test func `new findings are reported, and resolved ones are a note`() throws {
    _ = try check("Texts.trm", "--baseline=base.json", "--update-baseline")
    try write(["a": "x", "b": "%d", "c": " x"])
    let result = try check("Texts.trm", "--baseline=base.json")
    #expect(
      result.output == """
        Texts.trm:12:40: warning: [edge-space] the whitespace at the beginning of 'c' in 'en' differs \
        from the master
        12 |     <value lang="en" status="verified"> x</value>
           |                                        ^ hint: use the same leading and trailing whitespace as the master
        base.json: note: [outdated-baseline] 1 finding in the baseline no longer occurs
          hint: remove them with: trema check --update-baseline
        1 warning, 1 note, 1 muted

        """)
    #expect(result.status == 0)
    // A run with some of the languages cannot recognise gone findings.
    #expect(
      !(try check("Texts.trm", "--baseline=base.json", "--languages=de").output
        .contains("outdated-baseline")))
  }

  @Test func `trema.json specifies the baseline relative to its own folder`() throws {
    try folder.write(
      """
      { "catalogues": [{ "files": ["../Texts.trm"] }], "baseline": "base.json" }
      """, to: "project/trema.json")
    let missing = try check("--project=project/trema.json")
    #expect(missing.status == 3)
    #expect(
      missing.errors == """
        project/base.json: error: [cannot-read] cannot read 'project/base.json': no such file or \
        directory
          hint: create it with: trema check --update-baseline
        1 error

        """)
    #expect(try check("--project=project/trema.json", "--update-baseline") == Self.muted)
    #expect(try check("--project=project/trema.json") == Self.muted)
    #expect(
      try Snapshot(of: folder).files == ["Texts.trm", "project/base.json", "project/trema.json"])
  }

  @Test(arguments: [
    ("<<<<<<< ours\n", "base.json:1:1: error: "),
    ("{ \"version\": 1, \"findings\": [{}] }", "base.json:1:30: error: [missing-field] "),
    ("{ \"version\": 2, \"findings\": [] }", "base.json:1:14: error: [invalid-field] "),
    ("{ \"version\": 1, \"findings\": 1 }", "base.json:1:29: error: [invalid-field] "),
    ("{ \"version\": 1 }", "base.json:1:1: error: [missing-field] "),
    (
      "{ \"version\": 1, \"findings\": [{ \"fingerprint\": \"f\", \"code\": \"c\","
        + " \"subject\": \"s\", \"count\": -1 }] }", "base.json:1:90: error: [invalid-field] "
    ),
    ("", "base.json:1:1: error: "), ("\u{0}", "base.json:1:1: error: "),
  ])
  func `a damaged baseline is an error with a location, and is never replaced`(
    _ content: String, _ start: String
  ) throws {
    try folder.write(content, to: "base.json")
    for options in [[], ["--update-baseline"]] {
      let result = try Tool.run(
        ["check", "Texts.trm", "--baseline=base.json"] + options, in: folder)
      #expect(result.status == 3)
      #expect(result.output == "")
      #expect(result.errors.hasPrefix(start), "\(result.errors)")
      #expect(result.errors.contains("delete it and create it again with --update-baseline"))
      #expect(try folder.text("base.json") == content)
    }
  }

  @Test func `errors for unreadable files are not muted, and no baseline is written`() throws {
    let result = try check("No.trm", "--baseline=base.json", "--update-baseline")
    #expect(result.status == 3)
    #expect(result.output.contains("[cannot-read]"))
    #expect(try Snapshot(of: folder).names == ["Texts.trm"])
  }

  @Test(arguments: [
    (["--update-baseline"], "--update-baseline: no baseline is specified"),
    (
      ["--baseline=b.json", "--update-baseline", "--languages=de"],
      "--update-baseline would remove the findings of the other languages and texts"
    ),
    (
      ["--baseline=b.json", "--update-baseline", "--report=json=b.json"],
      "--report: 'b.json' is an input of this command"
    ),
  ])
  func `an update that would lose entries is refused`(_ options: [String], _ message: String)
    throws
  {
    let result = try Tool.run(["check", "Texts.trm"] + options, in: folder)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("trema: error: [usage] \(message)\n"), "\(result)")
    #expect(try Snapshot(of: folder).names == ["Texts.trm"])
  }

  @Test func `an open conflict is never muted`() throws {
    try folder.write(
      """
      <trema masterLang="de">
        <text key="a">
          <context/>
          <!-- trema:conflict lang="de" base="A" theirs="B" -->
          <value lang="de" status="translated">C</value>
        </text>
      </trema>

      """, to: "Texts.trm")
    for options in [["--update-baseline"], []] {
      let result = try Tool.run(["check", "Texts.trm", "--baseline=b.json"] + options, in: folder)
      #expect(result.status == 1)
      #expect(result.output.hasPrefix("Texts.trm:4:5: error: [merge-conflict] "), "\(result)")
      #expect(!result.output.contains("muted"))
    }
  }

  @Test func `git merges baselines of two branches`() throws {
    for (name, values) in [("base", ["a"]), ("ours", ["a", "b"]), ("theirs", ["a", "q"])] {
      try write(Dictionary(values.map { ($0, " x") }) { first, _ in first })
      _ = try check("Texts.trm", "--baseline=\(name).json", "--update-baseline")
    }
    try write(["a": " x", "b": " x", "q": " x"])
    let result = try Tool.run(
      "check", "Texts.trm", "--baseline=merged.json", in: folder,
      shell: """
        git merge-file --union -p ours.json base.json theirs.json >merged.json || exit 99
        exec "$@"
        """)
    #expect(result == Tool.Result(status: 0, output: "3 muted\n", errors: ""))
  }
}
