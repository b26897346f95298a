import Testing
import TremaTestSupport

/// Outputs whose selection leaves nothing to write, or disagrees with another output or with the
/// texts.
@Suite struct OutputSelectionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      <trema masterLang="en">
        <text key="title"> <context/>
          <value lang="en" status="translated">Title</value>
          <value lang="de" status="translated">Titel</value>
        </text>
        <text key="days"> <context/>
          <value lang="en" status="translated">{n, plural, one {# day} other {# days}}</value>
          <value lang="de" status="translated">{n, plural, one {# Tag} other {# Tage}}</value>
        </text>
      </trema>

      """, to: "Texts.trm")
  }

  /// Writes the project file with one output per line.
  private func project(_ outputs: String...) throws {
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [
          \(outputs.map { "{ \($0) }" }.joined(separator: ",\n    "))
        ]
      }
      """, to: "trema.json")
  }

  private func build() throws -> Tool.Result { try Tool.run("build", in: folder) }

  @Test func `an output without a value of its statuses is a warning`() throws {
    try project(
      #""format": "strings", "directory": "A", "statuses": ["verified", "special"]"#,
      #""format": "json", "directory": "B", "statuses": ["translated"]"#)
    let result = try build()
    #expect(result.status == 0)
    #expect(
      result.errors == """
        trema.json:4:5: warning: [empty-output] no text of the 'strings' output has a value with the status 'special' or 'verified'
        4 |     { "format": "strings", "directory": "A", "statuses": ["verified", "special"] },
          |     ^ hint: add another status to 'statuses', or remove the field
        1 warning

        """)
  }

  @Test func `a stringsdict output that selects no plural is a warning`() throws {
    try project(
      #""format": "stringsdict", "directory": "A", "keys": ["title"]"#,
      #""format": "stringsdict", "directory": "B", "keys": ["days"]"#)
    let result = try build()
    #expect(result.status == 0)
    #expect(
      result.errors.hasPrefix(
        """
        trema.json:4:5: warning: [empty-output] no text of the 'stringsdict' output has a plural
        4 |     { "format": "stringsdict", "directory": "A", "keys": ["title"] },
          |     ^ hint: correct its keys, exceptKeys or tags, or remove the output

        """), "\(result)")
    #expect(!result.errors.contains("trema.json:5"))
    // Without a selection, the file is for plurals that follow later.
    try folder.write(
      "<trema masterLang=\"en\"><text key=\"a\"><value lang=\"en\">A</value></text></trema>",
      to: "Texts.trm")
    try project(#""format": "stringsdict", "directory": "A""#)
    #expect(try !build().errors.contains("empty-output"))
  }

  @Test(arguments: [#""keys": ["days"]"#, #""languages": ["de"]"#, #""platform": "web""#])
  func `strings and stringsdict of a table must have the same selection`(field: String) throws {
    try project(
      #""format": "strings", "directory": "A""#,
      #""format": "stringsdict", "directory": "./A/", \#(field)"#)
    let result = try build()
    #expect(result.status == 3)
    #expect(
      result.errors == """
        trema.json:5:5: error: [selection-mismatch] the 'strings' and 'stringsdict' outputs of the table 'Localizable' in 'A' have different texts or languages
        5 |     { "format": "stringsdict", "directory": "./A/", \(field) }
          |     ^ hint: give both the same keys, exceptKeys, tags, platform and languages
        1 error

        """)
    #expect(try Snapshot(of: folder).files == ["Texts.trm", "trema.json"])
    // The other output counts even if it is not written.
    #expect(try Tool.run("build", "--only", "strings", in: folder).status == 3)
    try project(
      #""format": "strings", "directory": "A", \#(field)"#,
      #""format": "stringsdict", "directory": "A", \#(field)"#,
      #""format": "stringsdict", "directory": "A", "table": "Other""#)
    #expect(try build().status == 0)
  }

  @Test func `selections that differ only in their order are the same`() throws {
    for (first, second) in [
      (#", "keys": ["title", "days"]"#, #", "keys": ["days", "title"]"#), (#", "keys": ["*"]"#, ""),
      (#", "exceptKeys": ["a*", "b*"]"#, #", "exceptKeys": ["b*", "a*"]"#),
    ] {
      try project(
        #""format": "strings", "directory": "A"\#(first)"#,
        #""format": "stringsdict", "directory": "A"\#(second)"#)
      #expect(try build().status == 0)
      #expect(
        try Snapshot(of: folder)[text: "A/de.lproj/Localizable.strings"]?.contains("days") == false)
    }
  }

  @Test func `a variant with a status of an output is a value of the output`() throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="a"><context/><value lang="en" status="translated">A</value></text>
        <text key="v"><context>@variant-of a android</context>
          <value lang="en" status="verified">Droid</value>
        </text>
      </trema>
      """, to: "Texts.trm")
    try project(
      #""format": "android", "directory": "A", "statuses": ["verified"]"#,
      #""format": "strings", "directory": "B", "statuses": ["verified"]"#)
    let result = try build()
    #expect(try Snapshot(of: folder)[text: "A/values/strings.xml"]?.contains(">Droid<") == true)
    #expect(result.errors.contains("[empty-output] no text of the 'strings' output has a value"))
    #expect(!result.errors.contains("'android'"))
  }

  @Test func `a default language that is not written is an error`() throws {
    func errors(_ languages: String, _ output: String) throws -> String {
      try folder.write(
        """
        {
          "catalogues": [{ "files": ["Texts.trm"] }],\(languages)
          "outputs": [{ "format": "android", "directory": "res", "defaultLanguage": \(output) }]
        }
        """, to: "trema.json")
      let result = try build()
      #expect(result.status == 1)
      #expect(try Snapshot(of: folder).files == ["Texts.trm", "trema.json"])
      #expect(try Tool.run("check", in: folder).output.contains("[unmatched-language]"))
      return result.errors
    }
    #expect(
      try errors("", #""de", "languages": ["fr"]"#).contains(
        """
        trema.json:3:77: error: [unmatched-language] the default language 'de' is not one of the output's languages
        3 |   "outputs": [{ "format": "android", "directory": "res", "defaultLanguage": "de", "languages": ["fr"] }]
          |                                                                             ^ hint: add it to the output's 'languages', or remove 'defaultLanguage'

        """))
    #expect(
      try errors(#" "languages": ["en", "fr"],"#, #""de""#).contains(
        """
        trema.json:3:77: error: [unmatched-language] the default language 'de' is not one of the project's languages
        3 |   "outputs": [{ "format": "android", "directory": "res", "defaultLanguage": "de" }]
          |                                                                             ^ hint: add it to the project's 'languages', or remove 'defaultLanguage'

        """))
    #expect(
      try errors("", #""xx""#) == """
        trema.json:3:77: error: [unmatched-language] the default language 'xx' is not a language of any text
        3 |   "outputs": [{ "format": "android", "directory": "res", "defaultLanguage": "xx" }]
          |                                                                             ^ hint: correct or remove it, or add a value in this language
        1 error

        """)
    try folder.write(
      try folder.text("Texts.trm").replacing(
        #"<value lang="de" status="translated">Titel</value>"#, with: ""), to: "Texts.trm")
    #expect(
      try errors(#" "minimumCoverage": 60,"#, #""de""#).contains(
        """
        trema.json:3:77: error: [unmatched-language] the default language 'de' has values in less than 60 % of the texts
        3 |   "outputs": [{ "format": "android", "directory": "res", "defaultLanguage": "de" }]
          |                                                                             ^ hint: translate more texts, or reduce 'minimumCoverage'

        """))
  }

  @Test func `a language of an output that no text has is a warning`() throws {
    try project(#""format": "json", "directory": "A", "languages": ["de", "ger"]"#)
    let result = try build()
    #expect(result.status == 0)
    #expect(
      result.errors == """
        trema.json:4:63: warning: [unmatched-language] no text has a value in 'ger'
        4 |     { "format": "json", "directory": "A", "languages": ["de", "ger"] }
          |                                                               ^ hint: correct or remove it, or add a value in this language
        1 warning

        """)
  }

  @Test func `the list of outputs cannot make a build remove a file of another folder`() throws {
    try project(#""format": "strings", "directory": "../B""#)
    try folder.write("mine", to: "victim")
    let inner = folder.path + "/App"
    try folder.write(try folder.text("Texts.trm"), to: "App/Texts.trm")
    try folder.write(try folder.text("trema.json"), to: "App/trema.json")
    func inApp(_ words: String...) throws -> Tool.Result {
      try Tool.run(words + ["--project", "\(inner)/trema.json"], in: folder)
    }
    #expect(try inApp("build").status == 0)
    let list = try folder.text("App/.trema-build.json")
    // The digest of "mine".
    let digest = "3fd30542fe3f61b14bd4a4b2dc0b6fb30fa6f63ebce52dd1778aaa8c4dc02cff"
    let entry = "\"format\": \"strings\", \"sha256\": \"\(digest)\""
    let edited = list.replacing(
      "\"outputs\": {",
      with: "\"outputs\": { \"../victim\": { \(entry) }, \"../B/../victim\": { \(entry) },")
    try folder.write(edited, to: "App/.trema-build.json")
    let result = try inApp("build")
    #expect(try folder.text("victim") == "mine")
    #expect(
      result.errors.contains(
        "warning: [unremoved-output] '\(inner)/../victim' is no longer an output but is outside "
          + "the folders of the project and of its outputs, so it is not removed\n"), "\(result)")
    // Files in the folder of an output are removed.
    try folder.write(
      try folder.text("App/trema.json").replacing(
        "\"../B\"", with: "\"../B\", \"languages\": [\"en\"]"),
      to: "App/trema.json")
    #expect(try inApp("build").output.contains("removed \(inner)/../B/de.lproj/"))
  }
}
