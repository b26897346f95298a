import Testing
import TremaEditing
import TremaSupport

@Suite struct SwiftSourcesTests {
  @Test(arguments: [
    "translate(\"a.b\")", "translator.translate(\"a.b\", 1, 2)",
    "NSLocalizedString(\"a.b\", comment: \"\")",
    "String(localized: \"a.b\")", "String(localized: \"a.b\", table: \"Localizable\")",
    "bundle.localizedString(forKey: \"a.b\", value: nil, table: nil)",
    "LocalizedStringResource(\"a.b\")", "AttributedString(localized: \"a.b\")",
    "Text(\"a.b\")", "LocalizedStringKey(\"a.b\")", "Button(\"a.b\") { }",
    ".navigationTitle(\"a.b\")",
    "Texts.aB", "App.Texts.aB", "Texts\n  .aB", "Texts.aB(1)", "Texts.Views.aB",
    "Texts.Resources.aB",
    "translate(flag ? \"a.b\" : \"c\")", "translate(name ?? \"a.b\")",
    "translate(\"a\" + \".b\")", "translate(\n  // the key\n  \"a.b\" /* it */)",
    "translate(#\"a.b\"#)", "translate(\"a\\u{2E}b\")", "translate(\"\"\"\n  a.b\n  \"\"\")",
    "\"\\(translate(\"a.b\"))\"", "\"\\(x(\"\\(Texts.aB)\"))\"", "#\"\\#(Texts.aB)\"#",
    "\"\"\"\n \"quoted\" \\(\n Texts.aB)\n \"\"\"", "let a = /\"/; translate(\"x\")\nTexts.aB",
    "let a = #/\"/#; Texts.aB", "\"unterminated\nTexts.aB",
    "extension Texts { var x: String { aB } }",
    "typealias T = Texts\nlet a = T.aB", "typealias T = App.Texts; let a = T.aB",
    "[1, (2, translate(\"a.b\"))]",
  ]) func `a key is used`(_ source: String) {
    #expect(Sources("a.b", "c", "x").unused(.swift, source).contains("a.b") == false)
  }

  @Test(arguments: [
    "// translate(\"a.b\")", "/* Texts.aB */", "/* /* */ Texts.aB */", "\"Texts.aB\"",
    "\"translate(\\\"a.b\\\")\"", "#\"\\(Texts.aB)\"#", "\"\"\"\n translate(\"a.b\")\n \"\"\"",
    "##\"\"#Texts.aB\"##", "/// See ``Texts/aB`` and Texts.aB", "let x = \"a.b\"",
    "String(\"a.b\")", "translate(key: 1, \"a.b\")", "translate(x == \"a.b\" ? y : z)",
    "Text(verbatim: \"a.b\")", "String(localized: \"a.b\", table: \"Other\")",
    "NSLocalizedString(\"a.b\", tableName: \"Other\", comment: \"\")", "Other.aB", "texts.aB",
    "let r = #/Texts.aB/#", "let r = #/\n Texts.aB\n/#", "translate(\"a.b", "/* translate(\"a.b\")",
    "// Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file.\nTexts.aB",
  ]) func `code without a key uses no key`(_ source: String) {
    #expect(Sources("a.b").unused(.swift, source) == ["a.b"])
  }

