import Foundation
import Testing
import TremaLocalization

@Suite struct TranslatorTests {
  @Test func `a text is found in the requested language, with its arguments`() throws {
    let bundle = try TemporaryBundle([
      "de.lproj/Localizable.strings": "\"days\" = \"%@ hat noch %d Tage\";",
      "en.lproj/Localizable.strings": "\"days\" = \"%@ has %d days left\";",
    ])
    let (german, problems) = translator(bundle, ["de"])
    #expect(german.translate("days", "Zoë", 3) == "Zoë hat noch 3 Tage")
    #expect(german.translate("days", arguments: ["Zoë", 3]) == "Zoë hat noch 3 Tage")
    #expect(problems.all.isEmpty)
  }

  @Test func `a language falls back to its parents, then to the master language`() throws {
    let bundle = try TemporaryBundle([
      "de-CH.lproj/Localizable.strings": "\"a\" = \"de-CH\";",
      "de.lproj/Localizable.strings": "\"a\" = \"de\"; \"b\" = \"de\"; \"c\" = \"\";",
      "fr.lproj/Localizable.strings": "\"a\" = \"fr\"; \"b\" = \"fr\"; \"c\" = \"fr\";",
      "en.lproj/Localizable.strings": "\"c\" = \"en\"; \"d\" = \"en\";",
    ])
    let (swiss, problems) = translator(bundle, ["de-CH"], master: "fr")
    #expect(["a", "b", "c"].map { swiss.translate($0) } == ["de-CH", "de", "fr"])
    #expect(problems.all.isEmpty)
    #expect(swiss.translate("d") == "?d?")
    #expect(problems.reasons == [.missingText])
    #expect(problems.all.first?.key == "d")
  }

  @Test func `an empty text is a missing text`() throws {
    let bundle = try TemporaryBundle(["en.lproj/Localizable.strings": "\"a\" = \"\";"])
    let (english, problems) = translator(bundle, ["en"])
    #expect(english.translate("a") == "?a?")
    #expect(problems.reasons == [.missingText])
  }

  @Test func `the legacy table is searched after Localizable in each language`() throws {
    let bundle = try TemporaryBundle([
      "de.lproj/messages.strings": "\"a\" = \"de messages\"; \"b\" = \"de messages\";",
      "de.lproj/Localizable.strings": "\"a\" = \"de Localizable\";",
      "en.lproj/Localizable.strings": "\"a\" = \"en\"; \"b\" = \"en\";",
    ])
    let (german, problems) = translator(bundle, ["de"])
    #expect(german.translate("a") == "de Localizable")
    #expect(german.translate("b") == "de messages")
    #expect(german.translate("b", table: "Localizable") == "en")
    #expect(german.translate("a", table: "messages") == "de messages")
    #expect(problems.all.isEmpty)
  }

  @Test(arguments: ["", "../de.lproj/Localizable", "/etc/passwd", "a\0b", "Nothing"])
  func `a missing table or an invalid table name has no texts`(table: String) throws {
    let bundle = try TemporaryBundle(["de.lproj/Localizable.strings": "\"a\" = \"x\";"])
    let (german, problems) = translator(bundle, ["de"])
    #expect(german.translate("a", table: table) == "?a?")
    #expect(problems.reasons == [.missingText])
  }

  @Test func `a text without arguments is returned unchanged`() throws {
    let bundle = try TemporaryBundle([
      "en.lproj/Localizable.strings": """
      "format" = "%1$@ of 100%%"; "off" = "100%off"; "percent" = "100 %"; "doubled" = "100 %%";
      "line" = "first%n second";
      """
    ])
    let (english, problems) = translator(bundle, ["en"])
    #expect(english.translate("format") == "%1$@ of 100%%")
    #expect(english.translate("off") == "100%off")
    #expect(english.translate("percent") == "100 %")
    #expect(english.translate("doubled") == "100 %")
    #expect(english.translate("line") == "first second")
    #expect(problems.all.isEmpty)
  }

