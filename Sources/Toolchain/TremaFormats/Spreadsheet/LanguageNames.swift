/// Common titles of language columns, for hints: the names of languages in English, in the language
/// itself, and in some other languages.
enum LanguageNames {
  /// Returns the tag of the language with a name, or `nil` if the name is not in the list.
  ///
  /// - Parameter name: The name, in lowercase.
  static func tag(of name: String) -> String? { tags[name] }

  private static let tags: [String: String] = {
    let names: [(String, [String])] = [
      ("ar", ["arabic", "العربية"]), ("bg", ["bulgarian", "български"]),
      ("ca", ["catalan", "català"]), ("cs", ["czech", "čeština", "česky"]),
      ("da", ["danish", "dansk"]), ("de", ["german", "deutsch", "allemand", "tedesco"]),
      ("el", ["greek", "ελληνικά"]), ("en", ["english", "englisch", "anglais", "inglese"]),
      ("es", ["spanish", "español", "espanol", "castellano", "spanisch"]),
      ("et", ["estonian", "eesti"]), ("fa", ["persian", "farsi", "فارسی"]),
      ("fi", ["finnish", "suomi"]),
      ("fr", ["french", "français", "francais", "französisch", "francese"]),
      ("he", ["hebrew", "עברית"]), ("hi", ["hindi", "हिन्दी"]), ("hr", ["croatian", "hrvatski"]),
      ("hu", ["hungarian", "magyar"]), ("id", ["indonesian", "bahasa indonesia"]),
      ("it", ["italian", "italiano", "italienisch", "italien"]), ("ja", ["japanese", "日本語"]),
      ("ko", ["korean", "한국어"]), ("lt", ["lithuanian", "lietuvių"]),
      ("lv", ["latvian", "latviešu"]), ("ms", ["malay", "bahasa melayu"]),
      ("nb", ["norwegian", "norsk", "bokmål"]), ("nl", ["dutch", "nederlands"]),
      ("pl", ["polish", "polski"]), ("pt", ["portuguese", "português", "portugues"]),
      ("pt-BR", ["brazilian", "brazilian portuguese"]), ("rm", ["romansh", "rumantsch"]),
      ("ro", ["romanian", "română"]), ("ru", ["russian", "русский"]),
      ("sk", ["slovak", "slovenčina"]), ("sl", ["slovenian", "slovenščina"]),
      ("sr", ["serbian", "српски", "srpski"]), ("sv", ["swedish", "svenska"]), ("th", ["thai"]),
      ("tr", ["turkish", "türkçe"]), ("uk", ["ukrainian", "українська"]),
      ("vi", ["vietnamese", "tiếng việt"]), ("zh", ["chinese", "中文"]),
      ("zh-Hans", ["simplified chinese", "简体中文"]), ("zh-Hant", ["traditional chinese", "繁體中文"]),
    ]
    return Dictionary(
      names.flatMap { tag, names in names.map { ($0, tag) } },
      uniquingKeysWith: { first, _ in first })
  }()
}
