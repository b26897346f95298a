import Testing
import TremaFormats
import TremaMessages

@Suite struct AndroidFolderTests {
  @Test(arguments: [
    ("values-de", "de"), ("values-pt-rBR", "pt-BR"), ("values-pt-rbr", "pt-BR"),
    ("values-b+zh+Hans", "zh-Hans"), ("values-b+es+419", "es-419"), ("values-en-r001", "en-001"),
    ("values-zh-rCN", "zh-Hans"), ("values-zh-rTW", "zh-Hant"), ("values-zh-rHK", "zh-Hant-HK"),
    ("values-zh", "zh"), ("values-iw", "he"), ("values-iw-rIL", "he-IL"), ("values-in", "id"),
    ("values-ji", "yi"), ("values-tl", "fil"), ("values-fil", "fil"), ("values-nb-rNO", "nb-NO"),
    ("values-b+sr+Latn", "sr-Latn"), ("values-b+de+CH+1996", "de-CH-1996"),
    ("values-b+iw", "he"), ("values-en-rXA", "en-XA"),
  ])
  func `a folder name is converted to a language tag`(folder: String, tag: String) throws {
    #expect(AndroidFolder(folder) == .language(try #require(LanguageTag(tag))))
  }

  @Test func `a further qualifier makes a folder a variation`() throws {
    let german = try #require(LanguageTag("de"))
    #expect(AndroidFolder("values") == .standard)
    #expect(AndroidFolder("values-mcc310-de-land") == .variation(german))
    #expect(AndroidFolder("values-mcc310-mnc04") == .variation(nil))
    #expect(AndroidFolder("values-de-v21") == .variation(german))
    for name in [
      "night", "land", "v21", "sw600dp", "w820dp-h720dp", "xxhdpi", "320dpi", "car", "ldrtl",
      "watch-v25", "640x480", "feminine", "notnight",
    ] {
      #expect(AndroidFolder("values-\(name)") == .variation(nil), "\(name)")
    }
  }

  @Test(arguments: [
    "", "value", "drawable-de", "values-", "values-german", "values-de-rBRA", "values-de-",
    "values-b+", "values-b+x", "values-b+de+../x", "values-../x", "values-de-unknown",
    "values-land-de", "values-mcc31", "values-v", "values-swdp", "values-de-rBR-rBR", "values.bak",
    "values-sw600000dp", "values-é",
  ])
  func `a folder with an unknown qualifier is not a values folder`(folder: String) {
    #expect(AndroidFolder(folder) == nil)
  }

  @Test func `the folder name of a language is read back as that language`() throws {
    for spelling in [
      "de", "pt-BR", "en-001", "es-419", "zh-Hans", "zh-Hant-HK", "he", "id", "yi", "fil",
      "sr-Latn",
      "de-CH-1996", "ca-valencia", "he-IL", "sr-Cyrl-BA",
    ] {
      let tag = try #require(LanguageTag(spelling))
      let folder = "values-\(AndroidQualifier.qualifier(of: tag))"
      #expect(AndroidFolder(folder) == .language(tag), "\(folder)")
    }
  }
}
