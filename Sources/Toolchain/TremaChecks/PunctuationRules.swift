import TremaMessages

/// The languages whose punctuation has a written rule that the checks of style can compare a text with.
/// The checks report nothing in any other language.
extension LanguageTag {
  /// Whether the language writes the marks of the European printing tradition: `…` is one character, a
  /// dash is longer than a hyphen, and a question, a colon or an ellipsis ends as in English.
  ///
  /// Sources: Interinstitutional Style Guide of the European Union, 6.4 and 10.1, for its official
  /// languages; for the others the orthographies of their academies and language councils, such as
  /// Språkrådet (Norwegian), Türk Dil Kurumu (Turkish), Euskaltzaindia (Basque), Institut d'Estudis
  /// Catalans (Catalan), Real Academia Galega (Galician), Matica srpska (Serbian) and the rules of
  /// Russian orthography and punctuation of 1956; CLDR lists `…`, `–` and `—` among the punctuation
  /// exemplars of each.
  var hasEuropeanPunctuation: Bool { Self.european.contains(language) }

  /// Whether `, . : ; ? !` follow their word without a space.
  ///
  /// Sources: the same, which name French as the exception; the Microsoft localization style guides for
  /// Arabic, Hebrew and Persian.
  var attachesPunctuation: Bool {
    hasEuropeanPunctuation && language != "fr" || Self.rightToLeft.contains(language)
  }

  /// Whether a question, a colon and an ellipsis end a text as in English, in the marks of the script.
  var hasComparableEnds: Bool { hasEuropeanPunctuation || Self.rightToLeft.contains(language) }

  private static let european: Set<String> = [
    // The official languages of the European Union.
    "bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "ga", "hr", "hu", "it", "lt", "lv",
    "mt", "nl", "pl", "pt", "ro", "sk", "sl", "sv",
    "be", "bs", "ca", "eu", "gl", "is", "mk", "nb", "nn", "no", "ru", "sr", "tr", "uk",
  ]

  private static let rightToLeft: Set<String> = ["ar", "fa", "he"]
}

extension [UInt8] {
  /// Whether a reading is a part of a sentence that is joined to others: white space is at an end of it,
  /// or a small letter or a mark that begins nothing comes first. Its quotation marks and brackets may
  /// have their partners elsewhere.
  var isFragment: Bool {
    let first = scalar(at: 0)
    return first.isSpace || scalar(before: count).isSpace || first.isLowercaseLetter
      || ",.;:)]}".unicodeScalars.contains(first)
  }
}
