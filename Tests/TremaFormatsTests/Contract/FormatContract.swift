import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

/// The properties of one format for the contract that every format must satisfy.
struct FormatContract {
  enum Writing {
    /// The format of the catalogue itself.
    case trema
    /// One file a language.
    case languages(ResourceFormat)
    /// One file with all languages.
    case catalogue(CatalogFormat)
  }

  /// The outcome for a key that occurs twice.
  struct Duplicate {
    var sample: String
    /// The finding in a line, with both places.
    var finding: String
    /// The values of the key `a` that are read.
    var values: [String]
  }

  var writing: Writing
  /// A small file as a person would write it, in English.
  var sample: String
  /// The expected texts.
  var texts: [String: String]
  /// The features that a catalogue loses on the way through the format.
  var loses: Set<Feature>
  /// The code of the error for an empty file; nil for formats in which it is a file without texts.
  var empty: String?
  var duplicate: Duplicate
  /// The page below `Documentation/Formats`.
  var page: String
  /// Keys of the rich catalogue that the format has no place for.
  var leavesOut: Set<String> = []
  /// The format's names for keys of the rich catalogue, where names have rules.
  var renames: [String: String] = [:]
  /// Whether a text that exists and is empty differs from a missing one.
  var keepsEmpty = true
  /// Whether a key may contain a dot.
  var keepsDots = true
  /// Characters that random texts must not contain, since a file of one language does not
  /// distinguish them from arguments.
  var ambiguous = ""
  /// The pieces that mutations insert, beside bytes.
  var tokens: [String]

  /// Whether the format can refuse a file as a whole.
  var canRefuse = true
  /// Files of text have lines, encodings and a byte order mark; a workbook is an archive.
  var isText = true
}

extension FormatContract {
  static let pair = ["a": "First", "größe": "Grüezi 日本"]

  /// The formats with a contract. The files of a store listing contain one text each,
  /// whose key is in their path; `StoreListingTests` tests them.
  static let formats = ReadableFormat.all.filter { $0.store == nil }

  static func of(_ format: ReadableFormat) -> FormatContract? { all[format] }

