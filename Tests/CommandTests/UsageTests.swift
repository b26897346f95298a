import Foundation
import Testing
import TremaTestSupport

/// The formats in the order in which messages list them.
private let formats =
  "strings, stringsdict, xcstrings, android, compose, swift, kotlin, locale-config, json, "
  + "properties, arb, compiled, po, xliff, csv, tsv, xlsx, twine, app-store, google-play"

/// Usage errors: exit status 2, and a hint at the probable intention.
@Suite struct UsageTests {
  private static let cases: [(line: [String], message: String, hint: String?)] = [
    (["chekc"], "unknown command 'chekc'", "did you mean 'check'?"),
    (["frobnicate"], "unknown command 'frobnicate'", "list the commands with: trema help"),
    (["help", "konvert"], "unknown command 'konvert'", "did you mean 'convert'?"),
    (["--"], "unknown command '--'", "list the commands with: trema help"),
    (
      ["convert"], "no catalogue is specified",
      "run trema convert Texts.trm --output Resources --format strings,swift"
    ),
    (["convert", "a.trm"], "--output is missing", "specify the folder for the outputs"),
    (
      ["convert", "a.trm", "-o", "out"], "--format is missing",
      "specify one or more of \(formats)"
    ),
    (
      ["convert", "--outptu=x"], "unknown option '--outptu' of 'convert'", "did you mean --output?"
    ),
    (
      ["convert", "--form=json"], "unknown option '--form' of 'convert'",
      "list its options with: trema help convert"
    ),
    (
      ["convert", "-x"], "unknown option '-x' of 'convert'",
      "list its options with: trema help convert"
    ),
    (
      ["convert", "--"], "no catalogue is specified",
      "run trema convert Texts.trm --output Resources --format strings,swift"
    ),
    (["convert", "a.trm", "-o"], "-o requires a value: DIR", nil),
    (["convert", "a.trm", "--output="], "--output requires a value: DIR", nil),
    (["convert", "a.trm", "--keep-going=yes"], "--keep-going does not take a value", nil),
    (
      ["convert", "a.trm", "--format=string"],
      "--format accepts \(formats), not 'string'",
      "did you mean 'strings'?"
    ),
    (
      ["convert", "a.trm", "--format", ","],
      "--format requires a value: \(formats.replacing(" ", with: ""))", nil
    ),
    (
      ["convert", "a.trm", "--fallback", "mastre"],
      "--fallback must be one of none, master, not 'mastre'",
      "did you mean 'master'?"
    ),
    (
      ["convert", "a.trm", "-oout", "--format=json", "--languages=de,../evil"],
      "--languages: '../evil' is not a language tag",
      "use a tag such as 'de', 'pt-BR' or 'zh-Hans'"
    ),
    (
      ["convert", "a.trm", "-oout", "--format=json", "--languages=,"],
      "--languages requires at least one language", nil
    ),
    (
      ["convert", "a.trm", "-oout", "--format=json", "--table=../x"],
      "--table: '../x' is not allowed in a file name", nil
    ),
    (
      ["convert", "a.trm", "-oout", "--format=json", "--table=a\nb"],
      "--table: 'a\\u{A}b' is not allowed in a file name", nil
    ),
    (
      ["convert", "a.trm", "-oout", "--format=swift", "--type=my type"],
      "--type: 'my type' is not a valid type name", "use 'MyType'"
    ),
    (
      ["convert", "a.trm", "-oout", "--format=json", "--max-value-size=0"],
      "--max-value-size must be a positive integer, not '0'", nil
    ),
    (
      ["check", "a.trm", "--severity=missing-translaton=off"],
      "--severity: unknown check 'missing-translaton'", "did you mean 'missing-translation'?"
    ),
    (
      ["check", "a.trm", "--severity=missing-translation"],
      "--severity: 'missing-translation' is not CODE=LEVEL",
      "use for example missing-translation=error; the levels are error, warning, note and off"
    ),
    (
      ["check", "a.trm", "--fail-on=errors"],
      "--fail-on must be one of error, warning, note, not 'errors'",
      "did you mean 'error'?"
    ),
    (
      ["check", "a.trm", "--report=jsn"],
      "--report: 'jsn' is not one of text, json, sarif, github, gitlab, junit, html",
      "did you mean 'json'?"
    ),
    (
      ["check", "a.trm", "--report=json="], "--report: 'json=' has no file name",
      "use --report=json=findings.json"
    ),
    (["format"], "no catalogue is specified", "run trema format Texts.trm"),
    (
      ["build", "a.trm"], "'a.trm' is not a project file, whose name ends in .json",
      "declare catalogues in trema.json, or use trema convert"
    ),
    (["completions"], "no shell is specified", "use one of bash, zsh, fish"),
    (["completions", "tcsh"], "no shell is specified", "use one of bash, zsh, fish"),
    (["version", "now"], "'now' is an unexpected argument", nil),
  ]

  @Test(arguments: cases)
  func `usage errors explain the mistake`(
    _ line: [String], _ message: String, _ hint: String?
  ) throws {
    let folder = try TemporaryFolder()
    #expect(
      try Tool.run(line, in: folder)
        == Tool.Result(
          status: 2, output: "",
          errors: "trema: error: [usage] \(message)\n" + (hint.map { "  hint: \($0)\n" } ?? "")
            + "1 error\n"))
    #expect(try Snapshot(of: folder).names == [])
  }

  @Test func `without a command, help is written to standard error`() throws {
    let folder = try TemporaryFolder()
    let result = try Tool.run(in: folder)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(try result.errors == Tool.run("help", in: folder).output)
  }

  @Test func `options are accepted at any position and in any syntax`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "Texts.trm")
    let spellings = [
      ["Texts.trm", "--output", "a", "--format", "json", "--format", "strings"],
      ["--output=b", "--format=json,strings,json", "--", "Texts.trm"],
      ["-oc", "Texts.trm", "--format=json, strings"],
      ["-o", "x", "--format=strings,json", "Texts.trm", "-o", "d"],
    ]
    for spelling in spellings {
      let result = try Tool.run(["convert"] + spelling, in: folder)
      #expect(result.status == 0, "\(result.errors)")
    }
    let expected = try Snapshot(of: folder, "a")
    #expect(expected.files.count == 4)
    for name in ["b", "c", "d"] { #expect(try Snapshot(of: folder, name) == expected) }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/x"))
  }
}
