import Foundation
import Testing
import TremaTestSupport

/// `ships` of trema.json, `trema stats --matrix`, and `--slice`.
@Suite struct ShippingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a catalogue of ten texts, with the given number of translated texts in each language.
  private func texts(_ translated: [String: Int]) throws {
    let texts = (0..<10).map { number in
      let values = (["en": 10].merging(translated) { $1 }).sorted { $0.key < $1.key }
        .filter { $0.value > number }
        .map { "    <value lang=\"\($0.key)\" status=\"translated\">Text</value>\n" }
      let key = number == 9 ? "watch.9" : "app.\(number)"
      return "  <text key=\"\(key)\">\n    <context/>\n\(values.joined())  </text>\n"
    }
    try folder.write("<trema masterLang=\"en\">\n\(texts.joined())</trema>\n", to: "Texts.trm")
  }

  /// Writes the project file.
  private func project(ships: String? = #"{ "enter": 90, "leave": 70 }"#) throws {
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "languages": ["en", "de", "fr"],
      \(ships.map { "  \"ships\": \($0)," } ?? "")
        "outputs": [
          { "format": "json", "directory": "Out", "exceptKeys": ["watch.*"] },
          {
            "name": "watch", "format": "json", "directory": "Watch", "keys": ["watch.*"],
            "languages": ["de"]
          },
          { "format": "csv", "directory": "Translators" }
        ]
      }
      """, to: "trema.json")
  }

  private func trema(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: folder)
  }

  /// The JSON files of the app.
  private var files: [String] {
    get throws { try Snapshot(of: folder).files.filter { $0.hasPrefix("Out/") } }
  }

  @Test func `a language is added and removed at separate thresholds`() throws {
    try project()
    try texts(["de": 9, "fr": 8])
    let first = try trema("build", "--severity", "missing-translation=off")
    #expect(first.status == 0)
    #expect(try files == ["Out/Localizable_de.json", "Out/Localizable_en.json"])
    #expect(
      first.errors == """
        trema.json:4:12: note: [held-language] 'fr' is not written: 88 % of its texts are translated, 90 % are required
        4 |   "ships": { "enter": 90, "leave": 70 },
          |            ^ hint: translate its remaining texts, or change the threshold in 'ships'
        1 note

        """)
    let state = try Snapshot(of: folder)[text: "trema-languages.json"]
    #expect(state == "{\n  \"version\": 1,\n  \"languages\": [\n    \"de\",\n    \"en\"\n  ]\n}\n")
    // Between the thresholds, the state decides.
    try texts(["de": 7, "fr": 7])
    #expect(try trema("build").status == 0)
    #expect(try files == ["Out/Localizable_de.json", "Out/Localizable_en.json"])
    try texts(["de": 6, "fr": 9])
    let last = try trema("build", "--severity", "missing-translation=off")
    #expect(try files == ["Out/Localizable_en.json", "Out/Localizable_fr.json"])
    #expect(last.errors.contains("warning: [dropped-language] 'de' is no longer written: 60 % of "))
    // Translators get every language.
    #expect(
      try Snapshot(of: folder)[text: "Translators/Localizable.csv"]?.contains(
        "Key,Context,en,de,fr,")
        == true)
  }

  @Test func `--check fails if a build would change the list of languages`() throws {
    try project()
    try texts(["de": 9])
    #expect(try trema("build").status == 0)
    #expect(try trema("build", "--check").status == 0)
    try texts(["de": 9, "fr": 10])
    let check = try trema("build", "--check")
    #expect(check.status == 1)
    #expect(check.output.contains("trema-languages.json"))
    #expect(try files == ["Out/Localizable_de.json", "Out/Localizable_en.json"])
  }

  @Test func `with --output-root, the list of languages is read but not written`() throws {
    try project()
    try texts(["de": 9, "fr": 10])
    try folder.write(#"{ "version": 1, "languages": ["en", "fr"] }"#, to: "trema-languages.json")
    #expect(try trema("build", "--output-root", "Work").status == 0)
    let snapshot = try Snapshot(of: folder)
    #expect(
      snapshot.files.filter { $0.hasPrefix("Work/Out") } == [
        "Work/Out/Localizable_en.json", "Work/Out/Localizable_fr.json",
      ])
    #expect(
      snapshot[text: "trema-languages.json"] == #"{ "version": 1, "languages": ["en", "fr"] }"#)
  }

  @Test(arguments: [
    (#"{ "enter": 101 }"#, "4:23", "'enter' must be a percentage from 1 to 100, not 101"),
    (#"{ "enter": "90" }"#, "4:23", "'enter' must be a percentage from 1 to 100, not a string"),
    (#"{ "enter": 50, "leave": 60 }"#, "4:36", "'leave' (60) exceeds 'enter' (50)"),
  ])
  func `invalid thresholds are located errors, and nothing is written`(
    ships: String, place: String, message: String
  ) throws {
    try project(ships: ships)
    try texts([:])
    let result = try trema("build")
    #expect(result.status == 3)
    #expect(
      result.errors.hasPrefix("trema.json:\(place): error: [invalid-field] \(message)\n"),
      "\(result.errors)")
    #expect(try Snapshot(of: folder).files == ["Texts.trm", "trema.json"])
  }

  @Test func `a list of an unsupported version or at an output's path is an error`() throws {
    try project()
    try texts(["de": 9])
    try folder.write(#"{ "version": 2, "languages": ["en"] }"#, to: "trema-languages.json")
    #expect(
      try trema("build").errors.hasPrefix(
        "trema-languages.json:1:14: error: [invalid-field] unsupported version 2; "))
    try project(ships: #"{ "enter": 90, "state": "Out/Localizable_de.json" }"#)
    let collision = try trema("build")
    #expect(collision.status == 3)
    #expect(
      collision.errors.contains("error: [output-collision] the list of shipping languages and "))
    #expect(try files == [])
  }

  @Test(arguments: ["", #""languages": ["en", "de"],"#])
  func `the default language of an output always ships`(languages: String) throws {
    try texts(["de": 1])
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }], \(languages)
        "ships": { "enter": 90 },
        "outputs": [
          { "format": "android", "directory": "res", "defaultLanguage": "de" },
          { "format": "compose", "directory": "shared", "defaultLanguage": "de" },
          { "format": "locale-config", "directory": "res", "defaultLanguage": "de" }
        ]
      }
      """, to: "trema.json")
    let build = try trema("build", "--severity", "missing-translation=off")
    #expect(build.status == 0 && build.errors.isEmpty, "\(build)")
    let snapshot = try Snapshot(of: folder)
    #expect(
      snapshot.files.filter { $0.hasSuffix("strings.xml") } == [
        "res/values-en/strings.xml", "res/values/strings.xml", "shared/values-en/strings.xml",
        "shared/values/strings.xml",
      ])
    #expect(
      snapshot[text: "res/xml/locales_config.xml"]?.contains("<locale android:name=\"de\"/>")
        == true)
    #expect(snapshot[text: "trema-languages.json"]?.contains("\"de\"") == true)
    #expect(
      try trema("stats", "--matrix").output == """
        language  android res  compose shared
        en              100 %           100 %
        de               10 %            10 %

        """)
  }

  @Test func `the master language ships even if the project does not declare it`() throws {
    try texts(["de": 5])
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "languages": ["de"],
        "ships": { "enter": 90 },
        "outputs": [{ "format": "json", "directory": "Out" }]
      }
      """, to: "trema.json")
    #expect(try trema("build").status == 0)
    #expect(try files == ["Out/Localizable_en.json"])
    try texts(["de": 10])
    #expect(try trema("build").status == 0)
    #expect(try files == ["Out/Localizable_de.json", "Out/Localizable_en.json"])
  }

  @Test func `the matrix and the threshold count the same languages and texts`() throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="a"><context>@platforms ios</context>
          <value lang="en" status="translated">A</value>
          <value lang="de" status="translated">A</value>
        </text>
        <text key="b"><context>@platforms android</context>
          <value lang="en" status="translated">B</value>
          <value lang="fr" status="translated">B</value>
        </text>
      </trema>
      """, to: "Texts.trm")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "ships": { "enter": 90 },
        "outputs": [
          { "format": "strings", "directory": "A" }, { "format": "android", "directory": "B" }
        ]
      }
      """, to: "trema.json")
    #expect(
      try trema("stats", "--matrix").output == """
        language   strings A   android B
        en             100 %       100 %
        de        100 % held    0 % held
        fr          0 % held  100 % held

        held: the language is not written yet

        """)
  }

  @Test func `a language that only a variant has ships with its other texts`() throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="a"><context/><value lang="en" status="translated">A</value></text>
        <text key="v"><context>@variant-of a android</context>
          <value lang="de" status="translated">A</value>
        </text>
      </trema>
      """, to: "Texts.trm")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "ships": { "enter": 90 },
        "outputs": [{ "format": "android", "directory": "res" }]
      }
      """, to: "trema.json")
    #expect(try trema("build").status == 0)
    #expect(try Snapshot(of: folder).files.contains("res/values-de/strings.xml"))
    #expect(
      try trema("stats", "--matrix").output == """
        language  android res
        en              100 %
        de              100 %

        """)
  }

  @Test func `outputs for translators contain every language without a note`() throws {
    try texts(["de": 1])
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "ships": { "enter": 90 },
        "outputs": [{ "format": "csv", "directory": "Translators" }]
      }
      """, to: "trema.json")
    let build = try trema("build", "--severity", "missing-translation=off")
    #expect(build.status == 0 && build.errors.isEmpty, "\(build)")
    #expect(
      try Snapshot(of: folder)[text: "Translators/Localizable.csv"]?.contains("Key,Context,en,de,")
        == true)
    #expect(try trema("stats", "--matrix").output == "no outputs for apps\n")
  }

  @Test func `a damaged list of languages is a located error, and nothing is written`() throws {
    try project()
    try texts(["de": 9])
    try folder.write(#"{ "version": 1, "languages": ["en", "d e"] }"#, to: "trema-languages.json")
    let result = try trema("build")
    #expect(result.status == 3)
    #expect(
      result.errors.hasPrefix(
        "trema-languages.json:1:37: error: [invalid-language] 'd e' is not a language tag\n"),
      "\(result.errors)")
    #expect(try files == [])
  }

  @Test func `the matrix shows each output's languages and those below the threshold`() throws {
    try project()
    try texts(["de": 9, "fr": 8])
    #expect(try trema("build").status == 0)
    #expect(
      try trema("stats", "--matrix").output == """
        language   json Out  watch
        en            100 %  100 %
        de            100 %    0 %
        fr        88 % held      -

        held: the language is not written yet

        """)
    let json = try trema("stats", "--matrix", "--format", "json").output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let outputs = try #require(object?["outputs"] as? [[String: Any]])
    #expect(outputs.map { $0["texts"] as? Int } == [9, 1])
    let languages = outputs[1]["languages"] as? [[String: Any]]
    #expect(languages?.compactMap { $0["language"] as? String } == ["en", "de"])
    #expect(try trema("stats", "--matrix", "Texts.trm").status == 2)
  }

  @Test func `--slice selects the texts and languages of the named outputs`() throws {
    try project(ships: nil)
    try texts(["de": 9, "fr": 8])
    let check = try trema("check", "--slice", "watch")
    #expect(check.output.contains("'watch.9' is not translated into 'de'\n"))
    #expect(!check.output.contains("app."))
    #expect(try trema("stats", "--slice", "watch").output.hasPrefix("1 text, master language en\n"))
    try folder.write("print(1)\n", to: "App.swift")
    let usage = try trema("usage", "--slice", "watch", "--sources", "App.swift")
    #expect(usage.output.contains("'watch.9'") && !usage.output.contains("'app."), "\(usage)")
    let unknown = try trema("check", "--slice", "wacth")
    #expect(unknown.status == 2)
    #expect(
      unknown.errors == """
        trema: error: [usage] unknown output 'wacth'
          hint: did you mean 'watch'?
        1 error

        """)
  }

  @Test func `a text requires only the languages of the outputs that contain it`() throws {
    try project(ships: nil)
    try texts(["de": 9, "fr": 8])
    let result = try trema("check")
    #expect(result.output.contains("'app.8' is not translated into 'fr'\n"))
    #expect(result.output.contains("'watch.9' is not translated into 'de'\n"))
  }

  @Test func `outputs of one name in two folders have columns with both folders`() throws {
    try texts(["de": 10, "fr": 10])
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [
          { "name": "app", "format": "strings", "directory": "App" },
          { "name": "app", "format": "strings", "directory": "Other" },
          { "name": "app", "format": "json", "directory": "Web" }
        ]
      }
      """, to: "trema.json")
    let table = try trema("stats", "--matrix").output
    #expect(
      table.hasPrefix("language  app strings App  app strings Other  app json\n"), "\(table)")
    #expect(!table.contains("held"))
  }

  /// Writes four texts in English, German and French, four with another key prefix in English and
  /// German, and four for the web in English.
  private func slicedTexts() throws {
    func texts(_ prefix: String, _ context: String, _ languages: [String]) -> String {
      (0..<4).map { number in
        let values = languages.map { "<value lang=\"\($0)\" status=\"translated\">Text</value>" }
        return "  <text key=\"\(prefix).\(number)\"><context>\(context)</context>"
          + "\(values.joined())</text>\n"
      }.joined()
    }
    try folder.write(
      "<trema masterLang=\"en\">\n" + texts("app", "", ["en", "de", "fr"])
        + texts("watch", "", ["en", "de"]) + texts("web", "@platforms web", ["en"])
        + "</trema>\n", to: "Texts.trm")
  }

  /// Writes a project whose watch app has no French.
  private func slicedProject(_ others: String = "") throws {
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "ships": { "enter": 90 },
        "outputs": [
          { "format": "strings", "directory": "Out", "exceptKeys": ["watch.*"] },
          { "format": "strings", "directory": "Watch", "keys": ["watch.*"], "languages": ["de"] },
          { "format": "csv", "directory": "Translators" }
        ]\(others)
      }
      """, to: "trema.json")
  }

  @Test func `only texts of outputs with a language count for it`() throws {
    try slicedTexts()
    try slicedProject()
    #expect(try trema("check").output == "")
    let build = try trema("build")
    #expect(build.status == 0 && build.errors.isEmpty, "\(build)")
    #expect(try files.contains("Out/fr.lproj/Localizable.strings"))
    let stats = try trema("stats").output
    for language in ["en", "de", "fr"] {
      #expect(
        stats.split(separator: "\n").contains { $0.hasPrefix("\(language)        100 %") },
        "\(stats)")
    }
    #expect(try trema("stats", "--fail-on", "missing").status == 0)
    #expect(
      try trema("stats", "--matrix").output == """
        language  strings Out  strings Watch
        en              100 %          100 %
        de              100 %          100 %
        fr              100 %              -

        """)
  }

  @Test func `all outputs decide about a language, even if only some are written`() throws {
    try texts(["de": 9, "fr": 5])
    try project(ships: #"{ "enter": 95 }"#)
    // German is complete in the first output, but not in the second.
    #expect(try trema("build", "--only", "csv").status == 0)
    #expect(
      try Snapshot(of: folder)[text: "trema-languages.json"]?.contains("\"de\"") == false)
  }

  @Test func `without a list of languages, check and build agree`() throws {
    try texts(["de": 9, "fr": 5])
    try project(ships: #"{ "enter": 80 }, "app": { "infoPlist": "Info.plist" }"#)
    func plist(_ languages: String...) throws {
      let list = languages.map { "<string>\($0)</string>" }.joined()
      try folder.write(
        "<plist version=\"1.0\"><dict><key>CFBundleLocalizations</key><array>\(list)</array></dict>"
          + "</plist>", to: "Info.plist")
    }
    try plist("en", "de")
    #expect(try !trema("check").output.contains("bundle-localizations"))
    #expect(
      try trema("stats", "--matrix").output.split(separator: "\n").map { $0.contains("held") }
        == [false, false, false, true, true])
    #expect(
      try trema("build", "--output-root", "Work").errors.contains("'fr' is not written: 55 %"))
    #expect(
      try Snapshot(of: folder).files.filter { $0.hasPrefix("Work/Out") } == [
        "Work/Out/Localizable_de.json", "Work/Out/Localizable_en.json",
      ])
    #expect(try !trema("build").errors.contains("bundle-localizations"))
    #expect(try files == ["Out/Localizable_de.json", "Out/Localizable_en.json"])
  }

  @Test func `with --output-root, a complete language that the list lacks is a note`() throws {
    try project()
    try texts(["de": 9, "fr": 5])
    try folder.write(#"{ "version": 1, "languages": ["en"] }"#, to: "trema-languages.json")
    #expect(
      try trema(
        "build", "--output-root", "Work", "--severity", "missing-translation=off"
      ).errors == """
        trema.json:4:12: note: [held-language] 'de' is not written: 'trema-languages.json' does not contain it
        4 |   "ships": { "enter": 90, "leave": 70 },
          |            ^ hint: run 'trema build' without --output-root, and commit the file
        1 note

        """)
  }
}
