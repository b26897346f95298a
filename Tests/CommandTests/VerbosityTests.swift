import Testing
import TremaTestSupport

/// `--quiet`, `--verbose` and `--languages` of the commands.
@Suite struct VerbosityTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      <trema masterLang="en">
      <text key="a"><context/>
      <value lang="en" status="verified">A</value>
      <value lang="de" status="odd">Ä</value>
      </text>
      </trema>
      """, to: "Texts.trm")
    try folder.write(
      """
      {"catalogues": [{"files": ["Texts.trm"]}],
       "outputs": [{"format": "json", "directory": "out"}]}
      """, to: "trema.json")
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: folder)
  }

  @Test(arguments: ["-q", "--quiet"])
  func `--quiet prints nothing on success`(option: String) throws {
    let convert = try run("convert", "Texts.trm", option, "--format", "json", "-o", "out")
    #expect(convert.output == "" && convert.status == 0)
    // Warnings are still printed.
    #expect(convert.errors.contains("[unknown-status]"))
    #expect(try run("build", option).output == "")
    #expect(
      try run("export", option, "--to", "csv", "--language", "de", "-o", "de.csv").output == "")
    #expect(try run("pseudo", option, "Texts.trm", "-o", "P.trm").output == "")
    #expect(try run("import", option, "de.csv", "--into", "Texts.trm").output == "")
    #expect(try run("import", option, ".", "--into", "New.trm", "--exclude", "P.trm").output == "")
    #expect(try run("check", option, "Texts.trm") == Tool.Result(status: 0, output: "", errors: ""))
    #expect(
      try run("check", option, "Texts.trm", "--fail-on", "warning").output.contains(
        "[unknown-status]"))
    #expect(try run("stats", option, "Texts.trm").output.contains("master language en"))
  }

  @Test(arguments: ["-v", "--verbose"])
  func `--verbose lists inputs and unchanged outputs`(option: String) throws {
    let arguments = ["convert", "Texts.trm", option, "--format", "json", "-o", "out"]
    _ = try Tool.run(arguments, in: folder)
    let again = try Tool.run(arguments, in: folder)
    #expect(
      again.output
        == "unchanged out/Localizable_en.json\nunchanged out/Localizable_de.json\n2 outputs, 0 written\n"
    )
    #expect(again.errors.hasPrefix("reading Texts.trm\n"))
    for command in [
      ["build"], ["check", "Texts.trm"], ["stats", "Texts.trm"],
      ["diff", "Texts.trm", "Texts.trm"],
    ] {
      let result = try Tool.run(command + [option], in: folder)
      #expect(result.errors.contains("reading Texts.trm\n"), "\(result)")
    }
    try folder.write("\"b\" = \"B\";", to: "en.lproj/T.strings")
    for number in 1...5 { try folder.write("{}", to: "data\(number).json") }
    let imported = try run("import", option, ".", "--into", "New.trm", "--exclude", "Texts.trm")
    #expect(imported.output.contains("new text: 'b'"), "\(imported)")
    #expect(
      imported.output.contains(
        "data1.json, data2.json, data3.json, data4.json, data5.json, trema.json\n"), "\(imported)")
  }

  @Test(arguments: ["check", "stats", "convert", "diff"])
  func `a language that is not in the catalogue is refused`(command: String) throws {
    var arguments = [command, "Texts.trm"]
    if command == "convert" { arguments += ["--format", "json", "-o", "out"] }
    if command == "diff" { arguments.append("Texts.trm") }
    let unknown = try Tool.run(arguments + ["--languages", "de,dr"], in: folder)
    #expect(
      unknown
        == Tool.Result(
          status: 2, output: "",
          errors: """
            trema: error: [usage] --languages: the catalogue has no language 'dr'
              hint: did you mean 'de'?
            1 error

            """))
    let invalid = try Tool.run(arguments + ["--languages", "de_"], in: folder)
    #expect(
      invalid.errors == """
        trema: error: [usage] --languages: 'de_' is not a language tag
          hint: use a tag such as 'de', 'pt-BR' or 'zh-Hans'
        1 error

        """)
    #expect(try Tool.run(arguments + ["--languages", "de"], in: folder).status == 0)
    // The project declares it.
    try folder.write(
      "{\"catalogues\": [{\"files\": [\"Texts.trm\"]}], \"languages\": [\"en\", \"dr\"]}",
      to: "trema.json")
    #expect(try run("check", "--languages", "dr", "--fail-on", "error").status == 0)
    #expect(try Snapshot(of: folder, "out").files.count == (command == "convert" ? 1 : 0))
  }
}
