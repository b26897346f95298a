import Testing

/// The tests are serialized: they build in the same folder.
@Suite(.serialized, .timeLimit(.minutes(20))) struct TremaPluginTests {
  let app: AppPackage
  let texts = "Sources/App/Texts.trm"
  private let project = "Sources/App/trema.json"

  init() throws { app = try AppPackage() }

  @Test func `a target uses its own texts or those of the package's project file`() throws {
    let build = try app.build()
    #expect(build.status == 0, "\(build.output)")
    #expect(build.lines(with: "warning:") == [])
    #expect(
      try app.run().output == """
        de, Titel, Hallo Zoë
        en, Titel, Hello Zoë
        pt, Título, Hallo Zoë

        """)
    #expect(try app.languages(of: "App") == ["de.lproj", "pt-br.lproj"])
  }

  @Test func `a build without changes runs no commands`() throws {
    #expect(try app.build().status == 0)
    let second = try app.build()
    #expect(second.lines(with: "Compiling App") == [])
    // SwiftPM relinks its tools in the build after a new plan, and so runs them again.
    let third = try app.build()
    #expect(third.status == 0)
    #expect(!third.generatedTexts(for: "App") && !third.generatedTexts(for: "Greetings"))
  }

  @Test func `a changed text appears in the next build`() throws {
    #expect(try app.build().status == 0)
    try app.replace("Título", by: "Nome", in: texts)
    #expect(try app.build().generatedTexts(for: "App"))
    #expect(try app.run().output.contains("pt, Nome"))
  }

  @Test func `configuration code is generated, and a changed value appears in the next build`()
    throws
  {
    let main = "Sources/App/main.swift"
    try app.replace(
      "import Greetings", by: "import Greetings\n\nprint(Settings.production.host)", in: main)
    let build = try app.build()
    #expect(build.status == 0, "\(build.output)")
    #expect(try app.run().output.contains("first.example.com"))
    try app.replace("first.", by: "second.", in: "Config/Configuration.plist")
    #expect(try app.build().generatedTexts(for: "App"))
    #expect(try app.run().output.contains("second.example.com"))
  }

  @Test func `an error in the catalogue fails the build with its line`() throws {
    #expect(try app.build().status == 0)
    try app.replace("Título", by: "Título %d", in: texts)
    let build = try app.build()
    #expect(build.status != 0)
    #expect(
      build.lines(with: "error: [") == [
        "\(app.folder.path)/\(texts):6:51: error: [placeholder-mismatch]"
          + " 'title' in 'pt-BR': argument 1 (%d) does not exist in 'de'"
      ], "\(build.output)")
  }

  @Test func `a language that trema.json does not list fails the build`() throws {
    try app.replace("pt-BR", by: "fr", in: texts)
    let build = try app.build()
    #expect(build.status != 0)
    #expect(
      build.lines(with: "\(texts):6:18: error: [stray-language] 'fr'").count == 1,
      "\(build.output)")
  }

  @Test func `a new language fails one build and is included in the next`() throws {
    // SwiftPM plans a package twice before it keeps the plan.
    for _ in 1...3 { #expect(try app.build().status == 0) }
    try app.replace("\"pt_br\"]", by: "\"pt_br\", \"it\"]", in: project)
    let first = try app.build()
    #expect(first.status != 0)
    #expect(
      first.lines(with: "error:") == [
        "\(app.folder.path)/\(project): error: [stale-plan] the outputs differ from those that were "
          + "planned: 'Resources/it.lproj/Localizable.strings' is new"
      ], "\(first.output)")
    let second = try app.build()
    #expect(second.status == 0, "\(second.output)")
    #expect(try app.languages(of: "App").contains("it.lproj"))
  }

  @Test func `an output's languages and the shipping languages determine its files`() throws {
    let list = "Sources/App/trema-languages.json"
    try app.replace("\"outputs\":", by: "\"ships\": { \"enter\": 90 }, \"outputs\":", in: project)
    let missing = try app.build()
    #expect(missing.status != 0)
    #expect(
      !missing.lines(with: "run 'trema build' in its folder, and commit the list").isEmpty,
      "\(missing.output)")
    try app.write("{ \"version\": 1, \"languages\": [\"de\"] }", to: list)
    _ = try app.build()
    let build = try app.build()
    #expect(build.status == 0, "\(build.output)")
    #expect(try app.languages(of: "App") == ["de.lproj"])
    try app.write("{ \"version\": 1, \"languages\": [\"de\", \"pt-BR\"] }", to: list)
    try app.replace(
      "\"./Resources/\"", by: "\"./Resources/\", \"languages\": [\"de\"]", in: project)
    _ = try app.build()
    #expect(try app.build().status == 0)
    #expect(try app.languages(of: "App") == ["de.lproj"])
    try app.replace(", \"languages\": [\"de\"]", by: "", in: project)
    _ = try app.build()
    #expect(try app.build().status == 0)
    #expect(try app.languages(of: "App") == ["de.lproj", "pt-br.lproj"])
  }

  @Test func `an error in trema.json is reported with its location`() throws {
    try app.replace("\"languages\":", by: "\"languages\"", in: project)
    let build = try app.build()
    #expect(build.status != 0)
    #expect(
      build.lines(with: "\(project):4:15: error: [invalid-json]").count == 1, "\(build.output)")
    try app.replace("\"languages\"", by: "\"languages\":", in: project)
    _ = try app.build()
    #expect(try app.build().status == 0)
  }

  @Test func `a project file without languages is reported`() throws {
    try app.replace("\"languages\": [\"de\", \"pt_br\"],", by: "", in: project)
    let build = try app.build()
    #expect(build.status != 0)
    #expect(
      !build.lines(with: "\(project): TremaPlugin requires the field 'languages'").isEmpty,
      "\(build.output)")
  }

  @Test func `a target without a project file is reported`() throws {
    try app.remove("trema.json")
    let build = try app.build()
    #expect(build.status != 0)
    #expect(
      !build.lines(with: "target 'Greetings' uses TremaPlugin, but there is no trema.json").isEmpty,
      "\(build.output)")
  }

  @Test func `accessors that would use the main bundle are reported`() throws {
    try app.replace("\"bundle\": \"module\", ", by: "", in: project)
    let build = try app.build()
    #expect(build.lines(with: "set \"bundle\": \"module\"").count == 1, "\(build.output)")
  }
}
