import Testing
import TremaCatalog
import TremaChecks
import TremaMessages
import TremaSupport

@Suite struct PolicyTests {
  private static let texts = """
    <text key='a.b'><context/><value lang='de' status='verified'>x  y</value>\
    <value lang='fr' status='translated'>u  v</value>\
    <value lang='pt-BR' status='initial'>s  t</value></text>
    """

  private func levels(_ setting: CheckPolicy.Setting, of code: String = "double-space") throws
    -> [String]
  {
    // A master without two spaces has no effect on the findings in others.
    let file = try CheckedFile(
      texts: Self.texts.replacing("<value lang='de' status='verified'>x  y</value>", with: "")
        + "<text key='c'><context/><value lang='de' status='verified'>x  y</value></text>",
      policy: CheckPolicy([code: setting, "missing-master": .init(.off)]), depth: .everything)
    return file.findings.filter { $0.code == "double-space" }.map {
      "\($0.language ?? "") \($0.severity)"
    }
  }

  @Test func `a check declares the severity of its findings`() throws {
    #expect(try levels(.init()) == ["fr warning", "pt-BR note", "de warning"])
  }

  @Test func `a project sets the level of all checks and overrides one`() throws {
    #expect(try levels(.init(.off), of: "*") == [])
    #expect(try levels(.init(.note), of: "*") == ["fr note", "pt-BR note", "de note"])
    var policy = CheckPolicy(["*": .init(.off), "double-space": .init(.error)])
    policy.set("edge-space", to: .warning)
    let file = try CheckedFile(
      texts: Self.texts + "<text key='d'><context/><value lang='de'> x</value></text>"
        + "<text key='e'><context/><value lang='de'>%1$d %d</value></text>",
      policy: policy, depth: .everything)
    #expect(file.summary == ["error double-space", "error mixed-placeholders"])
  }

  @Test func `a check that is off by default runs if a project sets a level`() throws {
    let value = "<context/><value lang='de' status='translated'>Eins zwei drei</value></text>"
    func summary(_ settings: [String: CheckPolicy.Setting]) throws -> [String] {
      try CheckedFile(
        texts: "<text key='a'>\(value)<text key='b'>\(value)<text key='c'>\(value)",
        policy: CheckPolicy(settings), depth: .everything
      ).summary
    }
    #expect(try summary([:]) == [])
    #expect(try summary(["*": .init(.warning)]) == [])
    #expect(
      try summary(["duplicate-text": .init(.warning)])
        == ["warning duplicate-text", "warning duplicate-text"])
    var setting = CheckPolicy.Setting()
    setting.keys = [.init(KeyPattern("c"), .note)]
    #expect(try summary(["duplicate-text": setting]) == ["note duplicate-text"])
  }

  @Test func `levels can be set for a language and its regions`() throws {
    var setting = CheckPolicy.Setting(.error)
    setting.languages = [try #require(LanguageTag("pt")): .off]
    #expect(try levels(setting) == ["fr error", "de error"])
    setting.languages[try #require(LanguageTag("pt-BR"))] = .error
    #expect(try levels(setting) == ["fr error", "pt-BR note", "de error"])
  }

  @Test func `the last pattern that matches a key takes precedence over its language`() throws {
    var setting = CheckPolicy.Setting(.off)
    setting.languages = [try #require(LanguageTag("fr")): .note]
    setting.keys = [.init(KeyPattern("*"), .off), .init(KeyPattern("a.*"), .error)]
    #expect(try levels(setting) == ["fr error", "pt-BR note"])
  }

  @Test func `verified translations can have a higher severity`() throws {
    var setting = CheckPolicy.Setting()
    setting.minimumVerifiedSeverity = .error
    #expect(try levels(setting) == ["fr warning", "pt-BR note", "de error"])
    setting.level = .off
    #expect(try levels(setting) == [])
  }

  @Test func `missing translations are reported per language if their levels differ`() throws {
    let texts = Self.texts + "<text key='only'><context/><value lang='de'>x</value></text>"
    var setting = CheckPolicy.Setting()
    setting.languages = [try #require(LanguageTag("fr")): .error]
    let file = try CheckedFile(texts: texts, policy: CheckPolicy(["missing-translation": setting]))
    #expect(
      file.findings.map { "\($0.severity) \($0.message)" } == [
        "error 'only' is not translated into 'fr'", "warning 'only' is not translated into 'pt-BR'",
      ])
  }

  @Test func `findings that only affect readers do not prevent output`() throws {
    #expect(try CheckedFile(texts: Self.texts).summary.isEmpty)
    #expect(
      try CheckedFile(texts: Self.texts, depth: .everything).findings.count == 1)
  }
}
