import Foundation
import Testing
import TremaTestSupport

/// Standard streams, pipes, and their failures.
@Suite struct StreamTests {
  private let folder: TemporaryFolder
  private let small = Array(Catalogue.small.utf8)
  private let convert = [
    "convert", "Texts.trm", "-o", "out", "--format", "strings", "--severity=loss=off",
  ]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "Texts.trm")
  }

  @Test func `standard input and output can be used as a filter`() throws {
    #expect(try Tool.run(convert, in: folder).status == 0)
    let made = try folder.text("out/en.lproj/Localizable.strings")
    let result = try Tool.run(
      "convert", "-", "-o", "-", "--format=strings", "--languages=en", in: folder, input: small)
    #expect(result.status == 0)
    #expect(
      result.output == made.replacingOccurrences(of: "Texts.trm", with: "standard input"))
  }

  @Test func `several outputs cannot be written to standard output`() throws {
    #expect(
      try Tool.run(
        "convert", "Texts.trm", "-o", "-", "--format=strings", "--severity=loss=off", in: folder)
        == Tool.Result(
          status: 2, output: "",
          errors: """
            trema: error: [usage] there are 2 outputs, but standard output accepts only one
              hint: choose one format and one language of the catalogue: --languages de
            1 error

            """))
  }

  @Test func `an endless device does not fill the disk`() throws {
    let result = try Tool.run("check", "/dev/zero", in: folder)
    #expect(result.status == 3)
    #expect(
      result.output
        == "/dev/zero: error: [cannot-read] cannot read '/dev/zero': file too large\n1 error\n")
  }

  @Test(arguments: ["/dev/stdin", "-"])
  func `standard input can be passed as an input twice`(_ name: String) throws {
    let result = try Tool.run(
      "convert", name, name, "-o", "out", "--format=strings", "--fallback=master",
      "--severity=loss=off", in: folder,
      shell: "cat Texts.trm | \"$@\"")
    #expect(result.errors == "")
    #expect(result.status == 0)
    #expect(try Snapshot(of: folder, "out").files.count == 2)
  }

  @Test(arguments: [
    "\"$@\" <(cat Wrong.trm)", "mkfifo pipe; cat Wrong.trm >pipe & \"$@\" pipe",
    "cat Wrong.trm | \"$@\" -",
  ])
  func `a report quotes lines read from a pipe`(_ script: String) throws {
    try folder.write("<trema masterLang='de'>\n  <text/>\n</trema>", to: "Wrong.trm")
    let result = try Tool.run("check", in: folder, shell: script)
    #expect(result.status == 3)
    #expect(result.output.contains("\n2 |   <text/>\n  |   ^ hint:"), "\(result)")
  }

  @Test func `a pipe cannot be formatted in place`() throws {
    let result = try Tool.run(
      "format", in: folder, shell: "mkfifo pipe; cat Texts.trm >pipe & \"$@\" pipe")
    #expect(
      result
        == Tool.Result(
          status: 2, output: "",
          errors: """
            trema: error: [usage] cannot rewrite 'pipe': not a regular file
              hint: run trema format - < pipe
            1 error

            """))
  }

  @Test func `closed standard input is reported`() throws {
    let result = try Tool.run("check", "-", in: folder, shell: "exec \"$@\" <&-")
    #expect(
      result
        == Tool.Result(
          status: 3,
          output: """
            -: error: [cannot-read] cannot read '-': bad file descriptor
              hint: open standard input, or specify a file
            1 error

            """, errors: ""))
  }

  @Test(arguments: [
    (">&-", "it is closed"), (">/dev/full", "no space left on device"),
  ])
  func `failing to write results is an error`(_ redirection: String, _ reason: String) throws {
    let commands = [
      convert,
      [
        "convert", "Texts.trm", "-o", "-", "--format=json", "--languages=de", "--severity=loss=off",
      ], ["help"],
      ["version"], ["check", "Texts.trm", "--report=json"], ["completions", "bash"],
      ["format", "-"],
    ]
    for command in commands {
      let result = try Tool.run(
        command, in: folder, input: small, shell: "exec \"$@\" \(redirection)")
      #expect(
        result
          == Tool.Result(
            status: 4, output: "",
            errors: """
              trema: error: [cannot-write] cannot write to standard output: \(reason)
              1 error

              """), "\(command)")
    }
    // The earlier output is as it should be, and nothing more.
    let made = try Snapshot(of: folder, "out")
    _ = try Tool.run(convert.map { $0 == "out" ? "again" : $0 }, in: folder)
    #expect(try Snapshot(of: folder, "again") == made)
  }

  @Test(arguments: ["2>&-", "2>/dev/full", ">&- 2>&-", "<&- >&- 2>&-"])
  func `outputs are unchanged if a report cannot be written`(_ redirection: String) throws {
    try folder.write(
      Catalogue.value("a</value><value lang=\"en\" status=\"odd\">b"), to: "Texts.trm")
    let result = try Tool.run(convert, in: folder, shell: "exec \"$@\" \(redirection)")
    #expect(result.status == (redirection.contains(">&- 2") ? 4 : 0))
    let made = try Snapshot(of: folder, "out")
    _ = try Tool.run(convert.map { $0 == "out" ? "again" : $0 }, in: folder)
    #expect(try Snapshot(of: folder, "again") == made)
    #expect(made.files.count == 2)
  }

  @Test func `the command exits silently when the reader closes the pipe`() throws {
    // The findings are so many that no pipe buffers the report.
    let texts = String(decoding: Catalogue.large(1000), as: UTF8.self)
    try folder.write(texts.replacingOccurrences(of: "translated", with: "odd"), to: "Texts.trm")
    let result = try Tool.run(
      "check", "Texts.trm", in: folder,
      shell: "\"$@\" | head -1; echo \"status ${PIPESTATUS[0]}\" >&2")
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(result.errors == "status 0\n")
  }

  private static let closedPipes: [(arguments: [String], status: Int32)] = [
    (["check", "Texts.trm"], 0), (["check", "Texts.trm", "--fail-on", "warning"], 1),
    (["check", "Texts.trm", "--report", "json"], 0),
    (["check", "Texts.trm", "--report", "html"], 0),
    (["stats", "Texts.trm"], 0), (["stats", "Texts.trm", "--fail-on", "missing"], 0),
    (["convert", "Texts.trm", "--format", "json", "--languages", "en", "-o", "-"], 0),
    (["convert", "Texts.trm", "--format", "json", "-o", "out"], 0),
    (["export", "Texts.trm", "--to", "csv", "--language", "de", "-o", "-"], 0),
    (["diff", "Texts.trm", "Other.trm"], 0), (["format", "--check", "Texts.trm"], 1),
    (["import", ".", "--into", "-"], 0),
    (["help"], 0), (["--help"], 0), (["help", "check"], 0), (["help", "--reference"], 0),
    (["version"], 0), (["completions", "bash"], 0), (["config", "--help"], 0),
    (["config", "check", "Config", "--fail-on", "note"], 1),
    (["config", "merge", "--environment", "production", "Config"], 0),
    (["config", "explain", "host", "Config"], 0),
  ]

  @Test(arguments: closedPipes.indices)
  func `a closed pipe is not a failure and does not affect the exit status`(index: Int) throws {
    let (arguments, status) = Self.closedPipes[index]
    let text = "<text key=\"a\"><value lang=\"en\" status=\"odd\">A</value></text>"
    try folder.write("<trema masterLang=\"en\">\(text)</trema>", to: "Texts.trm")
    try folder.write("<trema masterLang=\"en\"/>", to: "Other.trm")
    try folder.write("\"a\" = \"A\";", to: "en.lproj/T.strings")
    try folder.write("{\"host\": \"a\", \"Host\": 1}", to: "Config/Configuration.json")
    // The reader is gone before the first byte.
    let closed = "mkfifo gone; (exec 3<gone; exec 3<&-) & exec 4>gone; wait; "
    let result = try Tool.run(arguments, in: folder, shell: closed + "\"$@\" >&4 2>errors")
    let errors = try folder.text("errors")
    #expect(result.status == status, "\(arguments) \(errors)")
    #expect(!errors.contains("cannot write"))
    let open = try Tool.run(arguments, in: folder, shell: "rm -rf out; \"$@\" >/dev/null 2>errors")
    #expect(open.status == result.status)
  }

  @Test func `outputs are written even if the pipe for diagnostics is closed`()
    throws
  {
    try folder.write(Catalogue.large(3000), to: "Texts.trm")
    let result = try Tool.run(
      convert + ["--fallback=master"], in: folder,
      shell: "{ \"$@\"; echo $? >status; } 2>&1 | true")
    #expect(result.status == 0)
    #expect(["0\n", "4\n"].contains(try folder.text("status")))
    let made = try Snapshot(of: folder, "out")
    #expect(made.files.count == 3)
    #expect(made.temporaryFiles == [])
  }
}
