import Testing
import TremaCatalog
import TremaMessages

/// The texts, limits and locales of stores.
@Suite struct StoreTests {
  private func locale(_ language: String, _ store: Store) -> String? {
    LanguageTag(language).flatMap { store.locale(of: $0) }
  }

  @Test(
    arguments: [
      ("de", "de-DE", "de-DE"), ("en", "en-US", "en-US"), ("en-GB", "en-GB", "en-GB"),
      ("he", "he", "iw-IL"), ("iw", "he", "iw-IL"), ("nb", "no", "no-NO"), ("no", "no", "no-NO"),
      ("it", "it", "it-IT"), ("it-IT", "it", "it-IT"), ("pt", "pt-BR", "pt-BR"),
      ("pt-BR", "pt-BR", "pt-BR"), ("pt-PT", "pt-PT", "pt-PT"), ("ar", "ar-SA", "ar"),
      ("zh-Hans", "zh-Hans", "zh-CN"), ("zh-TW", "zh-Hant", "zh-TW"), ("id", "id", "id"),
      ("ja", "ja", "ja-JP"), ("ru", "ru", "ru-RU"), ("sl", "sl-SI", "sl"), ("uk", "uk", "uk"),
    ]) func `a language has the locale of each store`(
      _ language: String, _ appStore: String, _ googlePlay: String
    )
  {
    #expect(locale(language, .appStore) == appStore)
    #expect(locale(language, .googlePlay) == googlePlay)
  }

  @Test func `a store does not have every language`() {
    for language in ["de-CH", "es-419", "es-AR", "sq", "zh-HK", "en-001", "ar-EG", "und"] {
      #expect(locale(language, .appStore) == nil, "\(language)")
    }
    for language in ["de-CH", "es-MX", "or", "sr-Latn", "ca-valencia", "und"] {
      #expect(locale(language, .googlePlay) == nil, "\(language)")
    }
  }

  @Test(arguments: Store.allCases) func `every locale is mapped to a language and back`(
    _ store: Store
  ) {
    let locales = Self.locales(of: store)
    #expect(locales.count == (store == .appStore ? 50 : 87))
    for locale in locales {
      let language = store.language(ofLocale: locale)
      #expect(language.flatMap { store.locale(of: $0) } == locale, "\(locale)")
      #expect(LanguageTag(locale).flatMap { store.locale(of: $0) } == locale, "\(locale)")
    }
  }

  /// All codes with a language of two or three letters that the store has.
  private static func locales(of store: Store) -> [String] {
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map {
      String(decoding: [$0], as: UTF8.self)
    }
    let languages = letters.flatMap { a in letters.map { a + $0 } } + ["fil"]
    let regions = letters.flatMap { a in letters.map { (a + $0).uppercased() } }
    return languages.flatMap { language in
      ([language, "\(language)-419", "\(language)-Hans", "\(language)-Hant"]
        + regions.map { "\(language)-\($0)" }).filter(store.hasLocale)
    }
  }

  @Test func `corresponding fields of the stores share a key`() {
    for (key, appStore, googlePlay) in [
      ("name", "name.txt", "title.txt"),
      ("description", "description.txt", "full_description.txt"),
      ("release_notes", "release_notes.txt", "changelogs/default.txt"),
      ("subtitle", "subtitle.txt", nil), ("keywords", "keywords.txt", nil),
      ("promotional_text", "promotional_text.txt", nil), ("support_url", "support_url.txt", nil),
      ("short_description", nil, "short_description.txt"), ("video", nil, "video.txt"),
      ("changelogs.42", nil, "changelogs/42.txt"), ("title", nil, "title.txt"),
      ("changelogs.0", nil, nil), ("changelogs.", nil, nil), ("../name", nil, nil),
    ] as [(String, String?, String?)] {
      #expect(StoreField(key: key, in: .appStore)?.path == appStore, "\(key)")
      #expect(StoreField(key: key, in: .googlePlay)?.path == googlePlay, "\(key)")
    }
  }

  @Test func `lengths count UTF-16 code units without surrounding white space`() {
    #expect(Store.length("Grün") == 4)
    #expect(Store.length("字") == 1)
    #expect(Store.length("🌱") == 2)
    #expect(Store.length("👩‍🌾") == 5)
    #expect(Store.length(" \n a\r\nb \n") == 3)
    #expect(Store.length(" \n") == 0)
  }

  @Test func `the texts of a listing are found by their prefix`() {
    let listing = StoreListing(.appStore, prefix: "shop_")
    #expect(listing.field(ofKey: "shop_name")?.limit == 30)
    #expect(listing.field(ofKey: "store.name") == nil)
    #expect(listing.fieldKey(of: "shop_") == "")
    #expect(listing.fieldKey(of: "sho") == nil)
  }
}
