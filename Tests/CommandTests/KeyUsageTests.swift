import Foundation
import Testing
import TremaTestSupport

/// `trema usage`: the keys of a catalogue against the sources of an app.
@Suite struct KeyUsageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "Texts.trm")
    try folder.write("let a = translate(\"app_name\")\n", to: "App/Main.swift")
  }

  private func usage(_ arguments: String..., shell: String? = nil) throws -> Tool.Result {
    try Tool.run(["usage"] + arguments, in: folder, shell: shell)
  }

  @Test func `unused and undefined keys are reported without failing the command`() throws {
    try folder.write("let b = translate(\"by\") // \"bye\"\n", to: "App/Deep/More.swift")
    let report = """
      App/Deep/More.swift:1:19: error: [undefined-key] the key 'by' is used but not defined
      1 | let b = translate("by") // "bye"
        |                   ^ hint: did you mean 'bye'?
      Texts.trm:8:14: warning: [unused-key] the key 'bye' is not used in the sources
      8 |   <text key="bye">
        |              ^ hint: remove the text, or allow the key if it is composed at run time
      1 error, 1 warning

      """
    #expect(
      try usage("Texts.trm", "--sources", "App")
        == Tool.Result(status: 0, output: report, errors: "")
    )
    #expect(try usage("Texts.trm", "--sources", "App", "--fail-on", "error").status == 1)
    #expect(
      try usage("Texts.trm", "--sources", "App/Main.swift", "--fail-on", "error").status == 0)
    let json = try usage("Texts.trm", "--sources", "App", "--report", "json")
    #expect(json.output.contains("\"unused-key\"") && json.output.contains("\"undefined-key\""))
  }

  @Test func `trema.json specifies sources, allowed keys and accessors`() throws {
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "languages": ["de", "en"],
        "outputs": [{ "format": "swift", "directory": "App/Generated", "type": "Words", "nest": "_" }],
        "usage": { "sources": ["App"], "allow": ["by*"] }
      }
      """, to: "trema.json")
    try folder.write("let a = Words.App.name\n", to: "App/Main.swift")
    #expect(try Tool.run("build", "--quiet", in: folder).status == 0)
    #expect(try usage() == Tool.Result(status: 0, output: "", errors: ""))
    try folder.write("let a = Texts.App.name\n", to: "App/Main.swift")
    #expect(
      try usage().output == """
        Texts.trm:3:14: warning: [unused-key] the key 'app_name' is not used in the sources
        3 |   <text key="app_name">
          |              ^ hint: remove the text, or allow the key if it is composed at run time
        1 warning

        """)
  }

  @Test func `functions and accessors of the app can be declared`() throws {
    try folder.write(
      "let a = Lang.get(1, \"app_name\")\nlet b = Strings.bye\n", to: "App/Main.swift")
    #expect(
      try usage(
        "Texts.trm", "--sources=App", "--function=Lang.get(_, KEY)", "--accessors=Strings")
        == Tool.Result(status: 0, output: "", errors: ""))
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "usage": {
          "sources": ["App"], "functions": ["Lang.get(_, KEY)"], "accessors": ["Strings"]
        }
      }
      """, to: "trema.json")
    #expect(try usage() == Tool.Result(status: 0, output: "", errors: ""))
    let hint =
      "specify a call with KEY in place of the key: 'tr(KEY)', 'L10n.tr(_, KEY)', 'row(title: KEY)' or 'KEY.localized'"
    #expect(
      try usage("Texts.trm", "--sources=App", "--function=tr").errors == """
        trema: error: [usage] --function: 'tr' is not a valid call
          hint: \(hint)
        1 error

        """)
    try folder.write("{ \"usage\": { \"functions\": [\"tr\"] } }", to: "trema.json")
    #expect(
      try usage().output == """
        trema.json:1:28: error: [invalid-field] invalid value 'tr' for an element of 'functions'
        1 | { "usage": { "functions": ["tr"] } }
          |                            ^ hint: \(hint)
        1 error

        """)
  }

  @Test func `if nearly all keys seem unused, they are reported as one finding`() throws {
    let texts = (1...30).map {
      "<text key=\"key_\($0)\"><context/><value lang=\"en\">A</value></text>\n"
    }
    try folder.write("<trema masterLang=\"en\">\n\(texts.joined())</trema>\n", to: "Texts.trm")
    let calls = (1...30).map { "Lang.get(\"key_\($0)\")\n" }
    try folder.write(calls.joined(), to: "App/Main.swift")
    #expect(
      try usage("Texts.trm", "--sources", "App").output == """
        Texts.trm: warning: [unused-key] the sources do not use 30 of the 30 keys: 30 are arguments of 'Lang.get(KEY)', which is not declared as a function that takes a key
          hint: declare it with --function 'Lang.get(KEY)', or in "functions" of "usage" in trema.json; list the keys with --max-findings=0
        30 warnings, 30 not shown

        """)
    let json = try usage("Texts.trm", "--sources=App", "--report=json").output
    #expect(json.contains("\"omitted\": 30"))
    #expect(try usage("Texts.trm", "--sources=App", "--fail-on=warning").status == 1)
    let list = try usage("Texts.trm", "--sources=App", "--max-findings=0").output
    #expect(list.components(separatedBy: "[unused-key]").count == 31)
  }

  @Test func `tool folders are skipped, and links are followed once`() throws {
    for hidden in [".build", "build", "DerivedData", "Pods", "Carthage", "node_modules", ".git"] {
      try folder.write("translate(\"nope\")", to: "App/\(hidden)/A.swift")
    }
    try folder.write("translate(\"bye\")", to: "Elsewhere/B.swift")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: "\(folder.path)/App/loop", withDestinationPath: "../App")
    try manager.createSymbolicLink(
      atPath: "\(folder.path)/App/other", withDestinationPath: "../Elsewhere")
    #expect(
      try usage("Texts.trm", "--sources=App", "--sources=App")
        == Tool.Result(status: 0, output: "", errors: ""))
  }

  @Test func `check and usage accept the severities and suppressions of unused keys`() throws {
    let suppressed = Catalogue.small.replacingOccurrences(
      of: "<context/>", with: "<context>@ignore unused-key the server names it</context>")
    try #require(suppressed != Catalogue.small)
    try folder.write(suppressed, to: "Excused.trm")
    let check = try Tool.run(["check", "Excused.trm"], in: folder)
    #expect(!check.output.contains("unused-ignore"))
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "checks": { "unused-key": "off" },
        "usage": { "sources": ["App"] }
      }
      """, to: "trema.json")
    #expect(try usage() == Tool.Result(status: 0, output: "", errors: ""))
  }

  @Test func `an unreadable source is reported and affects the exit status`() throws {
    try folder.write("translate(\"bye\")", to: "App/Locked.swift")
    #expect(
      try usage(
        "Texts.trm", "--sources=App",
        shell: "chmod 0 App/Locked.swift; \(Surroundings.withoutPrivileges)")
        == Tool.Result(
          status: 3,
          output: """
            App/Locked.swift: error: [cannot-read] cannot read 'App/Locked.swift': permission denied
              hint: change its permissions so that you can read it
            Texts.trm:8:14: warning: [unused-key] the key 'bye' is not used in the sources
            8 |   <text key="bye">
              |              ^ hint: remove the text, or allow the key if it is composed at run time
            1 error, 1 warning

            """, errors: ""))
    #expect(try usage("Texts.trm", "--sources=Nowhere").status == 3)
    #expect(try usage("Nowhere.trm", "--sources=App").status == 3)
  }

  @Test func `a missing command-line argument is reported`() throws {
    #expect(
      try usage("Texts.trm")
        == Tool.Result(
          status: 2, output: "",
          errors: """
            trema: error: [usage] --sources is missing
              hint: specify the folder of the app's code, or add "usage": { "sources": [...] } in trema.json
            1 error

            """))
    #expect(try usage("--type=T", "--sources=App").status == 2)
  }

  @Test func `a line of several megabytes is read in reasonable time`() throws {
    let line = [UInt8](
      repeatElement(Array("x = translate(\"bye\") + \"\\(".utf8), count: 200_000).joined())
    try folder.write(line, to: "App/Long.swift")
    #expect(
      try usage("Texts.trm", "--sources=App") == Tool.Result(status: 0, output: "", errors: ""))
  }

  @Test func `a key is looked up in the table that the call names`() throws {
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [
          { "format": "strings", "directory": "App", "name": "app", "exceptKeys": ["bye"] },
          { "format": "strings", "directory": "Watch", "name": "watch", "table": "Watch", "keys": ["bye"] }
        ],
        "usage": { "sources": ["App"] }
      }
      """, to: "trema.json")
    try folder.write(
      """
      let a = String(localized: "app_name") + String(localized: "bye", table: "Watch")
      let b = translate("bye", table: "Watch") + translate("app_name", table: "Localizable")

      """, to: "App/Main.swift")
    for slice in [[], ["--slice", "app"], ["--slice", "watch"]] {
      #expect(
        try Tool.run(["usage"] + slice, in: folder)
          == Tool.Result(status: 0, output: "", errors: ""), "\(slice)")
    }
    try folder.write(
      "let a = String(localized: \"app_name\", table: \"Watch\") + translate(\"app_name\")\n"
        + "let b = translate(\"bye\")\n", to: "App/Main.swift")
    #expect(
      try usage().output == """
        App/Main.swift:1:27: error: [undefined-key] the key 'app_name' is used, but no 'strings' output contains it
        1 | let a = String(localized: "app_name", table: "Watch") + translate("app_name")
          |                           ^ hint: use another text, or correct the output's keys, exceptKeys, tags or platform
        Texts.trm:3:14: note: the text is defined here
        trema.json:5:5: note: the output is defined here
        1 error

        """)
  }
}
