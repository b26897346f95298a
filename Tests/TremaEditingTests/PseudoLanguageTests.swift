import Testing
import TremaCatalog
import TremaEditing
import TremaMessages

@Suite struct PseudoLanguageTests {
  private func made(
    _ source: String, context: String = "", backslash: BackslashRule = .escape,
    _ language: PseudoLanguage = .accented
  ) -> String? {
    var text = Text(
      key: "a", context: Context(context),
      values: [Value(language: "en", source: source, backslash: backslash)])
    guard language.add(to: &text, master: "en", backslash: backslash) else { return nil }
    return text.values.last?.source
  }

  @Test func `leading and trailing white space stays outside the brackets`() {
    #expect(made("  Save\\n") == "  [Šåṽé öñé]\\n")
    #expect(made("Save: ") == "[Šåṽé: öñé] ")
    #expect(made(" %@ ") == " [%@] ")
    #expect(made("   ") == "   ")
    #expect(
      made("{n, plural, one { a} other { b}}")
        == " [{n, plural, one { å öñé} other { ƀ öñé}}]")
    #expect(
      made("{n, plural, one {a} other { b}}")
        == "[{n, plural, one {å öñé} other { ƀ öñé}}]")
  }

  @Test func `padding and brackets are dropped to stay within a length limit`() {
    #expect(made("Cancel") == "[Çåñçéļ öñé]")
    #expect(made("Cancel", context: "@max 12") == "[Çåñçéļ öñé]")
    #expect(made("Cancel", context: "@max 11") == "[Çåñçéļ]")
    #expect(made("Cancel", context: "@max 6") == "Çåñçéļ")
  }

  @Test func `backslashes are treated as the catalogue treats them`() {
    #expect(made("a\\tb\\\\") == "[å\\tƀ\\\\ öñé]")
    #expect(made("a\\tb", backslash: .literal) == "[å\\ţƀ öñé]")
  }

  @Test func `a text without a pseudo-translation is unchanged`() {
    #expect(made("") == nil)
    #expect(made("Trema", context: "@translatable false") == nil)
    var text = Text(key: "a", values: [Value(language: "de", source: "A")])
    let before = text
    #expect(!PseudoLanguage.mirrored.add(to: &text, master: "en", backslash: .escape))
    #expect(text == before)
  }

  @Test func `duplicate values of the pseudo-language are merged, with all comments`() {
    var text = Text(
      key: "a",
      values: ["ar-XB", "en", "ar_xb"].map { Value(language: $0, source: "A") })
    text.values[0].leadingTrivia = [Trivia("<!-- 1 -->")]
    text.values[2].leadingTrivia = [Trivia("<!-- 2 -->")]
    #expect(PseudoLanguage.mirrored.add(to: &text, master: "en", backslash: .escape))
    #expect(text.values.map(\.language) == ["ar-XB", "en"])
    #expect(text.values[0].source == "\u{200F}\u{202E}A\u{202C}\u{200F}")
    #expect(text.values[0].leadingTrivia.map(\.source) == ["<!-- 1 -->", "<!-- 2 -->"])
  }
}
