import TremaCatalog
import TremaFormats
import TremaMessages
import TremaTestSupport

/// Catalogues with the contents of spreadsheets: hostile texts, plurals, every status, annotations.
struct SheetCatalogue {
  static let languages = ["de", "en", "pl", "ar", "ja", "pt-BR"]

  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let plurals = [
    "en": "{n, plural, =0 {none} one {# day, '{'x'}'} other {# days %2$@}} left",
    "pl": "{n, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}",
    "ar": "{n, plural, zero {لا} one {يوم} two {يومان} few {# أيام} many {# يوما} other {# يوم}}",
    "ja": "{n, plural, other {#日}}",
    "de":
      "{who, select, male {Er hat} other {Sie ha''t}} {n, plural, one {#\\nTag} other {# Tage}}",
    "pt-BR": "{n, selectordinal, offset:1 other {#º 100%}}",
  ]

  private static let contexts = [
    "", "Title of the login dialog", "- first\n\n  second", "=1+1",
    "prose\n@param 1 n how many, \"about\"\n@max 40\n@ignore edge-space it is meant",
    "@param 1 who\n@translatable false\n@array",
  ]

  private static let statuses: [Status] = [
    .initial, .translated, .verified, .special, .undefined(nil), .undefined("Über;setzt"),
  ]

  mutating func texts() -> [Text] {
    (0..<random.number(0...6)).map { number in
      var text = Text(key: "\(number)" + hostile() + "k")
      let context = random.pick(Self.contexts)
      if !context.isEmpty { text.context = Context(context) }
      for language in Self.languages where !random.once(in: 4) {
        let source = random.once(in: 3) ? Self.plurals[language] ?? "" : HostileText.value(&random)
        text.values.append(
          Value(language: language, status: random.pick(Self.statuses), source: source))
      }
      return text
    }
  }

  private mutating func hostile() -> String {
    HostileText.text(&random, of: [HostileText.pieces, HostileText.percents], upTo: 3)
  }
}

extension CatalogFormat {
  func encode(_ texts: [Text], languages: [String] = SheetCatalogue.languages) -> [UInt8] {
    var writer = writer(
      CatalogDescription(
        source: "Texts.trm", table: "Texts", masterLanguage: .german,
        languages: languages.compactMap(LanguageTag.init)))
    var bytes: [UInt8] = []
    writer.begin(into: &bytes)
    for text in texts {
      let outline = TextOutline(text, annotations: Annotations(text.context), master: "de")
      writer.append(text, outline, into: &bytes)
    }
    writer.end(into: &bytes)
    return bytes
  }
}

extension ResourceFormat {
  /// The file of one language.
  func encode(_ texts: [Text], language: LanguageTag) -> [UInt8] {
    var file = FileDescription(
      source: "Texts.trm", table: "Texts", language: language, defaultLanguage: language)
    file.masterLanguage = .german
    var writer = writer(file)
    var bytes: [UInt8] = []
    writer.begin(into: &bytes)
    for text in texts {
      let outline = TextOutline(text, annotations: Annotations(text.context), master: "de")
      guard let index = text.index(ofLanguage: language.description) else { continue }
      writer.append(Entry(text, at: index, outline), into: &bytes)
    }
    writer.end(into: &bytes)
    return bytes
  }
}

extension LanguageTag {
  static var german: LanguageTag { tag("de") }

  static func tag(_ text: String) -> LanguageTag {
    guard let tag = LanguageTag(text) else { preconditionFailure("no tag: \(text)") }
    return tag
  }
}

extension ReadableFormat {
  func texts(_ bytes: [UInt8], file: String = "f", language: String? = nil) throws -> FormatReading
  {
    try read(bytes, ReadingOptions(file: file, language: language))
  }
}

/// All contents of a text, one line each, every string as its scalars.
func said(_ texts: [Text], in languages: [String] = SheetCatalogue.languages) -> [String] {
  texts.flatMap { text -> [String] in
    let values = languages.compactMap { language in text[language] }
    return ["text \(bytes(text.key)) \(bytes(Annotations(text.context).text))"]
      + values.map { value in
        let canonical = value.message.spelled(MessageSpelling(.canonical)) ?? "?"
        return "\(value.language) \(value.status) \(bytes(canonical))"
      }
  }
}