  private static let all: [ReadableFormat: FormatContract] = [
    .trema: FormatContract(
      writing: .trema,
      sample: """
        <?xml version="1.0" encoding="UTF-8"?>
        <trema masterLang="en">
          <text key="a">
            <context/>
            <value lang="en" status="translated">First</value>
          </text>
          <text key="größe">
            <context/>
            <value lang="en" status="translated">Grüezi 日本</value>
          </text>
        </trema>

        """,
      texts: pair, loses: [], empty: "malformed-xml",
      duplicate: Duplicate(
        sample: """
          <trema masterLang="en">
          <text key="a"><context/><value lang="en">1</value></text>
          <text key="a"><context/><value lang="en">2</value></text></trema>
          """,
        finding: "", values: ["1", "2"]),
      page: "Trema", tokens: ["<", "</text>", "<value", "lang=\"", "{n, plural, other {", "&#0;"]),
    .strings: FormatContract(
      writing: .languages(.strings),
      sample: "/* The first */\n\"a\" = \"First\";\n\n\"größe\" = \"Grüezi 日本\";\n",
      texts: pair,
      loses: [
        .status, .parameters, .maximumLength, .ignoredChecks, .textTags, .textPlatforms, .markup,
        .translatable,
        .array,
        .plural,
        .select,
      ],
      empty: "invalid-property-list",
      duplicate: Duplicate(
        sample: "\"a\" = \"1\";\n\"a\" = \"2\";\n",
        finding:
          "f:2:2: warning: [duplicate-key] key 'a' is defined twice; the last value is used; 1:2: also defined here",
        values: ["2"]),
      page: "Strings", ambiguous: "%",
      tokens: ["\"", "\\", "\\u0041", "/*", "*/", "//", "{", "}", ";", "%", "😀", "="]),
    .stringsdict: FormatContract(
      writing: .languages(.stringsdict),
      sample: """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        \(plural("a", "First", "Firsts"))
        \(plural("größe", "Grüezi", "日本"))
        </dict>
        </plist>

        """,
      texts: [
        "a": "{0, plural, one {First} other {Firsts}}",
        "größe": "{0, plural, one {Grüezi} other {日本}}",
      ],
      loses: [
        .status, .parameters, .maximumLength, .ignoredChecks, .textTags, .textPlatforms, .markup,
        .translatable,
        .array,
        .select,
      ],
      empty: "invalid-property-list",
      duplicate: Duplicate(
        sample:
          "<plist><dict>\n\(plural("a", "1", "1"))\n\(plural("a", "2", "2"))\n</dict></plist>",
        finding:
          "f:6:6: warning: [duplicate-key] key 'a' is defined twice; the last value is used; 2:6: also defined here",
        values: ["{0, plural, one {2} other {2}}"]),
      page: "Stringsdict",
      leavesOut: [
        "plain", "reordered", "guest", "described", "long", "excused", "grouped", "brand", "list.0",
        "list.1",
        "empty", "größe 日本", "quotes", "breaks", "percent", "edges", "markup", "tagged",
        "backslash", "looks",
        "statuses",
      ],
      ambiguous: "\u{FEFF}",
      tokens: ["<dict>", "</dict>", "<key>", "%#@n@", "%", "one", "<string>", "&#0;", "<!--"]),
    .xcstrings: FormatContract(
      writing: .catalogue(.xcstrings),
      sample: """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "a" : {"localizations" : {"en" : {"stringUnit" : {"state" : "translated", "value" : "First"}}}},
            "größe" : {"localizations" : {"en" : {"stringUnit" : {"state" : "translated", "value" : "Grüezi 日本"}}}}
          },
          "version" : "1.0"
        }

        """,
      texts: pair,
      loses: [
        .status, .parameters, .maximumLength, .ignoredChecks, .markup, .array, .select,
      ],
      empty: "invalid-json",
      duplicate: Duplicate(
        sample: "{\"sourceLanguage\":\"en\",\"strings\":{\"a\":{},\n\"a\":{}}}",
        finding:
          "f:2:1: error: [invalid-json] key 'a' is defined twice (first on line 1); 1:35: first defined here",
        values: []),
      page: "XCStrings", ambiguous: "%",
      tokens: ["{", "}", "\"", "[", ",", "\\u0000", "\\ud83d", "%#@n@", "%arg", "null", "1e999"]),
    .android: FormatContract(
      writing: .languages(.android),
      sample: """
        <?xml version="1.0" encoding="utf-8"?>
        <resources>
          <!-- The first -->
          <string name="a">First</string>
          <string name="größe">Grüezi 日本</string>
        </resources>

        """,
      texts: pair,
      loses: [
        .status, .parameters, .maximumLength, .ignoredChecks, .textTags, .textPlatforms, .markup,
        .select,
      ],
      empty: "malformed-xml",
      duplicate: Duplicate(
        sample:
          "<resources>\n<string name=\"a\">1</string>\n<string name=\"a\">2</string></resources>",
        finding:
          "f:3:15: error: [duplicate-key] key 'a' is defined twice; 2:15: first defined here",
        values: ["1"]),
      page: "Android",
      renames: [
        "long": "long_", "list.0": "list.0", "list.1": "list.1",
        "größe 日本": "gru00f6u00dfe_u65e5u672c",
      ], keepsDots: false,
      ambiguous: "%{",
      tokens: [
        "<", "<item>", "</string>", "<plurals name='p'>", "@string/a", "\\u", "%1$d", "&#0;",
      ]
    ),
    .compose: FormatContract(
      writing: .languages(.compose),
      sample: """
        <?xml version="1.0" encoding="utf-8"?>
        <resources>
          <!-- The first -->
          <string name="a">First</string>
          <string name="größe">Grüezi 日本</string>
        </resources>

        """,
      texts: pair,
      loses: [
        .status, .parameters, .maximumLength, .ignoredChecks, .textTags, .textPlatforms, .markup,
        .select,
      ],
      empty: "malformed-xml",
      duplicate: Duplicate(
        sample:
          "<resources>\n<string name=\"a\">1</string>\n<string name=\"a\">2</string></resources>",
        finding:
          "f:3:15: error: [duplicate-key] key 'a' is defined twice; 2:15: first defined here",
        values: ["1"]),
      page: "Compose",
      renames: [
        "long": "long_", "list.0": "list.0", "list.1": "list.1",
        "größe 日本": "gru00f6u00dfe_u65e5u672c",
      ], keepsDots: false,
      ambiguous: "%{",
      tokens: [
        "<", "<item>", "</string>", "<plurals name='p'>", "\\\\", "\\u", "%1$d", "&#0;",
      ]
    ),
    .json: FormatContract(
      writing: .languages(.json),
      sample: "{\n  \"a\": \"First\",\n  \"größe\": \"Grüezi 日本\"\n}\n", texts: pair,
      loses: [
        .status, .context, .parameters, .maximumLength, .ignoredChecks, .textTags, .textPlatforms,
        .markup,
        .translatable,
        .array,
      ],
      empty: "invalid-json",
      duplicate: Duplicate(
        sample: "{\"a\": \"1\",\n\"a\": \"2\"}",
        finding:
          "f:2:1: error: [invalid-json] key 'a' is defined twice (first on line 1); 1:2: first defined here",
        values: []),
      page: "JSON", ambiguous: "{",
      tokens: ["{", "}", "[", "\"", "_other", "_one", "{{", "}}", "\\ud83d", "null", "$t("]),
    .properties: FormatContract(
      writing: .languages(.properties),
      sample: "# The first\na = First\ngr\\u00f6\\u00dfe = Gr\\u00fcezi \\u65e5\\u672c\n",
      texts: pair,
      loses: [
        .status, .parameters, .maximumLength, .ignoredChecks, .textTags, .textPlatforms, .markup,
        .translatable,
        .array,
        .plural,
        .select,
      ],
      empty: nil,
      duplicate: Duplicate(
        sample: "a = 1\na = 2\n",
        finding:
          "f:2:1: warning: [duplicate-key] key 'a' is defined twice; the last value is used; 1:1: first defined here",
        values: ["2"]),
      page: "Properties", ambiguous: "%{",
      tokens: ["\\", "\n", "\r", "{", "}", "'", "\\u00", "#", " =", "{0}"],
      canRefuse: false),
    .arb: FormatContract(
      writing: .languages(.arb),
      sample: """
        {
          "@@locale": "en",
          "a": "First",
          "@a": {"description": "The first"},
          "größe": "Grüezi 日本"
        }

        """,
      texts: pair,
      loses: [.status, .maximumLength, .ignoredChecks, .markup, .translatable, .array],
      empty: "invalid-json",
      duplicate: Duplicate(
        sample: "{\"@@locale\": \"en\", \"a\": \"1\",\n\"a\": \"2\"}",
        finding:
          "f:2:1: error: [invalid-json] key 'a' is defined twice (first on line 1); 1:20: first defined here",
        values: []),
      page: "ARB", tokens: ["{", "}", "'", "#", "@a", "\"", "plural,", "other{", "@@", "\\ud83d"]),
    .po: FormatContract(
      writing: .languages(.po),
      sample: """
        msgid ""
        msgstr ""
        "Language: de\\n"
        "X-Source-Language: en\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"

        msgctxt "a"
        msgid "First"
        msgstr "Erster"

        msgctxt "größe"
        msgid "Grüezi 日本"
        msgstr ""

        """,
      texts: pair, loses: [.select, .markup], empty: nil,
      duplicate: Duplicate(
        sample: """
          msgid ""
          msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"

          msgctxt "a"
          msgid "1"
          msgstr "1"

          msgctxt "a"
          msgid "1"
          msgstr "2"

          """,
        finding:
          "f:8:1: error: [duplicate-key] the message 'a' is defined twice; 4:1: first defined here",
        values: []),
      page: "PO", keepsEmpty: false,
      tokens: ["\"", "\\", "\n", "#", "msgid", "msgstr[0]", "msgctxt", "plural=", "~"]),
    .xliff: FormatContract(
      writing: .languages(.xliff),
      sample: """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
          <file original="Texts" source-language="en" target-language="de" datatype="plaintext">
            <body>
              <trans-unit id="a"><source>First</source><target>Erster</target></trans-unit>
              <trans-unit id="größe"><source>Grüezi 日本</source></trans-unit>
            </body>
          </file>
        </xliff>

        """,
      texts: pair, loses: [.markup], empty: "malformed-xml",
      duplicate: Duplicate(
        sample: """
          <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><file original="t" \
          source-language="en" target-language="de" datatype="plaintext"><body>
          <trans-unit id="a"><source>1</source></trans-unit>
          <trans-unit id="a"><source>2</source></trans-unit></body></file></xliff>
          """,
        finding:
          "f:3:1: error: [duplicate-key] unit 'a' is defined twice in this file; 2:1: first defined here",
        values: ["1"]),
      page: "XLIFF", keepsEmpty: false,
      tokens: ["<source>", "</target>", "<g id='1'>", "<unit", "final", "d1", "&#0;", "%#@n@"]),
    .csv: table(
      .csv, "Key,Context,en\na,The first,First\ngröße,,Grüezi 日本\n", "Key,en\na,1\na,2\n"),
    .tsv: table(
      .tsv, "Key\tContext\ten\na\tThe first\tFirst\ngröße\t\tGrüezi 日本\n", "Key\ten\na\t1\na\t2\n"),
    .twine: FormatContract(
      writing: .catalogue(.twine),
      sample: """
        [[General]]
        \t[a]
        \t\ten = First
        \t\ttags = ios,android
        \t\tcomment = The first
        \t[größe]
        \t\ten = Grüezi 日本

        """,
      texts: pair,
      loses: [
        .status, .parameters, .maximumLength, .ignoredChecks, .textPlatforms, .markup,
        .translatable,
        .array, .plural, .select,
      ],
      empty: nil,
      duplicate: Duplicate(
        sample: "[a]\nen = 1\n[a]\nen = 2\n",
        finding:
          "f:3:1: warning: [duplicate-key] key 'a' is defined twice; the last values are used; 1:1: first defined here",
        values: ["2"]),
      page: "Twine", ambiguous: "%",
      tokens: ["[", "]]", "[[", "`", "=", "\n", "tags = a,b", "ref = a", "comment =", "\\", "[a]"]),
    .xlsx: table(
      .xlsx, "Key,Context,en\na,The first,First\ngröße,,Grüezi 日本\n", "Key,en\na,1\na,2\n"),
  ]

