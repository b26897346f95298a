import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// A file of texts, made as by the command.
enum CompiledSample {
  /// - Parameter texts: Keys with their values in the spelling of a catalogue.
  static func file(
    _ texts: [(String, String)], language: String = "en", as format: ResourceFormat = .compiled
  ) -> [UInt8] {
    guard let tag = LanguageTag(language) else { return [] }
    var writer = format.writer(
      FileDescription(
        source: "Texts.trm", table: "Localizable", language: tag, defaultLanguage: tag))
    var bytes: [UInt8] = []
    writer.begin(into: &bytes)
    for (key, source) in texts {
      writer.append(Entry(key: key, Value(language: language, source: source)), into: &bytes)
    }
    writer.end(into: &bytes)
    return bytes
  }

  static func catalogue(
    _ texts: [(String, String)], language: String = "en"
  ) throws -> CompiledCatalog {
    try CompiledCatalog(CompiledBytes(copying: file(texts, language: language)))
  }

  /// A text of every kind.
  static let texts: [(String, String)] = [
    ("plain", "Good morning"),
    ("empty", ""),
    ("é", "one scalar"),
    ("e\u{301}", "two scalars"),
    ("", "the text without a key"),
    ("percent", "50 % off, 100%"),
    ("doubled", #"100 %%%% of it"#),
    ("braces", "{name} and {"),
    ("escapes", #"a \"line\",\n\ta\\b \u00e9 😀"#),
    ("placeholder", "Hello %@, %d%% of %5.2f"),
    ("numbered", "%2$@ wrote %1$ld, %3$-8s, %4$+'d, %5$#llx"),
    ("extents", "%*d and %.*f, %n"),
    ("java", "%1$tY-%1$tm, %2$b, %3$h, %4$,(d"),
    ("lengths", "%hhd %hd %ld %lld %qd %zd %td %jd %Lf"),
    ("plural", "{count, plural, one {# day} other {# days}} left"),
    ("exact", "{n, plural, offset:2 =0 {nobody} =1 {%2$@} one {%2$@ and #} other {# more}}"),
    ("ordinal", "the {n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} time"),
    ("select", "{who, select, she {her} he {his} other {their}} turn"),
    (
      "nested",
      "{who, select, she {{n, plural, one {her file} other {her # files}}} other {files: {n}}}"
    ),
    (
      "styles",
      "{a, plural, other {#}}: {b, number} {b, number, integer} {b, number, percent} "
        + "{b, number, #,##0.00} {c, date} {c, date, full} {c, time, short} {d}"
    ),
    ("long", String(repeating: "Straße ", count: 40)),
  ]
}
