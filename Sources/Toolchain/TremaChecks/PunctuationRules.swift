import TremaMessages

/// Languages whose punctuation follows a written rule. Style checks compare texts with these rules,
/// and report nothing in other languages.
extension LanguageTag {
  /// Whether the language uses the punctuation of the European printing tradition: `…` is one
  /// character, a dash is longer than a hyphen, and questions, colons and ellipses end as in
  /// English.
  ///
  /// See the Interinstitutional Style Guide of the European Union, 6.4 and 10.1, for its official
  /// languages; for the others, the orthographies of their academies and language councils, such as
  /// Språkrådet (Norwegian), Türk Dil Kurumu (Turkish), Euskaltzaindia (Basque), Institut d'Estudis
  /// Catalans (Catalan), Real Academia Galega (Galician), Matica srpska (Serbian) and the 1956
  /// Russian orthography and punctuation rules; CLDR lists `…`, `–` and `—` among the punctuation
  /// exemplars of each.
  var hasEuropeanPunctuation: Bool { Self.european.contains(language) }

  /// Whether `, . : ; ? !` follow their word without a space.
  ///
  /// See the sources of ``hasEuropeanPunctuation``, which mention French as the exception; the
  /// Microsoft localization style guides for Arabic, Hebrew and Persian.
  var attachesPunctuation: Bool {
    hasEuropeanPunctuation && language != "fr" || Self.rightToLeft.contains(language)
  }

  /// Whether questions, colons and ellipses end a text as in English, with the marks of its script.
  var hasComparableEnds: Bool { hasEuropeanPunctuation || Self.rightToLeft.contains(language) }

  private static let european: Set<String> = [
    // The official languages of the European Union.
    "bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "ga", "hr", "hu", "it", "lt", "lv",
    "mt", "nl", "pl", "pt", "ro", "sk", "sl", "sv",
    "be", "bs", "ca", "eu", "gl", "is", "mk", "nb", "nn", "no", "ru", "sr", "tr", "uk",
  ]

  /// Right-to-left languages that are punctuated as English is.
  private static let rightToLeft: Set<String> = ["ar", "fa", "he"]
}

extension [UInt8] {
  /// Whether a reading is part of a sentence that is joined with other parts: it starts or ends
  /// with whitespace, or starts with a lowercase letter or a closing mark. Its quotation marks and
  /// brackets may have their counterparts in a different text.
  var isFragment: Bool {
    let first = scalar(at: 0)
    return first.isSpace || scalar(before: count).isSpace || first.isLowercaseLetter
      || ",.;:)]}".unicodeScalars.contains(first)
  }
}
