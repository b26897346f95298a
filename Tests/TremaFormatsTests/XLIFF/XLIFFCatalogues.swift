import TremaCatalog
import TremaTestSupport

/// Catalogues with all features of XLIFF: plurals, statuses, annotations, hostile keys.
struct XLIFFCatalogues {
  var random: SeededGenerator

  static let languages = ["en", "pl", "ar", "ja"]

  private static let forms = [
    "en": ["one", "other"], "pl": ["one", "few", "many", "other"], "ja": ["other"],
    "ar": ["zero", "one", "two", "few", "many", "other"],
  ]

  private static let annotations = [
    "@param 1 userName the user's first name", "@max 40", "@ignore edge-space it is & meant",
    "@translatable false", "@array", "@max x", "Title <b>of</b> the dialog", "", "--> ]]>",
  ]

  mutating func catalog() -> Catalog {
    var catalog = Catalog(header: CatalogHeader(file: "Texts.trm", masterLanguage: "en"))
    for index in 0..<random.number(0...5) {
      var text = Text(key: "\(index)" + HostileText.text(&random, of: [HostileText.pieces]))
      let lines = (0..<random.number(0...4)).map { _ in random.pick(Self.annotations) }
      if !lines.isEmpty { text.context = Context(lines.joined(separator: "\n")) }
      let isPlural = random.once(in: 3)
      for language in Self.languages where !random.once(in: 5) {
        let source = isPlural ? plural(language) : HostileText.value(&random)
        text.values.append(
          Value(
            language: language,
            status: random.pick([
              .initial, .translated, .verified, .special, .undefined(nil), .undefined("draft"),
            ]), source: source))
      }
      catalog.texts.append(text)
    }
    return catalog
  }

  private mutating func plural(_ language: String) -> String {
    let forms = (Self.forms[language] ?? []).map { category in
      let word = random.pick(["days", "Tage'' übrig", "'{'x'}'", "100 %%", "日", "\\u0007", "\\n"])
      return "\(category) {\(random.pick(["#", "", "%d"])) \(word)}"
    }
    return "%2$@ {count, plural, \(forms.joined(separator: " "))}\(random.pick([".", " <b>"]))"
  }
}