  @Test func `nested types form the path of a key`() {
    let sources = Sources("login.title", "login.error.long", "class", "other", nesting: ".")
    #expect(
      sources.unused(
        .swift, "Texts.Login.title; Texts.`class`; typealias E = Texts.Login.Error", "E.long")
        == ["login.error.long", "other"])
    #expect(
      sources.diagnostics(.swift, "let a = E.long", "typealias E = Texts.Login.Error")
        .compactMap(\.key).sorted() == ["class", "login.title", "other"])
    #expect(
      sources.problems(.swift, "f(Texts.Login.self)\nf(Texts.Login.Error.lang, Texts.Logn.title)")
        == [
          "2:3: 'Texts.Login.Error.lang' is used but does not match any key",
          "2:27: 'Texts.Logn' is used but does not match any key",
        ])
  }

  @Test func `members that an extension adds to the accessors are not keys`() {
    let sources = Sources("a")
    #expect(
      sources.diagnostics(
        .swift, "extension Texts { static var both: String { a + a } }", "x(Texts.both, Texts.a)"
      ).isEmpty)
  }

  @Test func `an undefined key is reported with the closest match`() {
    let diagnostic = Sources("login.title").diagnostics(
      .swift, "a()\n  translate(\"logn.title\"); Texts.loginTitle")
    #expect(
      diagnostic == [
        {
          var diagnostic = Diagnostic(
            .error, "undefined-key", "the key 'logn.title' is used but not defined",
            at: SourceLocation(file: "0", start: SourcePosition(line: 2, column: 13)),
            hint: "did you mean 'login.title'?", subject: "logn.title")
          diagnostic.key = "logn.title"
          return diagnostic
        }()
      ])
  }

  @Test func `a SwiftUI literal that is not a key is reported as text`() {
    #expect(Sources("a").problems(.swift, "Text(\"Hello\"); Text(\"Hello \\(name)\")") == [])
  }

  @Test func `a key with an interpolation uses all matching keys`() {
    let sources = Sources("error_1", "error_2_title", "error_x", "warning_1")
    let source = "translate(\"error_\\(code)\"); translate(\"error_\" + x + \"_title\", y)"
    #expect(sources.unused(.swift, source) == ["warning_1"])
    #expect(
      sources.problems(.swift, source) == [
        "1:11: the key 'error_*' is composed at run time; 3 keys match and are treated as used",
        "1:39: the key 'error_*_title' is composed at run time; 1 key matches and is treated as used",
      ])
    #expect(
      sources.problems(.swift, "translate(\"fatal_\\(x)\")\ntranslate(key)") == [
        "1:11: the key 'fatal_*' is composed at run time, but no key matches it",
        "2:1: the key is composed at run time, so the keys used here are unknown",
      ])
    #expect(
      sources.problems(
        .swift, "func translate(_ key: String) {}; translate(x: 1); m.translate(2, 3)") == [])
  }

  @Test func `a pattern allows keys and names that are built at run time`() {
    var sources = Sources("error_1", "error_2", "other")
    sources.allowed = ["error_*"]
    #expect(sources.unused(.swift, "") == ["other"])
    #expect(sources.problems(.swift, "translate(\"error_\\(code)\")") == [])
    #expect(sources.problems(.swift, "translate(\"err\\(code)\")") == [])
    #expect(sources.problems(.swift, "translate(\"oth\\(code)\")").count == 1)
  }

  @Test func `findings about a text can be suppressed`() {
    var sources = Sources("a", "b")
    sources.contexts["a"] = "Says it.\n@ignore unused-key the server names it"
    #expect(sources.unused(.swift, "") == ["b"])
  }

  @Test func `using an array uses all its items`() {
    var sources = Sources("days.0", "days.1", "other.0")
    for key in sources.keys { sources.contexts[key] = "@array" }
    #expect(sources.unused(.swift, "Texts.days") == ["other.0"])
    #expect(sources.unused(.kt, "R.array.days") == ["other.0"])
  }

  @Test func `a literal equal to an unused key is mentioned in the finding`() throws {
    let found = try #require(Sources("a.b").diagnostics(.swift, "\nlet key = \"a.b\"").first)
    #expect(found.message == "the key 'a.b' is not used in the sources")
    #expect(found.severity == .warning)
    #expect(
      found.hint == "remove the text, or allow the key if it is composed at run time")
    #expect(
      found.related == [
        Diagnostic.Related(
          "this literal may be used as the key",
          at: SourceLocation(file: "0", start: SourcePosition(line: 2, column: 11)))
      ])
  }
}
