import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct StringsdictTests {
  private static let days: [String: String] = [
    "en": "{count, plural, =0 {no days} one {# day} other {# days}} left, {name}",
    "pl": "{count, plural, one {# dzień} few {# dni} many {# dni!} other {# dnia}}, {name}",
    "ar": "{count, plural, zero {z} one {o} two {t} few {f#} many {m#} other {x#}} {name}",
    "ja": "{name}、あと{count, plural, other {#日}}",
  ]

  private static let shown: [String: [String]] = [
    "en": [
      "no days left, Ann", "1 day left, Ann", "2 days left, Ann", "3 days left, Ann",
      "5 days left, Ann", "11 days left, Ann", "21 days left, Ann", "100 days left, Ann",
    ],
    "pl": [
      "0 dni!, Ann", "1 dzień, Ann", "2 dni, Ann", "3 dni, Ann", "5 dni!, Ann", "11 dni!, Ann",
      "21 dni!, Ann", "100 dni!, Ann",
    ],
    "ar": ["z Ann", "o Ann", "t Ann", "f3 Ann", "f5 Ann", "m11 Ann", "m21 Ann", "x100 Ann"],
    "ja": [
      "Ann、あと0日", "Ann、あと1日", "Ann、あと2日", "Ann、あと3日", "Ann、あと5日", "Ann、あと11日", "Ann、あと21日",
      "Ann、あと100日",
    ],
  ]

  @Test(arguments: ["en", "pl", "ar", "ja"])
  func `the output shows the same text for every number`(_ language: String) throws {
    let text = AppleSamples.text(
      "days", Self.days, context: "Left over\n@param 1 count\n@param 2 name")
    let written = AppleSamples.write([text], .stringsdict, language: language)
    #expect(written.losses == ["days: parameters"])
    #expect(try Self.foundation(written.bytes)["days"] != nil)
    let read = try AppleSamples.read(written.bytes, as: .stringsdict, language: language)
    #expect(read.diagnostics.isEmpty)
    #expect(read.texts.map { $0.context?.text } == ["Left over\n@param 1 count"])
    let message = try #require(read.texts.first?.values.first?.message)
    let found = AppleSamples.numbers.map {
      message.formatted(with: [$0, "Ann"], in: .plain(LanguageTag(language))).text
    }
    #expect(found == Self.shown[language])
  }

  private static func foundation(_ bytes: [UInt8]) throws -> [String: Any] {
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    return try #require(list as? [String: Any])
  }

  @Test func `a file has Xcode's layout`() throws {
    let texts = [
      AppleSamples.text(
        "a<b", ["en": "{n, plural, one {%d day & #} other {# days}} >"],
        context: "Two -- hyphens\n-"),
      AppleSamples.text("plain", ["en": "Plain"]),
      AppleSamples.text("select", ["en": "{who, select, other {x}}"]),
      AppleSamples.text("exact", ["en": "{n, plural, =5 {x} other {y}}"]),
      AppleSamples.text("control", ["en": "{n, plural, other {\\u0001}}"]),
    ]
    let written = AppleSamples.write(texts, .stringsdict, language: "en")
    #expect(written.losses == ["select: select", "exact: plural", "control: plural"])
    #expect(
      String(decoding: written.bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <!-- Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file. -->
        <plist version="1.0">
        <dict>
        \t<!-- Two - - hyphens
        \t     - -->
        \t<key>a&lt;b</key>
        \t<dict>
        \t\t<key>NSStringLocalizedFormatKey</key>
        \t\t<string>%1$#@n@ &gt;</string>
        \t\t<key>n</key>
        \t\t<dict>
        \t\t\t<key>NSStringFormatSpecTypeKey</key>
        \t\t\t<string>NSStringPluralRuleType</string>
        \t\t\t<key>NSStringFormatValueTypeKey</key>
        \t\t\t<string>ld</string>
        \t\t\t<key>one</key>
        \t\t\t<string>%2$d day &amp; %1$ld</string>
        \t\t\t<key>other</key>
        \t\t\t<string>%1$ld days</string>
        \t\t</dict>
        \t</dict>
        </dict>
        </plist>

        """)
  }

  @Test func `a file without plurals is an empty dictionary`() throws {
    let written = AppleSamples.write(
      [AppleSamples.text("a", ["en": "A"])], .stringsdict, language: "en")
    #expect(try Self.foundation(written.bytes).isEmpty)
    #expect(try AppleSamples.read(written.bytes, as: .stringsdict).texts.isEmpty)
  }

  @Test func `strings omits exactly the texts of the stringsdict file`() throws {
    let texts = [
      AppleSamples.text("plural", ["en": "{n, plural, other {#}}"]),
      AppleSamples.text("exact", ["en": "{n, plural, =5 {x} other {y}}"]),
      AppleSamples.text("select", ["en": "{w, select, other {{n, plural, other {#}}}}"]),
      AppleSamples.text("plain", ["en": "Plain"]),
      AppleSamples.text("control", ["en": "{n, plural, other {\\u0001}}"]),
    ]
    let beside = AppleSamples.write(texts, .strings, language: "en", hasPluralFile: true)
    #expect(beside.losses == ["exact: plural", "select: select", "control: plural"])
    #expect(
      try AppleSamples.read(beside.bytes).texts.map(\.key) == [
        "exact", "select", "plain", "control",
      ])
    let alone = AppleSamples.write(texts, .strings, language: "en")
    #expect(
      alone.losses == ["plural: plural", "exact: plural", "select: select", "control: plural"])
    #expect(try AppleSamples.read(alone.bytes).texts.count == 5)
  }

  @Test func `a numeric argument is never formatted as an object`() throws {
    let text = AppleSamples.text("a", ["en": "{n}: {n, plural, one {{n} day} other {{n} days}}"])
    let written = AppleSamples.write([text], .stringsdict, language: "en")
    #expect(!String(decoding: written.bytes, as: UTF8.self).contains("$@"))
    let value = try AppleSamples.read(written.bytes, as: .stringsdict).texts[0].values[0]
    #expect(value.source == "%1$ld: {0, plural, one {# day} other {# days}}")
    let message = value.message
    #expect(message.formatted(with: [1], in: .plain(LanguageTag("en"))).text == "1: 1 day")
  }

  // MARK: Reading

  private static func file(_ content: String) -> String {
    "<plist version=\"1.0\"><dict>\n<key>k</key>\(content)\n</dict></plist>"
  }

  private static func plural(
    _ format: String = "%#@n@", _ forms: String = "<key>other</key><string>%d</string>",
    rule: String = "NSStringPluralRuleType", type: String = "d"
  ) -> String {
    file(
      "<dict><key>NSStringLocalizedFormatKey</key><string>\(format)</string>\n<key>n</key><dict>"
        + "<key>NSStringFormatSpecTypeKey</key><string>\(rule)</string>\n"
        + "<key>NSStringFormatValueTypeKey</key><string>\(type)</string>\n\(forms)</dict></dict>")
  }

  private static let table: [(file: String, findings: [String])] = [
    (plural(), []),
    (
      plural("%#@n@", "<key>one</key><string>x</string>"),
      [
        "3:6: error: [missing-other] the variable 'n' has no form for 'other' (add it; every language requires one)"
      ]
    ),
    (
      plural("%#@n@", "<key>othr</key><string>x</string><key>other</key><string>y</string>"),
      [
        "5:6: warning: [unknown-category] unknown plural category 'othr', which is never selected (did you mean 'other'?)"
      ]
    ),
    (
      plural(rule: "NSStringGenderRuleType"),
      [
        "3:63: error: [unknown-rule] unknown rule 'NSStringGenderRuleType' of the variable 'n' (use NSStringPluralRuleType, the only rule for variables)"
      ]
    ),
    (
      plural("Left: %#@m@"),
      [
        "2:70: error: [unknown-variable] unknown variable 'm' (did you mean 'n'?)"
      ]
    ),
    (
      plural("Left: %d"),
      [
        "3:6: warning: [unused-variable] the text does not use the variable 'n' (add %#@n@ to the text, or remove the variable)"
      ]
    ),
    (
      plural(type: "%d"),
      [
        "4:46: warning: [invalid-value-type] the value type '%d' of the variable 'n' is not a number conversion (use d, ld, lu or f, without a percent sign)"
      ]
    ),
    (
      plural("%#@n@", "<key>other</key><string>%#@n@</string>"),
      [
        "5:25: error: [recursive-variable] the variable 'n' refers to itself (replace the reference with its text)"
      ]
    ),
    (
      plural("%120$#@n@"),
      [
        "2:64: error: [invalid-format] a variable in 'k' has an argument number that is too large (number the arguments from 1 to 99)"
      ]
    ),
    (
      plural("%#@n@", "<key>other</key><integer>5</integer>"),
      [
        "5:26: error: [unexpected-value] 'other' of the variable 'n' must be a string, not an integer (replace it with a string)"
      ]
    ),
    (
      file("<array/>"),
      [
        "2:13: error: [unexpected-value] 'k' must be a dictionary, not an array (use a dictionary with NSStringLocalizedFormatKey)"
      ]
    ),
    (
      file("<dict/>"),
      [
        "2:13: error: [missing-format] 'k' has no NSStringLocalizedFormatKey (add the text, with %#@name@ for each variable)"
      ]
    ),
    (
      file("<string>a</string><key>k</key><string>b</string>"),
      [
        "2:36: warning: [duplicate-key] key 'k' is defined twice; the last value is used (rename or remove one of them); 2:6: also defined here"
      ]
    ),
  ]

  @Test(arguments: table.indices) func `malformed entries are reported with a location`(
    _ index: Int
  ) {
    let (file, findings) = Self.table[index]
    #expect(AppleSamples.findings(file, as: .stringsdict) == findings)
  }

  @Test func `variable names become the names of their arguments`() throws {
    let list: [String: Any] = [
      "k": [
        "NSStringLocalizedFormatKey": "%2$#@files@ in %1$#@folders@ of %3$@",
        "files": [
          "NSStringFormatSpecTypeKey": "NSStringPluralRuleType", "NSStringFormatValueTypeKey": "d",
          "zero": "nothing", "one": "a file", "other": "%2$d files",
        ],
        "folders": [
          "NSStringFormatSpecTypeKey": "NSStringPluralRuleType", "NSStringFormatValueTypeKey": "d",
          "one": "a folder", "other": "%1$d folders",
        ],
      ]
    ]
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: list, format: format, options: 0)
      let text = try AppleSamples.read([UInt8](data), as: .stringsdict).texts[0]
      #expect(text.context?.text == "@param 1 folders\n@param 2 files")
      let value = text.values[0]
      #expect(
        value.source
          == "{1, plural, =0 {nothing} one {a file} other {%2$d files}} in "
          + "{0, plural, one {a folder} other {%1$d folders}} of %3$@")
      #expect(value.issues.isEmpty)
    }
  }

  @Test func `the widest variant is used, or the one for other devices`() throws {
    let file = """
      <plist><dict>
      <key>w</key><dict><key>NSStringVariableWidthRuleType</key><dict>
      <key>5</key><string>Hi</string><key>20</key><string>Hello</string></dict></dict>
      <key>d</key><dict><key>NSStringDeviceSpecificRuleType</key><dict>
      <key>mac</key><string>Click</string><key>other</key><string>Tap</string></dict></dict>
      <key>s</key><string>100 % %d</string>
      </dict></plist>
      """
    let reading = try AppleSamples.read(file, as: .stringsdict)
    #expect(reading.texts.map { $0.values[0].source } == ["Hello", "Tap", "100 %% %d"])
    #expect(reading.losses[.variation]?.count == 2)
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func `exponentially nested variables are rejected before they are expanded`() {
    let names = (0..<9).map { "v\($0)" }
    let variables = names.enumerated().map { index, name in
      let inner = index + 1 < names.count ? String(repeating: "%#@v\(index + 1)@", count: 30) : "x"
      return "<key>\(name)</key><dict><key>NSStringFormatSpecTypeKey</key>"
        + "<string>NSStringPluralRuleType</string><key>other</key><string>\(inner)</string></dict>"
    }
    for format in ["%#@v0@", "%#@v4@"] {
      let file = Self.file(
        "<dict><key>NSStringLocalizedFormatKey</key><string>\(format)</string>"
          + variables.joined() + "</dict>")
      let codes = AppleSamples.findings(file, as: .stringsdict).filter { $0.contains("error") }
      #expect(codes.count == 1)
      #expect(codes[0].contains(format == "%#@v0@" ? "recursive-variable" : "size-limit"))
    }
  }

  @Test func `damaged files are read or rejected with a location`() {
    let sample = Self.plural(
      "%1$#@n@ %2$@", "<key>zero</key><string>none</string><key>other</key><string>%1$d</string>")
    let tokens = [
      "%#@n@", "%1$#@n@", "%99$#@n@", "%#@", "<dict>", "</dict>", "<key>m</key>", "other",
      "{0, plural, other {", "<string>", "&amp;", "%", "\u{0}", "<!-- -->", "<integer>1</integer>",
    ]
    var read = 0
    for bytes in AppleSamples.mutations(of: sample, tokens: tokens, seed: 9) {
      do throws(Diagnostic) {
        let reading = try AppleSamples.read(bytes, as: .stringsdict)
        read += reading.texts.isEmpty ? 0 : 1
        #expect(reading.diagnostics.allSatisfy { $0.location?.start != nil })
      } catch {
        #expect(error.location?.start != nil)
      }
    }
    #expect(read > 300)
  }
}
