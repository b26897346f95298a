import Foundation
import Testing
import TremaTestSupport

/// `trema build`: a whole project, and the outputs of an earlier build.
@Suite struct BuildTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "Texts/Texts.trm")
    try project(languages: ["de", "en"])
  }

  private func project(
    languages: [String], directory: String = "Resources"
  ) throws {
    let names = languages.map { "\"\($0)\"" }.joined(separator: ", ")
    try folder.write(
      """
      {
        // What the app speaks.
        "catalogues": [{ "files": ["Texts/Texts.trm"] }],
        "languages": [\(names)],
        "outputs": [
          { "format": "strings", "directory": "\(directory)" },
          { "format": "swift", "directory": "Sources/Generated", "type": "Words" }
        ],
        "checks": { "stray-language": "off" }
      }
      """, to: "trema.json")
  }

  private func build(_ options: String...) throws -> Tool.Result {
    try Tool.run(["build"] + options, in: folder)
  }

  @Test func `another master language than the required one is an error`() throws {
    let text = """
      <trema masterLang="en"><text key="k"><context/>
      <value lang="en" status="translated">Menu</value></text></trema>
      """
    try folder.write(text, to: "Texts/Texts.trm")
    func require(_ language: String) throws {
      try folder.write(
        """
        {
          "catalogues": [{ "files": ["Texts/Texts.trm"], "masterLanguage": "\(language)" }],
          "outputs": [{ "format": "json", "directory": "Resources" }]
        }
        """, to: "trema.json")
    }
    try require("en")
    #expect(try build("--quiet") == Tool.Result(status: 0, output: "", errors: ""))
    let finding = """
      Texts/Texts.trm:1:20: error: [master-conflict] the master language is 'en', but \
      'trema.json' uses 'pt-BR'
      1 | <trema masterLang="en"><text key="k"><context/>
        |                    ^ hint: correct masterLang, or the master language of the project
      trema.json:2:68: note: 'pt-BR' is specified here
      1 error

      """
    try require("pt_BR")
    #expect(try build("--quiet") == Tool.Result(status: 1, output: "", errors: finding))
    #expect(
      try Tool.run("check", in: folder) == Tool.Result(status: 1, output: finding, errors: ""))
    // The same language in another spelling is no conflict.
    try folder.write(text.replacing("\"en\"", with: "\"pt-br\""), to: "Texts/Texts.trm")
    #expect(try build("--quiet").status == 0)
    try require("1")
    let invalid = try build("--quiet").errors
    #expect(invalid.hasPrefix("trema.json:2:68: error: [invalid-language] '1'"), "\(invalid)")
  }

  @Test func `tags that no output supports are reported for each output`() throws {
    try folder.write(
      """
      <trema masterLang="en"><text key="k"><context/>
      <value lang="en" status="translated">Read <b>this</b></value></text></trema>
      """, to: "Texts/Texts.trm")
    let outputs = ["strings", "stringsdict", "android", "json", "arb"]
    let members = outputs.map { "{ \"format\": \"\($0)\", \"directory\": \"Out\" }" }
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts/Texts.trm"] }],
        "outputs": [\(members.joined(separator: ", "))]
      }
      """, to: "trema.json")
    let result = try build()
    #expect(result.status == 0, "\(result)")
    for output in outputs {
      #expect(
        result.errors.contains("[loss] \(output) cannot represent the markup of a text: 'k'"),
        "\(result)")
    }
  }

  @Test func `a build writes all outputs, and then they are up to date`() throws {
    #expect(try build("--check").status == 1)
    #expect(try Snapshot(of: folder).files == ["Texts/Texts.trm", "trema.json"])
    #expect(
      try build()
        == Tool.Result(
          status: 0,
          output: """
            wrote Resources/de.lproj/Localizable.strings
            wrote Resources/en.lproj/Localizable.strings
            wrote Sources/Generated/Words.swift
            3 outputs, 3 written

            """, errors: ""))
    let made = try Snapshot(of: folder)
    #expect(
      try build("--check")
        == Tool.Result(status: 0, output: "3 outputs, 0 out of date\n", errors: ""))
    #expect(
      try build() == Tool.Result(status: 0, output: "3 outputs, 0 written\n", errors: ""))
    #expect(try Snapshot(of: folder).identities == made.identities)
  }

  @Test func `inputs in the list of outputs are not removed`() throws {
    _ = try build()
    let digests = try ["Texts/Texts.trm", "trema.json"].map { path in
      let sum = try Judge.sha256sum.run([path], in: folder).text
      return "\"\(path)\": { \"format\": \"strings\", \"sha256\": \"\(sum.prefix(64))\" }"
    }
    try folder.write(
      "{ \"version\": 1, \"outputs\": { \(digests.joined(separator: ", ")) } }",
      to: ".trema-build.json")
    let before = try Snapshot(of: folder).files
    #expect(try build().status == 0)
    #expect(try Snapshot(of: folder).files == before)
  }

  @Test func `an empty list of languages is an error`() throws {
    _ = try build()
    let before = try Snapshot(of: folder)
    try project(languages: [])
    let result = try build()
    #expect(result.status == 3)
    #expect(result.errors.contains("[invalid-field] 'languages' must not be empty"))
    #expect(try Snapshot(of: folder).identities.count == before.identities.count)
  }

  @Test func `--check names the outputs that are out of date and changes nothing`() throws {
    _ = try build()
    try folder.write("changed", to: "Resources/en.lproj/Localizable.strings")
    let before = try Snapshot(of: folder)
    #expect(
      try build("--check", "--stamp", "stamp")
        == Tool.Result(
          status: 1,
          output: """
            out of date: Resources/en.lproj/Localizable.strings
            3 outputs, 1 out of date

            """, errors: ""))
    #expect(try Snapshot(of: folder).identities == before.identities)
  }

  @Test func `obsolete outputs are removed with their folder`() throws {
    _ = try build()
    try project(languages: ["de"])
    #expect(
      try build("--check")
        == Tool.Result(
          status: 1,
          output: """
            no longer an output: Resources/en.lproj/Localizable.strings
            skipped 1 language: en (2 texts)
            2 outputs, 0 out of date

            """, errors: ""))
    #expect(try build().output.hasPrefix("removed Resources/en.lproj/Localizable.strings\n"))
    #expect(
      try Snapshot(of: folder, "Resources").names == ["de.lproj", "de.lproj/Localizable.strings"])
    #expect(try build("--check").status == 0)
  }

  @Test func `an obsolete output that was edited is reported and kept`() throws {
    _ = try build()
    try folder.write("mine", to: "Resources/en.lproj/Localizable.strings")
    try project(languages: ["de"])
    let result = try build()
    #expect(
      result
        == Tool.Result(
          status: 0, output: "skipped 1 language: en (2 texts)\n2 outputs, 0 written\n",
          errors: """
            Resources/en.lproj/Localizable.strings: warning: [changed-output] 'Resources/en.lproj/Localizable.strings' is no longer an output but was changed by hand, so it is not removed
              hint: remove it if it is not needed
            1 warning

            """))
    #expect(try folder.text("Resources/en.lproj/Localizable.strings") == "mine")
  }

  @Test(arguments: ["./Resources", "Resources/", "Resources//", "Texts/../Resources", "Link"])
  func `a different spelling of a folder removes nothing`(_ spelling: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Link", withDestinationPath: "Resources")
    _ = try build()
    let made = try Snapshot(of: folder, "Resources")
    try project(languages: ["de", "en"], directory: spelling)
    let result = try build()
    #expect(result.status == 0)
    #expect(!result.output.contains("removed"))
    #expect(try Snapshot(of: folder, "Resources") == made)
    #expect(try build("--check").status == 0)
  }

  @Test func `--only does not change other outputs`() throws {
    _ = try build()
    let made = try Snapshot(of: folder)
    try project(languages: ["de"])
    #expect(
      try build("--only=swift").output == "skipped 1 language: en (2 texts)\n1 output, 0 written\n"
    )
    #expect(try Snapshot(of: folder, "Resources").files.count == 2)
    try project(languages: ["de", "en"])
    #expect(try build().output == "3 outputs, 0 written\n")
    #expect(try Snapshot(of: folder).files == made.files)
  }

  @Test func `--output-root moves outputs and their list, and paths cannot leave it`() throws {
    #expect(try build("--output-root", "made").status == 0)
    #expect(
      try Snapshot(of: folder, "made").files == [
        ".trema-build.json", "Resources/de.lproj/Localizable.strings",
        "Resources/en.lproj/Localizable.strings", "Sources/Generated/Words.swift",
      ])
    try project(languages: ["de"], directory: "../evil")
    let before = try Snapshot(of: folder)
    let result = try build("--output-root", "made")
    #expect(
      result
        == Tool.Result(
          status: 3, output: "",
          errors: """
            trema.json:6:41: error: [outside-root] '../evil' is outside the output root 'made'
            6 |     { "format": "strings", "directory": "../evil" },
              |                                         ^ hint: exclude this output with --only
            1 error

            """))
    #expect(try Snapshot(of: folder) == before)
  }

  @Test func `the stamp is touched only after a successful build`() throws {
    func stamp() throws -> Date? { try Snapshot(of: folder).identities["stamp"]?.modified }
    _ = try build("--stamp", "stamp")
    let first = try #require(try stamp())
    try FileManager.default.setAttributes(
      [.modificationDate: first.addingTimeInterval(-60)], ofItemAtPath: folder.path + "/stamp")
    let old = try stamp()
    try folder.write(
      Catalogue.small.replacingOccurrences(of: "status=\"translated\"", with: "status=\"odd\""),
      to: "Texts/Texts.trm")
    #expect(try build("--stamp", "stamp", "--fail-on=warning").status == 1)
    #expect(try stamp() == old)
    #expect(try build("--stamp", "stamp").status == 0)
    #expect(try #require(try stamp()) > #require(old))
    #expect(try build("--stamp", "no/such/stamp").status == 4)
  }

  @Test func `the project file can be in another folder`() throws {
    let other = try TemporaryFolder()
    let result = try Tool.run("build", "--project", folder.path + "/trema.json", in: other)
    #expect(result.status == 0)
    #expect(try Snapshot(of: other).names == [])
    #expect(try Snapshot(of: folder).files.count == 6)
    #expect(try build().output == "3 outputs, 0 written\n")
    let list = try folder.text(".trema-build.json")
    #expect(!list.contains(folder.path))
    #expect(list.contains("\"Resources/de.lproj/Localizable.strings\""))
  }

  @Test
  func `project errors are reported with locations, and nothing is written`() throws {
    _ = try build()
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts/Texts.trm"] }],
        "languages": ["de", "deutsch!"],
        "outputs": [{ "format": "strings", "directory": "Resources" }],
        "checks": { "missing-translaton": "error" }
      }
      """, to: "trema.json")
    let before = try Snapshot(of: folder)
    #expect(
      try build()
        == Tool.Result(
          status: 3, output: "",
          errors: """
            trema.json:3:23: error: [invalid-language] 'deutsch!' is not a language tag
            3 |   "languages": ["de", "deutsch!"],
              |                       ^ hint: use a tag such as 'de', 'pt-BR' or 'zh-Hans'
            trema.json:5:15: error: [invalid-check] unknown check 'missing-translaton'
            5 |   "checks": { "missing-translaton": "error" }
              |               ^ hint: did you mean 'missing-translation'?
            2 errors

            """))
    #expect(try Snapshot(of: folder) == before)
  }

  @Test func `two outputs with the same path are an error at the second one`() throws {
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts/Texts.trm"] }],
        "outputs": [
          { "format": "json", "directory": "Resources" },
          { "format": "json", "directory": "Texts/../Resources" }
        ]
      }
      """, to: "trema.json")
    let before = try Snapshot(of: folder)
    #expect(
      try build()
        == Tool.Result(
          status: 3, output: "",
          errors: """
            trema.json:5:5: error: [output-collision] two outputs write to 'Texts/../Resources/Localizable_de.json', which is also 'Resources/Localizable_de.json'
            5 |     { "format": "json", "directory": "Texts/../Resources" }
              |     ^ hint: give one of them a different directory, table or type
            1 error

            """))
    #expect(try Snapshot(of: folder) == before)
  }

  @Test func `an invalid list of outputs is reported, and nothing is written`() throws {
    _ = try build()
    try folder.write(
      Catalogue.small.replacingOccurrences(of: "Bye", with: "See you"), to: "Texts/Texts.trm")
    for list in ["[]", "{}", "{ \"outputs\": 1 }", "{ \"outputs\"", ""] {
      try folder.write(list, to: ".trema-build.json")
      let before = try Snapshot(of: folder)
      let result = try build()
      #expect(result.status == 3)
      #expect(result.errors.hasPrefix(".trema-build.json:1:"), "\(result.errors)")
      #expect(try Snapshot(of: folder) == before)
    }
  }

  @Test func `without a project, the error suggests how to specify one`() throws {
    #expect(
      try Tool.run("build", in: TemporaryFolder())
        == Tool.Result(
          status: 3, output: "",
          errors: """
            trema.json: error: [cannot-read] cannot read 'trema.json': no such file or directory
              hint: specify a project file with --project; there is no trema.json in this folder
            1 error

            """))
  }

  @Test func `a missing catalogue is reported at its location in the project file`() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/Texts/Texts.trm")
    let result = try build()
    #expect(result.status == 3)
    #expect(
      result.errors == """
        Texts/Texts.trm: error: [cannot-read] cannot read 'Texts/Texts.trm': no such file or directory
          hint: check the path; relative paths start in the current folder
        trema.json:3:30: note: specified here
        1 error

        """)
  }
}
