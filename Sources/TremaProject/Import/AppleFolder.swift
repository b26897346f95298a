import TremaMessages

/// The names of Apple's language folders.
enum AppleFolder {
  /// The language of the folder `NAME.lproj`; `nil` when the name is no language.
  ///
  /// Any word of five to eight letters is a well-formed tag, so only codes of two or three letters
  /// are accepted, and English names of languages.
  static func language(_ name: String) -> LanguageTag? {
    let letters = name.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ",") }
    let word = String(decoding: letters, as: UTF8.self)
    let tag = LanguageTag.posix(oldNames[word] ?? name)
    guard let tag, tag.language.utf8.count <= 3 else { return nil }
    return tag.withChineseScript
  }

  /// The names that folders had before language tags, without spaces and commas: both
  /// `Simplified Chinese` and `SimplifiedChinese` are in use.
  ///
  /// Source: the English names of the languages of ISO 639, as folders of Apple's first tools and of
  /// GNUstep have them.
  private static let oldNames: [String: String] = {
    var names: [String: String] = [:]
    for entry in table.split(separator: ",") {
      let words = entry.split(separator: " ")
      if words.count == 2 { names[String(words[0])] = String(words[1]) }
    }
    return names
  }()

  private static let table = """
    Afrikaans af, Albanian sq, Amharic am, Arabic ar, Armenian hy, Assamese as, Aymara ay, \
    Azerbaijani az, Basque eu, Belarusian be, Belorussian be, Bengali bn, \
    BrazilianPortuguese pt-BR, Breton br, Bulgarian bg, Burmese my, Byelorussian be, \
    Catalan ca, Chewa ny, Chichewa ny, Chinese zh, ChineseSimplified zh-Hans, \
    ChineseTraditional zh-Hant, Croatian hr, Czech cs, Danish da, Dutch nl, Dzongkha dz, \
    English en, Esperanto eo, Estonian et, Faroese fo, Farsi fa, Finnish fi, Flemish nl-BE, \
    French fr, Galician gl, Gallegan gl, Georgian ka, German de, Greek el, Greenlandic kl, \
    Guarani gn, Gujarati gu, Hawaiian haw, Hebrew he, Hindi hi, Hungarian hu, Icelandic is, \
    Indonesian id, Inuktitut iu, Irish ga, Italian it, Japanese ja, Javanese jv, \
    Kalaallisut kl, Kannada kn, Kashmiri ks, Kazakh kk, Khmer km, Kinyarwanda rw, Kirghiz ky, \
    Korean ko, Kurdish ku, Lao lo, Latin la, Latvian lv, Lithuanian lt, Macedonian mk, \
    Malagasy mg, Malay ms, Malayalam ml, Maltese mt, Manx gv, Marathi mr, Moldavian ro, \
    Mongolian mn, Nepali ne, Norwegian nb, Nyanja ny, Nynorsk nn, Oriya or, Oromo om, \
    Panjabi pa, Pashto ps, Persian fa, Polish pl, Portuguese pt, PortugueseBrazilian pt-BR, \
    Punjabi pa, Pushto ps, Quechua qu, Romanian ro, Ruanda rw, Rundi rn, Russian ru, Sami se, \
    Sanskrit sa, Scottish gd, Serbian sr, SimplifiedChinese zh-Hans, Sindhi sd, Sinhalese si, \
    Slovak sk, Slovenian sl, Somali so, Spanish es, Sundanese su, Swahili sw, Swedish sv, \
    Tagalog fil, Tajik tg, Tamil ta, Tatar tt, Telugu te, Thai th, Tibetan bo, Tigrinya ti, \
    Tongan to, TraditionalChinese zh-Hant, Turkish tr, Turkmen tk, Uighur ug, Ukrainian uk, \
    Urdu ur, Uzbek uz, Vietnamese vi, Welsh cy, Yiddish yi
    """
}
