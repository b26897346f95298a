import TremaCatalog
import TremaFormats
import TremaMessages

/// A catalogue with one text for each feature.
enum RichCatalogue {
  static let languages = ["en", "pl", "ar", "ja"].compactMap { LanguageTag($0) }

  static let texts: [Text] = [
    text("plain", ["en": "Hello", "pl": "Cześć", "ar": "مرحبا", "ja": "こんにちは"]),
    text(
      "reordered",
      ["en": "%1$@ has %2$d of %3$.2f", "pl": "%2$d %3$.2f: %1$@", "ja": "%3$.2f %2$d %1$@"],
      "@param 1 owner who has it\n@param 2 number"),
    text(
      "days",
      [
        "en": "{count, plural, one {# day} other {# days}}",
        "pl": "{count, plural, one {# dzień} few {# dni} many {# dni!} other {# dnia}}",
        "ar":
          "{count, plural, zero {لا} one {يوم} two {يومان} few {# أيام} many {# يوما} other {# يوم}}",
        "ja": "{count, plural, other {#日}}",
      ], "@param 1 count"),
    text(
      "around",
      [
        "en": "%2$@ waits {count, plural, one {one day} other {# days}}, %2$@!",
        "ja": "%2$@ {count, plural, other {#日}}",
      ], "@param 1 count\n@param 2 name"),
    text(
      "guest",
      [
        "en": "{who, select, male {He came} female {She came} other {They came}}",
        "pl": "{who, select, male {Przyszedł} female {Przyszła} other {Przyszli}}",
      ], "@param 1 who"),
    text(
      "described", ["en": "Open", "pl": "Otwórz"], "Title of the dialog, not \"open\" as in door"),
    text("long", ["en": "Send"], "@max 40"),
    text("excused", ["en": " Send"], "@ignore edge-space it is meant"),
    text(
      "grouped", ["en": "Share", "pl": "Udostępnij"], "@tags ios, v2.0-größe\n@platforms ios, web"),
    text("brand", ["en": "Trema"], "@translatable false"),
    text("list.0", ["en": "Zero", "pl": "Zero"], "@array"),
    text("list.1", ["en": "One", "pl": "Jeden"], "@array"),
    text("empty", ["en": ""]),
    text("größe 日本", ["en": "Non-ASCII: äöü €", "ja": "日本語 😀"]),
    text("quotes", ["en": "It's \\\"quoted\\\" and ’typographic’", "pl": "''"]),
    text("breaks", ["en": "one\\ntwo\\tthree", "ja": "一\\n\\n二"]),
    text("percent", ["en": "100 % sure", "pl": "50%% z %@"]),
    text("edges", ["en": "  two before, two behind  ", "pl": " \\n"]),
    text("markup", ["en": "<b>bold</b> & &amp; ]]> <!-- -->", "pl": "a < b > c"]),
    tagged,
    text("backslash", ["en": "C:\\\\new\\\\table"]),
    text("looks", ["en": "@string/x", "pl": "?attr/x", "ja": "# no comment"]),
    statuses,
  ]

  private static let tagged: Text = {
    var text = Self.text("tagged", ["en": "Read this"])
    text.values[0].spelling = "Read <b>this</b>"
    text.values[0].hasMarkup = true
    return text
  }()

  private static let statuses: Text = {
    var text = Self.text(
      "statuses", ["en": "One", "pl": "Jeden", "ar": "واحد", "ja": "一"])
    for (index, status) in [Status.translated, .initial, .verified, .special].enumerated() {
      text.values[index].status = status
    }
    return text
  }()

  private static func text(
    _ key: String, _ sources: [String: String], _ context: String? = nil
  ) -> Text {
    Text(
      key: key, context: context.map { Context($0) },
      values: languages.map(\.description).compactMap { language in
        sources[language].map { Value(language: language, source: $0) }
      })
  }
}

/// The differences between a text and its round trip.
struct Comparison {
  /// The lost features; plurals and selects are compared by the text that they show.
  var lost: Set<Feature> = []
  /// The values whose meaning changed, with the new meaning.
  var changed: [String] = []

  init(_ original: Text, _ found: Text, keepsEmpty: Bool) {
    let (wanted, has) = (Annotations(original.context), Annotations(found.context))
    let names = TextOutline(found, annotations: has, master: "en").names
    if wanted.prose != has.prose { lost.insert(.context) }
    for (number, parameter) in wanted.parameters
    where names[number] != parameter.name
      || (has.parameters[number]?.documentation ?? "") != parameter.documentation
    {
      lost.insert(.parameters)
    }
    if wanted.maximumLength != has.maximumLength { lost.insert(.maximumLength) }
    if wanted.ignored != has.ignored { lost.insert(.ignoredChecks) }
    if wanted.tags != has.tags { lost.insert(.textTags) }
    if wanted.platforms != has.platforms { lost.insert(.textPlatforms) }
    if wanted.isTranslatable != has.isTranslatable { lost.insert(.translatable) }
    if wanted.isArray != has.isArray { lost.insert(.array) }
    for value in original.values {
      guard let other = found[value.language] else { continue }
      if value.status != other.status { lost.insert(.status) }
      if value.hasMarkup != other.hasMarkup { lost.insert(.markup) }
    }
    let (before, after) = (meanings(original), meanings(found))
    for value in original.values {
      let language = value.language
      let (said, says) = (before[language] ?? "nothing", after[language] ?? "nothing")
      if said.isEmpty, !keepsEmpty, found[language] == nil { continue }
      if !said.utf8.elementsEqual(says.utf8), !Self.showTheSame(original, found, in: language) {
        changed.append("\(original.key) \(language): \(bytes(said)) became \(bytes(says))")
      }
    }
    for value in found.values where original[value.language] == nil {
      changed.append("\(original.key) \(value.language): nothing became \(bytes(value.source))")
    }
  }

  /// A plural of one form that does not show its number is a plain text in every format.
  private static func showTheSame(_ a: Text, _ b: Text, in language: String) -> Bool {
    let shown = [a, b].map { text -> [[UInt8]] in
      guard let value = text[language], value.message.hasBranches || text == b else { return [] }
      let annotations = Annotations(text.context)
      let message = value.message.numbered(
        by: TextOutline(text, annotations: annotations, master: "en").numbers)
      return [0, 1, 2, 3, 5, 11, 21, 100].flatMap { number in
        (1...3).map { place in
          let arguments = (1...3).map { index -> any TextArgument in
            index == place ? number : "argument \(index)"
          }
          return Array(
            message.formatted(with: arguments, in: .plain(LanguageTag(language))).text.utf8)
        }
      }
    }
    return !shown[0].isEmpty && shown[0] == shown[1]
  }
}
