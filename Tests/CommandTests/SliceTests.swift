import Foundation
import Testing
import TremaTestSupport

/// Outputs with a part of the texts: `keys`, `exceptKeys`, `tags`, `languages` and `platform` of an
/// output, and `@platforms` and `@tags` of a text.
@Suite struct SliceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try texts([
      "app.title": "", "app.settings": "@tags onboarding", "legal.terms": "",
      "camera": "@platforms ios\n@tags ios, privacy", "back": "@platforms android",
    ])
  }

  /// Writes a catalogue with texts in two languages, sorted by key.
  private func texts(_ contexts: [String: String], value: String = "Text") throws {
    let texts = contexts.sorted { $0.key < $1.key }.map { key, context in
      """
        <text key="\(key)">
          <context>\(context)</context>
          <value lang="en" status="translated">\(value)</value>
          <value lang="de" status="translated">\(value)</value>
        </text>

      """
    }
    try folder.write("<trema masterLang=\"en\">\n\(texts.joined())</trema>\n", to: "Texts.trm")
  }

  /// Writes the project file with outputs, each given by its members without the folder.
  private func project(_ outputs: String..., others: String = "") throws {
    let objects = outputs.enumerated().map { index, members in
      "    { \"directory\": \"Out\(index)\", \(members) }"
    }
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "languages": ["en", "de"],
        "outputs": [
      \(objects.joined(separator: ",\n"))
        ]\(others)
      }
      """, to: "trema.json")
  }

  private func trema(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: folder)
  }

  /// Returns the keys of a JSON output.
  private func keys(_ path: String) throws -> [String] {
    let data = Data(try #require(Snapshot(of: folder)[text: path]).utf8)
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(object).keys.sorted()
  }

  @Test func `keys, exceptKeys and tags select the texts of an output`() throws {
    try project(
      #""format": "json", "table": "A", "keys": ["app.*", "back"], "exceptKeys": ["*.title"]"#,
      #""format": "json", "table": "B", "tags": ["privacy", "onboarding"], "platform": "ios""#,
      #""format": "json", "table": "C", "keys": ["app.*", "legal.*"], "tags": ["onboarding"]"#)
    let result = try trema("build")
    #expect(result.status == 0, "\(result)")
    #expect(try keys("Out0/A_en.json") == ["app.settings"])
    #expect(try keys("Out1/B_en.json") == ["app.settings", "camera"])
    #expect(try keys("Out2/C_de.json") == ["app.settings"])
  }

  @Test func `a text for one platform has no resource or accessor on another`() throws {
    try project(
      #""format": "strings""#, #""format": "swift""#, #""format": "android""#,
      #""format": "kotlin""#, #""format": "csv""#)
    let result = try trema("build")
    #expect(result.status == 0, "\(result)")
    let files = try Snapshot(of: folder)
    let contents = [
      "Out0/en.lproj/Localizable.strings", "Out1/Texts.swift", "Out2/values/strings.xml",
      "Out3/Texts.kt", "Out4/Localizable.csv",
    ].map { files[text: $0] ?? "" }
    #expect(contents.map { $0.contains("camera") } == [true, true, false, false, true])
    #expect(contents.map { $0.contains("back") } == [false, false, true, true, true])
    #expect(contents.allSatisfy { $0.contains("settings") || $0.contains("Settings") })
  }

  @Test func `translators' formats keep tags and platforms; others report them as lost`() throws {
    try texts(["camera": "@platforms ios\n@tags privacy"])
    let result = try trema(
      "convert", "Texts.trm", "-o", "Out", "--format", "strings,twine,po,xliff,csv")
    #expect(result.status == 0)
    #expect(
      result.errors.split(separator: "\n").filter { $0.contains("[loss]") } == [
        "trema: note: [loss] strings cannot represent the tags of a text ('camera')",
        "trema: note: [loss] twine cannot represent the platforms of a text ('camera')",
      ], "\(result.errors)")
    for (file, format) in [("Localizable_de.po", "po"), ("Localizable.csv", "csv")] {
      let back = "Back-\(format).trm"
      let imported = try trema("import", "Out/\(file)", "--into", back, "--master", "en")
      #expect(imported.status == 0, "\(imported)")
      let text = try Snapshot(of: folder)[text: back]
      #expect(text?.contains("@platforms ios") == true && text?.contains("@tags privacy") == true)
    }
  }

  @Test func `accessors without a text in an output are a finding`() throws {
    try project(
      #""format": "strings", "keys": ["app.*"]"#, #""format": "swift", "exceptKeys": ["legal.*"]"#)
    let check = try trema("check")
    #expect(
      check.output.contains(
        "trema.json:6:5: warning: [missing-resource] no output contains the text of the accessor "
          + "for 'camera'\n"), "\(check)")
    try project(
      #""format": "strings", "keys": ["app.*"]"#, #""format": "swift", "keys": ["app.*"]"#)
    #expect(try !trema("check").output.contains("missing-resource"))
  }

  @Test func `an unknown platform is an error, and nothing is written`() throws {
    try texts(["a": "@platforms windows"])
    try project(#""format": "json""#)
    let result = try trema("build")
    #expect(result.status == 1)
    #expect(
      result.errors.hasPrefix(
        "Texts.trm:3:14: error: [unknown-platform] 'a' is for the unknown platform 'windows'\n"),
      "\(result)")
    #expect(try Snapshot(of: folder).files == ["Texts.trm", "trema.json"])
  }

  @Test func `an output's languages must be languages of the project`() throws {
    try project(#""format": "json", "languages": ["fr"]"#)
    let result = try trema("build")
    #expect(result.status == 3)
    #expect(
      result.errors.contains("[invalid-field] 'fr' is not one of the project's languages\n"),
      "\(result)")
  }

  @Test func `an output's languages are written in addition to the master`() throws {
    try project(
      #""format": "json", "languages": ["de"]"#, #""format": "strings", "languages": ["en"]"#)
    #expect(try trema("build").status == 0)
    #expect(
      try Snapshot(of: folder).files.filter { $0.hasPrefix("Out") } == [
        "Out0/Localizable_de.json", "Out0/Localizable_en.json",
        "Out1/en.lproj/Localizable.strings",
      ])
  }

  @Test func `a text has no findings for outputs that do not contain it`() throws {
    try texts(["a": "@platforms ios"], value: "At %p")
    try project(#""format": "android""#, #""format": "json""#)
    #expect(try trema("check").output.contains("unsupported-placeholder") == false)
    try texts(["a": ""], value: "At %p")
    #expect(try trema("check").output.contains("unsupported-placeholder"))
    try texts(["a.b": "@platforms ios", "a_b": "@platforms android"])
    #expect(try trema("check").output.contains("name-collision") == false)
    try texts(["a.b": "@platforms android", "a_b": "@platforms android"])
    #expect(try trema("check").output.contains("name-collision"))
  }

  @Test(arguments: ["android", "compose", "kotlin", "swift"])
  func `names must be unique only among the texts of one output`(format: String) throws {
    try texts(["a.b": "", "a_b": ""])
    let other = #""format": "\#(format)""# + (format == "swift" ? #", "type": "Other""# : "")
    try project(
      #""format": "\#(format)", "keys": ["a.b"]"#, other + #", "exceptKeys": ["a.b"]"#)
    let apart = try trema("build")
    #expect(apart.status == 0, "\(apart)")
    try project(#""format": "\#(format)", "keys": ["a.b"]"#, other + #", "keys": ["a*"]"#)
    let together = try trema("build")
    #expect(together.status == 1)
    #expect(
      together.errors.contains(
        "Texts.trm:7:3: error: [name-collision] keys 'a.b' and 'a_b' both become 'a"),
      "\(together)")
  }

  @Test func `a collision in several outputs is one finding`() throws {
    try texts(["a.b": "", "a_b": ""])
    try project(
      #""format": "android""#, #""format": "android", "keys": ["a*"]"#,
      #""format": "android", "keys": ["a_b"]"#)
    let report = """
      Texts.trm:7:3: error: [name-collision] keys 'a.b' and 'a_b' both become 'a_b' in Android
      7 |   <text key="a_b">
        |   ^ hint: rename one of them
      Texts.trm:2:3: note: 'a.b' is here
      1 error

      """
    #expect(try trema("check").output == report)
    // If it is suppressed, only the output without the first text contains the second.
    try folder.write(
      """
      <trema masterLang="en">
        <text key="a.b"> <context/> <value lang="en">First</value> </text>
        <text key="a_b"> <context>@ignore name-collision one is enough</context>
          <value lang="en">Second</value>
        </text>
      </trema>

      """, to: "Texts.trm")
    #expect(try trema("build").status == 0)
    for (number, value) in ["First", "First", "Second"].enumerated() {
      let resources = try #require(Snapshot(of: folder)[text: "Out\(number)/values/strings.xml"])
      #expect(resources.contains("<string name=\"a_b\">\(value)</string>"), "\(resources)")
      #expect(resources.components(separatedBy: "<string ").count == 2, "\(resources)")
    }
  }

  @Test func `the resources of Kotlin accessors collide only in the output that contains them`()
    throws
  {
    try texts(["a.b": "", "a_b": ""])
    try project(#""format": "android", "exceptKeys": ["a.b"]"#, #""format": "kotlin""#)
    #expect(
      try trema("check").output == """
        Texts.trm:7:3: error: [name-collision] keys 'a.b' and 'a_b' both become 'aB' in Kotlin
        7 |   <text key="a_b">
          |   ^ hint: rename one of them
        Texts.trm:2:3: note: 'a.b' is here
        trema.json:6:5: warning: [missing-resource] no output contains the text of the accessor for 'a.b'
        6 |     { "directory": "Out1", "format": "kotlin" }
          |     ^ hint: select the same keys and tags in the 'kotlin' output and its texts
        1 error, 1 warning

        """)
  }

  @Test func `a pattern or tag that matches no text is a finding`() throws {
    try project(
      #""format": "json", "keys": ["app.*", "ap.*"], "exceptKeys": ["x"], "#
        + #""tags": ["onboarding", "onbording"]"#)
    let result = try trema("check")
    let lines = result.output.split(separator: "\n").filter { $0.contains(": warning: ") }
    #expect(
      lines == [
        "trema.json:5:64: warning: [unmatched-pattern] no key matches the pattern 'ap.*'",
        "trema.json:5:88: warning: [unmatched-pattern] no key matches the pattern 'x'",
        "trema.json:5:117: warning: [unmatched-tag] no text has the tag 'onbording'",
      ], "\(result.output)")
  }

  @Test func `an output without texts is an error, and nothing is written`() throws {
    try project(#""format": "json""#, #""format": "strings", "keys": ["nothing.*"]"#)
    let result = try trema("build")
    #expect(result.status == 1)
    #expect(
      result.errors.contains(
        "trema.json:6:5: error: [empty-output] the 'strings' output does not contain any "
          + "texts"), "\(result)")
    #expect(result.errors.contains("hint: correct its keys, exceptKeys, tags or platform"))
    #expect(try Snapshot(of: folder).files == ["Texts.trm", "trema.json"])
  }

  @Test func `an output for a platform without texts is an error`() throws {
    try texts(["a": "@platforms ios"])
    try project(#""format": "strings""#, #""format": "android""#)
    let result = try trema("build")
    #expect(result.status == 1)
    #expect(
      result.errors.contains(
        "trema.json:6:5: error: [empty-output] the 'android' output does not contain any "
          + "texts"), "\(result)")
    try texts(["a": "@platforms ios", "b": ""])
    #expect(try trema("build").status == 0)
  }

  @Test func `invalid fields are reported at their location`() throws {
    try project(
      #""format": "json", "platform": "windows", "keys": [], "tags": "a", "languages": ["d_"]"#)
    let result = try trema("build")
    #expect(result.status == 3)
    for message in [
      "trema.json:5:58: error: [invalid-field] invalid value 'windows' for 'platform'",
      "use one of 'ios', 'android', 'web'",
      "trema.json:5:77: error: [invalid-field] 'keys' must not be empty",
      "trema.json:5:89: error: [invalid-field] 'tags' must be an array of strings, not a string",
    ] {
      #expect(result.errors.contains(message), "\(message)\n\(result.errors)")
    }
  }

  @Test func `using an accessor of another platform is an undefined key`() throws {
    try project(#""format": "swift""#, #""format": "kotlin""#, #""format": "android""#)
    try folder.write(
      """
      class Home(val texts: Texts, val other: Other) {
          val a = Texts(resources).camera + Texts(resources).back
          val b = texts.camera + other.camera + R.string.camera
      }

      """, to: "Source/A.kt")
    try folder.write("let a = Texts.back\nlet b = Texts.camera\n", to: "Source/B.swift")
    #expect(
      try usage("Source") == """
        Source/A.kt:2:13: error: [undefined-key] 'Texts.camera' is used, but the text 'camera' is only for 'ios'
        2 |     val a = Texts(resources).camera + Texts(resources).back
          |             ^ hint: use another text, or add 'android' to its @platforms
        Texts.trm:17:14: note: the text is defined here
        Source/A.kt:3:13: error: [undefined-key] 'texts.camera' is used, but the text 'camera' is only for 'ios'
        3 |     val b = texts.camera + other.camera + R.string.camera
          |             ^ hint: use another text, or add 'android' to its @platforms
        Texts.trm:17:14: note: the text is defined here
        Source/A.kt:3:43: error: [undefined-key] 'R.string.camera' is used, but the text 'camera' is only for 'ios'
        3 |     val b = texts.camera + other.camera + R.string.camera
          |                                           ^ hint: use another text, or add 'android' to its @platforms
        Texts.trm:17:14: note: the text is defined here
        Source/B.swift:1:9: error: [undefined-key] 'Texts.back' is used, but the text 'back' is only for 'android'
        1 | let a = Texts.back
          |         ^ hint: use another text, or add 'ios' to its @platforms
        Texts.trm:12:14: note: the text is defined here
        4 errors

        """)
  }

  @Test func `looking up a key of another platform is an undefined key`() throws {
    try project(#""format": "strings""#, #""format": "android""#)
    try folder.write(
      "val a = translate(\"camera\")\nval b = translate(\"back\")\n", to: "Source/A.kt")
    try folder.write(
      """
      let a = NSLocalizedString("back", comment: "") + translate("camera")
      let b = Text("back")

      """, to: "Source/B.swift")
    #expect(
      try usage("Source") == """
        Source/A.kt:1:19: error: [undefined-key] the key 'camera' is used, but it is only for 'ios'
        1 | val a = translate("camera")
          |                   ^ hint: use another text, or add 'android' to its @platforms
        Texts.trm:17:14: note: the text is defined here
        Source/B.swift:1:27: error: [undefined-key] the key 'back' is used, but it is only for 'android'
        1 | let a = NSLocalizedString("back", comment: "") + translate("camera")
          |                           ^ hint: use another text, or add 'ios' to its @platforms
        Texts.trm:12:14: note: the text is defined here
        2 errors

        """)
  }

  @Test func `using an accessor that its output leaves out is an undefined key`() throws {
    try project(#""format": "android""#, #""format": "kotlin", "exceptKeys": ["legal.*"]"#)
    try folder.write(
      "val a = Texts(resources).legalTerms + R.string.legal_terms\n", to: "Source/A.kt")
    #expect(
      try usage("Source") == """
        Source/A.kt:1:9: error: [undefined-key] 'Texts.legalTerms' is used, but no 'kotlin' output contains the text 'legal.terms'
        1 | val a = Texts(resources).legalTerms + R.string.legal_terms
          |         ^ hint: use another text, or correct the output's keys, exceptKeys, tags or platform
        Texts.trm:23:14: note: the text is defined here
        trema.json:6:5: note: the output is defined here
        1 error

        """)
  }

  @Test func `using the key of a variant is an undefined key`() throws {
    try texts(["title": "", "title.android": "@variant-of title android"])
    try project(#""format": "swift""#, #""format": "strings""#, #""format": "compose""#)
    try folder.write("val a = Res.string.title_android\n", to: "Source/A.kt")
    try folder.write("let a = translate(\"title.android\") + Texts.title\n", to: "Source/B.swift")
    #expect(
      try usage("Source") == """
        Source/A.kt:1:9: error: [undefined-key] 'Res.string.title_android' is used, but the text 'title.android' is a variant of 'title'
        1 | val a = Res.string.title_android
          |         ^ hint: use the key of its base 'title'
        Texts.trm:7:14: note: the text is defined here
        Source/B.swift:1:19: error: [undefined-key] the key 'title.android' is used, but it is a variant of 'title'
        1 | let a = translate("title.android") + Texts.title
          |                   ^ hint: use the key of its base 'title'
        Texts.trm:7:14: note: the text is defined here
        2 errors

        """)
  }

  @Test func `a slice's texts are used by the accessors of outputs outside the slice`() throws {
    try texts(["a": "", "b": "", "c": "", "back": "@platforms android"])
    try project(
      #""format": "strings", "name": "app""#, #""format": "swift""#, #""format": "android""#,
      #""format": "kotlin""#)
    try folder.write("val a = Texts(resources).a + R.string.back\n", to: "Source/A.kt")
    try folder.write("let a = Texts.b\nlet b = translate(\"back\")\n", to: "Source/B.swift")
    let result = try trema("usage", "--sources", "Source", "--slice", "app")
    #expect(
      result.output == """
        Source/B.swift:2:19: error: [undefined-key] the key 'back' is used, but it is only for 'android'
        2 | let b = translate("back")
          |                   ^ hint: use another text, or add 'ios' to its @platforms
        Texts.trm:12:14: note: the text is defined here
        Texts.trm:17:14: warning: [unused-key] the key 'c' is not used in the sources
        17 |   <text key="c">
           |              ^ hint: remove the text, or allow the key if it is composed at run time
        1 error, 1 warning

        """)
  }

  /// Returns the findings about undefined keys as text.
  private func usage(_ folder: String) throws -> String {
    let json = try #require(Snapshot(of: self.folder)[text: "trema.json"])
    let start = try #require(json.lastIndex(of: "]"))
    try self.folder.write(
      json[..<start] + #"], "checks": { "unused-key": "off" } }"#, to: "trema.json")
    return try trema("usage", "--sources", folder).output
  }
}
