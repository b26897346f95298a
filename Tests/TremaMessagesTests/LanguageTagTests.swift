import Testing
import TremaMessages

@Suite struct LanguageTagTests {
  @Test(arguments: [
    ("DE", "de"), ("pt_br", "pt-BR"), ("zh-hant-hk", "zh-Hant-HK"), ("ES-419", "es-419"),
    ("sr-LATN", "sr-Latn"), ("de-1996", "de-1996"), ("sl-ROZAJ", "sl-rozaj"),
    ("de-u-co-phonebk", "de-u-co-phonebk"), ("en-x-Pirate", "en-x-pirate"), ("fil", "fil"),
  ])
  func `a tag is parsed in any case and written in canonical case`(text: String, canonical: String)
  {
    #expect(LanguageTag(text)?.description == canonical)
  }

  @Test(arguments: [
    "", "d", "1de", "../x", "de/ch", "de-", "-de", "de--CH", "de CH", "de-u", "de-a-x-b", "de-x",
    "languages", "de-abcdefghi", "é", "de-CH.UTF-8", "x-private",
  ])
  func `an invalid tag is rejected`(text: String) {
    #expect(LanguageTag(text) == nil)
  }

  @Test func `a tag falls back one subtag at a time`() {
    func chain(_ text: String) -> [String] {
      sequence(first: LanguageTag(text)) { $0?.parent }.compactMap { $0?.description }
    }
    #expect(chain("zh-Hant-HK") == ["zh-Hant-HK", "zh-Hant", "zh"])
    #expect(chain("de-CH-1996") == ["de-CH-1996", "de-CH", "de"])
    #expect(chain("de-u-co-phonebk") == ["de-u-co-phonebk", "de-u-co", "de"])
    #expect(chain("de") == ["de"])
  }

  @Test func `different spellings in file names denote the same language`() {
    #expect(LanguageTag("pt-br") == LanguageTag("pt_BR"))
  }
}