  @Test func `a wrong number or type of arguments is reported, those that fit are inserted`() throws
  {
    let bundle = try TemporaryBundle([
      "en.lproj/Localizable.strings": "\"a\" = \"%@ and %d\"; \"plain\" = \"plain\";"
    ])
    let (english, problems) = translator(bundle, ["en"])
    #expect(english.translate("a", "x") == "x and %d")
    #expect(english.translate("a", 1, "two") == "1 and two")
    #expect(english.translate("a", 1, 2, 3) == "1 and 2")
    #expect(english.translate("plain", 1) == "plain")
    let lines = problems.all.map { $0.description.replacing(bundle.path, with: "B") }
    #expect(
      lines == [
        "text 'a': argument 2 is missing for %d (table Localizable, language en, bundle B)",
        "text 'a': argument 2 is a string, but %d requires an integer"
          + " (table Localizable, language en, bundle B)",
        "text 'a': 3 arguments were passed, but the message uses 2"
          + " (table Localizable, language en, bundle B)",
        "text 'plain': 1 argument was passed, but the message uses 0"
          + " (table Localizable, language en, bundle B)",
      ])
  }

  @Test func `a translator can show keys instead of texts`() throws {
    let bundle = try TemporaryBundle(["en.lproj/Localizable.strings": "\"a\" = \"x %@\";"])
    var (english, problems) = translator(bundle, ["en"])
    english.mode = .keys
    #expect(english.translate("a", "b") == "a")
    #expect(english.translate("missing") == "missing")
    #expect(problems.all.isEmpty)
    english.mode = .texts
    #expect(english.translate("a", "b") == "x b")
  }

  @Test func `a custom handler can translate`() throws {
    let bundle = try TemporaryBundle([
      "en.lproj/Localizable.strings": "\"sorry\" = \"missing: %@\"; broken"
    ])
    let seen = Problems()
    let inner = Translator(languages: ["en"], bundle: bundle.bundle, onProblem: { seen($0) })
    let outer = Translator(languages: ["en"], bundle: bundle.bundle) { problem in
      #expect(inner.translate("sorry", problem.key) == "missing: \(problem.key)")
    }
    #expect(outer.translate("a") == "?a?")
    #expect(seen.all.isEmpty)
  }

  @Test func `an invalid language tag is reported once and ignored`() throws {
    let bundle = try TemporaryBundle(["de.lproj/Localizable.strings": "\"a\" = \"x\";"])
    let (translator, problems) = translator(bundle, ["../x", "de"], master: "")
    #expect(translator.translate("a") == "x")
    #expect(translator.translate("a") == "x")
    #expect(problems.reasons == [.invalidLanguage("../x"), .invalidLanguage("")])
  }

  @Test func `texts without a language are searched last`() throws {
    let bundle = try TemporaryBundle([
      "Localizable.strings": "\"a\" = \"root\"; \"b\" = \"root\"; \"c\" = \"root\";",
      "Base.lproj/Localizable.strings": "\"a\" = \"base\"; \"b\" = \"base\";",
      "de.lproj/Localizable.strings": "\"a\" = \"de\";",
    ])
    let (german, _) = translator(bundle, ["de"])
    #expect(["a", "b", "c"].map { german.translate($0) } == ["de", "base", "root"])
    let flat = try TemporaryBundle(["Localizable.strings": "a = b;"])
    let (none, _) = translator(flat, [])
    #expect(none.translate("a") == "b")
  }

  @Test func `new files are used after a reload`() async {
    // Runs in a separate process: the change affects all tests of this one.
    await #expect(processExitsWith: .success) {
      let bundle = try TemporaryBundle(["en.lproj/Localizable.strings": "\"a\" = \"old\";"])
      let (english, _) = translator(bundle, ["de", "en"])
      #expect(english.translate("a") == "old")
      try bundle.write(Data("\"a\" = \"neu\";".utf8), to: "de.lproj/Localizable.strings")
      Translator.reload()
      #expect(english.translate("a") == "neu")
      #expect(english.availableLanguages.map(\.description) == ["de", "en"])
    }
  }

  @Test func `a key can be any string`() throws {
    let bundle = try TemporaryBundle([
      "en.lproj/Localizable.strings": "\"\" = \"empty\"; \"a \\\"b\\\" 日本 %@\" = \"%@!\";"
    ])
    let (english, _) = translator(bundle, ["en"])
    #expect(english.translate("") == "empty")
    #expect(english.translate("a \"b\" 日本 %@", "x") == "x!")
  }

  @Test func `Foundation types can be arguments`() throws {
    let bundle = try TemporaryBundle(["en.lproj/Localizable.strings": "a = \"%@ %.1f\";"])
    let (english, problems) = translator(bundle, ["en"])
    let url = try #require(URL(string: "https://example.com/a"))
    #expect(english.translate("a", url, CGFloat(1.25)) == "https://example.com/a 1.2")
    #expect(problems.all.isEmpty)
  }
}
