import TremaMessages

/// The names of Apple's language folders.
enum AppleFolder {
  /// Returns the language of a `NAME.lproj` folder, or `nil` if the name is not a language.
  ///
  /// Any word with five to eight letters is a well-formed tag, so only two- and three-letter codes
  /// and English language names are accepted.
  static func language(_ name: String) -> LanguageTag? {
    let word = name.utf8.filter { $0 != UInt8(ascii: " ") }
    let tag = LanguageTag.posix(oldNames[String(decoding: word, as: UTF8.self)] ?? name)
    guard let tag, tag.language.utf8.count <= 3 else { return nil }
    return tag.withChineseScript
  }

  /// The English folder names that were used before language tags were introduced, without spaces.
  ///
  /// See "Language and Locale IDs", developer.apple.com; and the names in projects from Apple's
  /// early tools and GNUstep.
  private static let oldNames = [
    "Arabic": "ar", "BrazilianPortuguese": "pt-BR", "Bulgarian": "bg", "Catalan": "ca",
    "Chinese": "zh", "Croatian": "hr", "Czech": "cs", "Danish": "da", "Dutch": "nl",
    "English": "en", "Esperanto": "eo", "Estonian": "et", "Finnish": "fi", "French": "fr",
    "German": "de", "Greek": "el", "Hebrew": "he", "Hungarian": "hu", "Icelandic": "is",
    "Indonesian": "id", "Italian": "it", "Japanese": "ja", "Korean": "ko", "Latvian": "lv",
    "Lithuanian": "lt", "Malay": "ms", "Norwegian": "nb", "Persian": "fa", "Polish": "pl",
    "Portuguese": "pt", "Romanian": "ro", "Russian": "ru", "Serbian": "sr",
    "SimplifiedChinese": "zh-Hans", "Slovak": "sk", "Slovenian": "sl", "Spanish": "es",
    "Swedish": "sv", "Thai": "th", "TraditionalChinese": "zh-Hant", "Turkish": "tr",
    "Ukrainian": "uk", "Vietnamese": "vi",
  ]
}
