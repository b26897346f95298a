import Testing
import TremaEditing
import TremaSupport

/// Texts that are looked up by the accessors of other tools, and by functions of the app's own.
@Suite struct ForeignAccessorsTests {
  private static let key = "login.main_title"

  @Test(arguments: [
    // SwiftGen, by its structured and its flat template
    "L10n.Login.mainTitle", "L10n.Login.mainTitle(3)", "L10n.loginMainTitle.uppercased()",
    "typealias S = L10n.Login\nlet a = S.mainTitle",
    // R.swift
    "R.string.localizable.loginMain_title()", "R.string.localizable.loginMainTitle()",
    // Xcode's symbols, and those of xcstrings-tool
    "Text(.loginMainTitle)", "String(localized: .loginMainTitle)",
    "Text(.localizable(.loginMainTitle))", "String(localizable: .loginMainTitle)",
    "LocalizedStringResource.loginMainTitle", "Text(.Settings.loginMainTitle)",
    "Button(.loginMainTitle(count: 3)) { }",
    // literals with a type
    "static let title: LocalizedStringResource = \"login.main_title\"",
    "init(title: LocalizedStringKey = \"login.main_title\") {}",
    "let t: LocalizedStringKey? = \"login.main_title\"",
    // extensions of String
    "\"login.main_title\".localized", "label.text = \"login.main_title\".localized()",
  ]) func `an accessor of another tool uses its key`(_ source: String) {
    #expect(Sources(Self.key, "other").unused(.swift, source) == ["other"])
    #expect(Sources(Self.key, "other").problems(.swift, source) == [])
  }

  @Test(arguments: [
    "Other.Login.mainTitle", "R.image.loginMainTitle()", "x(.loginMainTitle)",
    "struct A<R> { let r: R.string }", "\"login.main_title\".count", "Text(.other)",
    "let t: String = \"login.main_title\"", "L10n.Login",
  ]) func `similar code uses no key`(_ source: String) {
    #expect(Sources(Self.key).unused(.swift, source) == [Self.key])
  }

  @Test func `a group of accessors is no use of the key with its name`() {
    #expect(Sources("login", "login.title").unused(.swift, "L10n.Login.title") == ["login"])
  }

