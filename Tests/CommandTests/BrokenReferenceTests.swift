import Testing
import TremaTestSupport

/// `@reference` to a text that has no resource where the reference is written.
@Suite struct BrokenReferenceTests {
  private let work: VariantProject

  init() throws { work = try VariantProject() }

  /// Writes a text `title` that refers to another text, on lines 8 and 9 of the catalogue.
  private func texts(to name: String, _ other: (key: String, context: String)) throws {
    try work.texts([
      (other.key, other.context, ["en": "App", "de": "App"]),
      ("title", "@reference", ["en": "@string/\(name)"]),
    ])
  }

  @Test func `a reference to a text that no Android output contains is an error`() throws {
    let message = """
      Texts.trm:9:42: error: [broken-reference] 'title' refers to 'app', which no 'android' output contains
      9 |     <value lang="en" status="translated">@string/app</value>
        |                                          ^ hint: include 'app' in an output, or replace the reference with the text

      """
    try texts(to: "app", ("app", "@platforms ios"))
    try work.project(#""format": "android""#, #""format": "strings""#)
    let result = try work.trema("build", "--severity", "missing-translation=off")
    #expect(result.status == 1)
    #expect(result.errors == message + "1 error\n")
    #expect(try Snapshot(of: work.folder).files == ["Texts.trm", "trema.json"])
    #expect(try work.trema("check").output.contains(message))
    try texts(to: "app", ("app", ""))
    try work.project(#""format": "android", "exceptKeys": ["app"]"#, #""format": "strings""#)
    #expect(try work.trema("check").output.contains(message))
    // An app and its libraries share their resources.
    try work.project(
      #""format": "android", "exceptKeys": ["app"]"#, #""format": "android", "keys": ["app"]"#)
    #expect(try work.trema("build").status == 0)
    // Apple's platforms show the value itself.
    try work.project(#""format": "strings", "exceptKeys": ["app"]"#)
    #expect(try work.trema("build").status == 0)
    #expect(try work.propertyList("Out0/en.lproj/Localizable.strings") == ["title": "App"])
  }

  @Test func `a reference to a variant is an error in every output`() throws {
    try work.texts([
      ("app.name", "", ["en": "App", "de": "App"]),
      ("app.android", "@variant-of app.name android", ["en": "Droid"]),
      ("title", "@reference", ["en": "@string/app_android", "de": "@string/app_name"]),
    ])
    for format in ["android", "strings", "json"] {
      try work.project("\"format\": \"\(format)\"")
      let result = try work.trema("build")
      #expect(result.status == 1)
      #expect(
        result.errors.hasPrefix(
          """
          Texts.trm:13:42: error: [broken-reference] 'title' refers to the variant 'app.android', which is not a resource of its own
          13 |     <value lang="en" status="translated">@string/app_android</value>
             |                                          ^ hint: use '@string/app_name'

          """), "\(result)")
    }
    try work.project(#""format": "csv""#)
    #expect(try work.trema("build").status == 0)
  }

  @Test func `a value of a variant is a reference if its base has references`() throws {
    func texts(_ base: String, _ variant: String) throws {
      try work.texts([
        ("app", "@platforms ios", ["en": "App"]), ("name", "", ["en": "Name"]),
        ("title", "@reference", ["en": "@string/\(base)"]),
        ("title.android", "@variant-of title android", ["en": variant]),
      ])
      try work.project(#""format": "android""#, #""format": "strings""#)
    }
    try texts("name", "@string/app")
    let result = try work.trema("build", "--severity", "missing-translation=off")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        Texts.trm:16:42: error: [broken-reference] 'title.android' refers to 'app', which no 'android' output contains
        16 |     <value lang="en" status="translated">@string/app</value>
           |                                          ^ hint: include 'app' in an output, or replace the reference with the text
        1 error

        """)
    // Android does not contain the value of the base.
    try texts("app", "Droid")
    #expect(try work.trema("build").status == 0)
    #expect(try work.text("Out0/values/strings.xml").contains(">Droid<"))
  }

  @Test func `a reference to a text without a value of the output's statuses is an error`() throws {
    try texts(to: "app", ("app", ""))
    let texts = try work.folder.text("Texts.trm")
    try work.folder.write(
      texts.replacing(
        #"status="translated">@string"#, with: #"status="verified">@string"#), to: "Texts.trm")
    try work.project(#""format": "android", "statuses": ["verified"]"#)
    let result = try work.trema("build", "--severity", "missing-translation=off")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        Texts.trm:9:40: error: [broken-reference] 'title' refers to 'app', which no 'android' output contains
        9 |     <value lang="en" status="verified">@string/app</value>
          |                                        ^ hint: include 'app' in an output, or replace the reference with the text
        1 error

        """)
    try work.project(
      #""format": "android", "statuses": ["verified"]"#, #""format": "android", "keys": ["app"]"#)
    #expect(try work.trema("build").status == 0)
  }

  @Test func `a name that no text has may be a resource of the app`() throws {
    try texts(to: "other", ("app", ""))
    try work.project(#""format": "android""#)
    let result = try work.trema("build", "--severity", "missing-translation=off")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
  }

  @Test func `aapt2 rejects the references that are reported`() throws {
    let build = try AndroidBuild()
    let work = VariantProject(in: build.folder)
    try work.texts([
      ("app", "@platforms ios", ["en": "App"]),
      (
        "title", "@reference\n@ignore broken-reference the app has it", ["en": "@string/app"]
      ),
    ])
    try work.folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [{ "format": "android", "directory": "res" }]
      }
      """, to: "trema.json")
    #expect(try work.trema("build").status == 0)
    #expect(throws: (any Error).self) { try build.table() }
  }
}
