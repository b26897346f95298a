import TremaMessages

extension Store {
  /// Returns the locale of a language, or `nil` if the store does not have the language.
  ///
  /// A language without a region has the locale of its most widespread region (`de` is `de-DE`),
  /// and a region that a locale implies may be explicit (`it-IT` is `it` in the App Store). A
  /// region that the store does not have (`de-CH`) is not replaced by another.
  package func locale(of language: LanguageTag) -> String? {
    locales.byLanguage[language]
  }

  /// Returns the language of a locale as catalogs spell it, or `nil` if the store does not have the
  /// locale: `de` for `de-DE`, `he` for `iw-IL`.
  package func language(ofLocale locale: String) -> LanguageTag? {
    locales.byLocale[locale]
  }

  /// Whether the store has a locale.
  package func hasLocale(_ locale: String) -> Bool { locales.byLocale[locale] != nil }

  private var locales: StoreLocales {
    switch self {
    case .appStore: .appStore
    case .googlePlay: .googlePlay
    }
  }
}

/// The locales of a store.
private struct StoreLocales: Sendable {
  /// The locales of languages, including other spellings of them.
  var byLanguage: [LanguageTag: String] = [:]
  /// The usual languages of locales.
  var byLocale: [String: LanguageTag] = [:]

  /// Creates the locales from a table. Each line contains a locale, the usual spelling of its
  /// language, and other spellings.
  init(_ table: String) {
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let tags = words.compactMap { LanguageTag($0) }
      guard let locale = words.first, let usual = tags.dropFirst().first ?? tags.first else {
        continue
      }
      byLocale[locale] = usual
      for tag in tags { byLanguage[tag] = locale }
    }
  }

  /// Source: App Store Connect Help, "App Store localizations", with the languages of March 2026;
  /// fastlane, `deliver/lib/deliver/languages.rb`.
  static let appStore = StoreLocales(
    """
    ar-SA ar
    bn-BD bn
    ca ca ca-ES
    cs cs cs-CZ
    da da da-DK
    de-DE de
    el el el-GR
    en-AU
    en-CA
    en-GB
    en-US en
    es-ES es
    es-MX
    fi fi fi-FI
    fr-CA
    fr-FR fr
    gu-IN gu
    he he he-IL iw iw-IL
    hi hi hi-IN
    hr hr hr-HR
    hu hu hu-HU
    id id id-ID in in-ID
    it it it-IT
    ja ja ja-JP
    kn-IN kn
    ko ko ko-KR
    ml-IN ml
    mr-IN mr
    ms ms ms-MY
    nl-NL nl
    no nb nb-NO no-NO
    or-IN or
    pa-IN pa
    pl pl pl-PL
    pt-BR pt-BR pt
    pt-PT
    ro ro ro-RO
    ru ru ru-RU
    sk sk sk-SK
    sl-SI sl
    sv sv sv-SE
    ta-IN ta
    te-IN te
    th th th-TH
    tr tr tr-TR
    uk uk uk-UA
    ur-PK ur
    vi vi vi-VN
    zh-Hans zh-Hans zh zh-CN zh-Hans-CN
    zh-Hant zh-Hant zh-TW zh-Hant-TW
    """)

  /// Source: Play Console Help, "Translate and localize your app"; fastlane,
  /// `supply/lib/supply/languages.rb`, which lacks the languages that were added later.
  static let googlePlay = StoreLocales(
    """
    af af af-ZA
    am am am-ET
    ar
    az-AZ az
    be be be-BY
    bg bg bg-BG
    bn-BD bn
    ca ca ca-ES
    cs-CZ cs
    da-DK da
    de-DE de
    el-GR el
    en-AU
    en-CA
    en-GB
    en-IN
    en-SG
    en-US en
    en-ZA
    es-419
    es-ES es
    es-US
    et et et-EE
    eu-ES eu
    fa
    fa-AE
    fa-AF
    fa-IR
    fi-FI fi
    fil fil fil-PH tl
    fr-CA
    fr-FR fr
    gl-ES gl
    gu gu gu-IN
    hi-IN hi
    hr hr hr-HR
    hu-HU hu
    hy-AM hy
    id id id-ID in in-ID
    is-IS is
    it-IT it
    iw-IL he he-IL iw
    ja-JP ja
    ka-GE ka
    kk kk kk-KZ
    km-KH km
    kn-IN kn
    ko-KR ko
    ky-KG ky
    lo-LA lo
    lt lt lt-LT
    lv lv lv-LV
    mk-MK mk
    ml-IN ml
    mn-MN mn
    mr-IN mr
    ms
    ms-MY
    my-MM my
    ne-NP ne
    nl-NL nl
    no-NO nb nb-NO no
    pa pa pa-IN
    pl-PL pl
    pt-BR pt-BR pt
    pt-PT
    rm rm rm-CH
    ro ro ro-RO
    ru-RU ru
    si-LK si
    sk sk sk-SK
    sl sl sl-SI
    sq sq sq-AL
    sr sr sr-RS sr-Cyrl
    sv-SE sv
    sw
    ta-IN ta
    te-IN te
    th th th-TH
    tr-TR tr
    uk uk uk-UA
    ur ur ur-PK
    vi vi vi-VN
    zh-CN zh-Hans zh zh-Hans-CN
    zh-HK zh-Hant-HK
    zh-TW zh-Hant zh-Hant-TW
    zu zu zu-ZA
    """)
}