  @Test func `interpolations match the placeholders of a key`() {
    let sources = Sources("Hello %@", "%lld of %lld", "%1$@ costs %2$.2f", "100%% of %@", "%@ x")
    #expect(
      sources.unused(
        .swift,
        """
        Text("Hello \\(name)"); String(localized: "\\(a) of \\(b)")
        Text("\\(a) costs \\(b, specifier: "%.2f")"); Label("100% of \\(x)", image: "")
        """) == ["%@ x"])
    #expect(sources.problems(.swift, "String(localized: \"Hello \\(name)\")") == [])
  }

  @Test func `a file of SwiftGen declares its type, and uses nothing`() {
    let generated = """
      // swiftlint:disable all
      // Generated using SwiftGen — https://github.com/SwiftGen/SwiftGen
      enum Strings {
        enum Login { static let mainTitle = Strings.tr("Localizable", "login.main_title") }
        static let other = Strings.tr("Localizable", "other")
      }
      """
    let sources = Sources(Self.key, "other")
    #expect(sources.diagnostics(.swift, generated).count == 2)
    #expect(
      sources.diagnostics(.swift, generated, "x(Strings.Login.mainTitle)").map(\.key) == ["other"])
  }

  @Test(arguments: [
    ("localize(KEY)", "localize(\"a\")"), ("L10n.tr(_, KEY)", "L10n.tr(\"Localizable\", \"a\", x)"),
    ("row(title: KEY)", "row(1, title: \"a\")"), ("KEY.text", "f(\"a\".text)"),
    ("KEY.text()", "\"a\".text()"), ("tr(KEY)", "x.tr(flag ? \"a\" : \"a\")"),
    ("Text(key: KEY)", "Text(key: \"a\")"),
  ]) func `a declared function takes a key`(_ example: String, _ source: String) {
    var sources = Sources("a")
    #expect(sources.unused(.swift, source) == ["a"])
    sources.functions = [example]
    #expect(sources.unused(.swift, source) == [])
    let misspelled = source.replacing("\"a\"", with: "\"b\"")
    #expect(
      sources.problems(.swift, misspelled).first?.hasSuffix("'b' is used but not defined") == true)
  }

  @Test func `a declared function has a key in Kotlin, too`() {
    var sources = Sources("a", "b")
    sources.functions = ["I18n.get(KEY)", "KEY.text"]
    #expect(sources.unused(.kt, "I18n.get(\"a\"); \"b\".text") == [])
    #expect(sources.unused(.kt, "Other.get(\"a\")") == ["a", "b"])
  }

  @Test func `a declared type holds accessors`() {
    var sources = Sources("login.title")
    #expect(sources.unused(.swift, "Words.Login.title") == ["login.title"])
    sources.accessors = ["Words"]
    #expect(sources.unused(.swift, "Words.Login.title") == [])
  }

  @Test(arguments: [
    "", "tr", "tr()", "tr(_)", "KEY", "KEY.a.b", "tr(KEY, KEY)", "tr(a KEY)", "tr(KEY", "(KEY)",
    "tr(a: b: KEY)", "a..b(KEY)", "KEY.t(KEY)",
  ]) func `an invalid example of a call is refused`(_ example: String) {
    #expect(KeyFunction(example) == nil)
  }

  @Test func `interfaces and property lists use keys`() {
    let sources = Sources("aBc-12-dEf.text", "menu.title", "NSCameraUsageDescription", "x.text")
    let storyboard = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document><label text="x" id="aBc-12-dEf"><userDefinedRuntimeAttributes>
      <userDefinedRuntimeAttribute type="string" keyPath="key" value="menu.title"/>
      </userDefinedRuntimeAttributes></label></document>
      """
    #expect(
      sources.unused(.storyboard, storyboard) == ["NSCameraUsageDescription", "x.text"])
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>NSCameraUsageDescription</key><string>menu.title</string></dict></plist>
      """
    #expect(
      sources.unused(.plist, list) == ["aBc-12-dEf.text", "menu.title", "x.text"])
    #expect(SourceFileKind.xib.findings(Array("<a><b".utf8), sources.names).problem != nil)
    #expect(SourceFileKind.plist.findings(Array("bplist00".utf8), sources.names).problem == nil)
  }

  @Test(arguments: [
    "Res.string.a_b", "stringResource(Res.string.a_b)", "MR.strings.a_b.desc()",
    "SharedRes.strings.a_b", "pluralStringResource(Res.plurals.a_b, 3, 3)",
  ]) func `Kotlin uses shared resources`(_ source: String) {
    #expect(Sources("a.b").unused(.kt, source) == [])
  }

  @Test func `resources of Android's libraries are not missing`() {
    let sources = Sources("title")
    for source in [
      "x(com.google.android.material.R.string.close)",
      "import com.example.core.R as CoreR\nx(CoreR.string.ok)", "import android.R\nx(R.string.ok)",
      "import com.example.core.R\nx(R.string.ok)", "x(R.string.abc_action_bar_up_description)",
      "x(R.string.default_web_client_id)",
    ] {
      #expect(sources.problems(.kt, source) == [], "\(source)")
    }
    #expect(
      sources.problems(.xml, "<a t=\"@com.example.core:string/ok\" u=\"@string/abc_x\"/>") == [])
    // A package that holds a key of the catalogue is the app's own.
    #expect(
      sources.problems(
        .kt, "import com.example.app.R\nimport b.C\nval a = R.string.title + R.string.tilte") == [
          "3:26: 'R.string.tilte' is used but does not match any key"
        ])
    #expect(sources.problems(.kt, "import a.C\nx(R.string.nope)").count == 1)
  }

  @Test func `undefined resources can be suppressed by their names`() throws {
    let found = try #require(Sources().diagnostics(.kt, "x(R.string.from_library)").first)
    #expect(found.key == "from_library")
    #expect(
      found.hint
        == "add the res folder of its module or library to the sources, or turn off the check in \"checks\" of trema.json"
    )
  }

  private static let many = (1...40).map { "key.number\($0)" }

  private func summary(_ sources: [String]) -> [String?] {
    var names = UsageNames()
    for key in Self.many { names.append(.init(key: key, file: "Texts.trm")) }
    var report = UsageReport(names)
    for source in sources {
      report.append(SourceFileKind.swift.findings(Array(source.utf8), names), file: "A.swift")
    }
    let found = report.diagnostics().filter { $0.code == UsageReport.unused }
    return found.count == 1 ? [found[0].message, found[0].hint, "\(found[0].omitted)"] : []
  }

  @Test func `one finding explains why nearly all keys seem unused`() {
    #expect(
      summary(["let a = 1"]) == [
        "the sources do not use 40 of the 40 keys: the app probably looks up its texts in a way that trema does not recognize",
        "check that these are the right sources, and declare the app's own function with --function 'tr(KEY)', or the type of generated accessors with --accessors TYPE; list the keys with --max-findings=0",
        "40",
      ])
    #expect(
      summary([Self.many.map { "Lang.get(1, \"\($0)\")" }.joined(separator: "\n")]) == [
        "the sources do not use 40 of the 40 keys: 40 are arguments of 'Lang.get(_, KEY)', which is not declared as a function that takes a key",
        "declare it with --function 'Lang.get(_, KEY)', or in \"functions\" of \"usage\" in trema.json; list the keys with --max-findings=0",
        "40",
      ])
    #expect(
      summary([(1...30).map { "Strings.Key.number\($0)" }.joined(separator: "\n")]) == [
        "the sources do not use 40 of the 40 keys: 30 members of 'Strings' have their names, but 'Strings' is not declared as an accessor type",
        "declare it with --accessors Strings, or in \"accessors\" of \"usage\" in trema.json; list the keys with --max-findings=0",
        "40",
      ])
    #expect(summary([])[0]?.hasSuffix(": they contain no files of a supported type") == true)
    // If one in ten is used, each of the others is a finding.
    #expect(
      summary([Self.many.prefix(5).map { "translate(\"\($0)\")" }.joined(separator: "\n")]) == [])
  }
}