  private static func plural(_ key: String, _ one: String, _ other: String) -> String {
    """
    <key>\(key)</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
    <key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
    <key>NSStringFormatValueTypeKey</key><string>d</string>
    <key>one</key><string>\(one)</string><key>other</key><string>\(other)</string></dict></dict>
    """
  }

  private static func table(
    _ format: CatalogFormat, _ sample: String, _ duplicate: String
  ) -> FormatContract {
    FormatContract(
      writing: .catalogue(format), sample: sample, texts: pair, loses: [.markup],
      empty: format == .xlsx ? "invalid-zip" : "missing-column",
      duplicate: Duplicate(
        sample: duplicate,
        finding: format == .xlsx
          ? "f: error: [duplicate-key] Texts!A3: key 'a' is defined twice (first in Texts!A2)"
          : "f:3:1: error: [duplicate-key] key 'a' is defined twice (first on line 2); 2:1: first defined here",
        values: ["1"]),
      page: format == .xlsx ? "XLSX" : "CSV",
      tokens: ["\"", ",", ";", "\t", "\r\n", "Key", "Status (de)", "Master", "sep=;\n", "-"],
      isText: format != .xlsx)
  }

  /// Returns the format's name for a key of a catalogue.
  func name(_ key: String) -> String {
    renames[key] ?? (keepsDots ? key : key.replacing(".", with: "_"))
  }

  /// The bytes of a file that is given as text; for a workbook, the text is that of its sheet.
  func file(_ text: String) throws -> [UInt8] {
    if isText { return Array(text.utf8) }
    let table = try CSVReader().decode(Array(text.utf8), file: "")
    return try Workbook(sheets: [Workbook.Sheet(name: "Texts", table: table)]).encode(file: "")
  }
}
