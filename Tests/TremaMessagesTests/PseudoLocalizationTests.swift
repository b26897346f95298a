import Testing
import TremaMessages

@Suite struct PseudoLocalizationTests {
  private func accented(_ source: String) -> String? {
    Message.parse(source).message.pseudoLocalized(.accented).spelled()
  }

  @Test func `a text is accented, lengthened and bracketed`() {
    #expect(accented("Save as") == "[Šåṽé åš öñé]")
    #expect(accented("") == "")
  }

  @Test func `placeholders, tags and entities are unchanged`() {
    #expect(
      accented("<b>%1$@</b> &amp; %2$.2f < Hi") == "[<b>%1$@</b> &amp; %2$.2f < Ĥî öñé]")
    #expect(accented("%d") == "[%d]")
  }

  @Test func `every text has at least 40 percent more letters`() throws {
    for length in 1...300 {
      let text = try #require(accented(String(repeating: "a", count: length)))
      #expect((text.unicodeScalars.count - 2) * 100 >= length * 140)
    }
  }

  @Test func `branches are transformed, and their selectors are not`() throws {
    let source =
      "You have {count, plural, =0 {none} one {# day} other {# days}} left, {g, select, male {Sir} other {all}}"
    let message = Message.parse(source).message
    let pseudo = message.pseudoLocalized(.accented)
    #expect(
      pseudo.spelled()
        == "[Ýöû ĥåṽé {count, plural, =0 {ñöñé öñé} one {# ðåý öñé} other {# ðåýš öñé}} ļéƒţ, "
        + "{g, select, male {Šîŕ öñé} other {åļļ öñé}} öñé ţŵö]")
    #expect(pseudo.uses(ArgumentNumbers([pseudo])) == message.uses(ArgumentNumbers([message])))
  }

  @Test func `mirroring affects words but not placeholders`() {
    let pseudo = Message.parse("Hi %@!\nBye").message.pseudoLocalized(.mirrored)
    #expect(
      pseudo.spelled()
        == "\u{200F}\u{202E}Hi\u{202C}\u{200F} %@\u{200F}\u{202E}!\u{202C}\u{200F}\n"
        + "\u{200F}\u{202E}Bye\u{202C}\u{200F}")
  }
}
