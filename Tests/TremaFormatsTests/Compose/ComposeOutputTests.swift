import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct ComposeOutputTests {
  private struct Written {
    var body: String
    var losses: [[Feature]] = []
    var problems: [Diagnostic] = []
  }

  private static func write(_ texts: [Text], _ language: String = "en") throws -> Written {
    let master = try #require(LanguageTag("en"))
    let file = FileDescription(
      source: "a.trm", table: "t", language: try #require(LanguageTag(language)),
      defaultLanguage: master)
    var writer = ResourceFormat.compose.writer(file)
    var bytes: [UInt8] = []
    var written = Written(body: "")
    writer.begin(into: &bytes)
    for text in texts {
      let outline = TextOutline(text, annotations: Annotations(text.context), master: "en")
      if let index = text.index(ofLanguage: language) {
        writer.append(Entry(text, at: index, outline), into: &bytes)
      } else {
        writer.appendMissing(text.key, outline, into: &bytes)
      }
      written.losses.append(writer.takeLosses())
      written.problems += writer.takeProblems()
    }
    writer.end(into: &bytes)
    written.body = AndroidSamples.body(bytes)
    return written
  }

  @Test func `only a few characters are escaped`() throws {
    let written = try Self.write([
      AndroidSamples.text("app.name", context: "The name -- of it", ["en": "It's \"x\" @a ?b"]),
      AndroidSamples.text("b", ["en": "  a  b\\n\\tc\\\\n \\u0000\u{7F}"]),
      AndroidSamples.text("class", ["en": "<b>&</b> 😀 שלום"]),
      AndroidSamples.text("c", context: "@translatable false", ["en": ""]),
      AndroidSamples.text("d", ["en": "100% sure, %%1$s"]),
      AndroidSamples.text("e", ["en": "%@: %li %%, 5%%%d"]),
      AndroidSamples.text("f", ["en": "%2$@ %1$d %1$d%%"]),
    ])
    #expect(
      written.body == #"""
            <!-- The name - - of it -->
            <string name="app_name">It's "x" @a ?b</string>
            <string name="b">  a  b\n\tc\\n \\u0000\u007f</string>
            <string name="class_">&lt;b&gt;&amp;&lt;/b&gt; 😀 שלום</string>
            <string name="c" translatable="false"></string>
            <string name="d">100% sure, %1$s</string>
            <string name="e">%1$s: %2$d %, 5%%3$d</string>
            <string name="f">%2$s %1$d %1$d%</string>

        """#)
    #expect(written.problems.isEmpty && written.losses.allSatisfy(\.isEmpty))
  }

  @Test func `a plural without number formats becomes plurals`() throws {
    let days = AndroidSamples.text(
      "days",
      [
        "en": "{count, plural, =1 {one day} other {# days of {name}}}: 50%",
        "pl": "{count, plural, one {# dzień} few {# dni} many {%1$d dni} other {{count} dnia}}",
        "ja": "あと%1$d日",
      ])
    let english = try Self.write([days])
    #expect(
      english.body == """
            <plurals name="days">
                <item quantity="one">one day: 50%</item>
                <item quantity="other">%1$d days of %2$s: 50%</item>
            </plurals>

        """)
    #expect(english.losses == [[]])
    #expect(try Self.write([days], "pl").body.contains("<item quantity=\"other\">%1$d dnia</item>"))
    #expect(
      try Self.write([days], "ja").body == """
            <plurals name="days">
                <item quantity="other">あと%1$d日</item>
            </plurals>

        """)
  }

  @Test(arguments: [
    ("{who, select, female {She} other {They}}", Feature.select),
    ("{n, selectordinal, one {#st} other {#th}}", .plural),
    ("{n, plural, other {%2$.1f}}", .plural),
    ("{n, plural, other {{d, date}}}", .plural), ("{n, plural, other {{d, number}}}", .plural),
    ("{n, plural, =5 {five} other {#}}", .plural),
    ("{n, plural, other {#}} {m, plural, other {#}}", .plural),
  ])
  func `other messages are written in ICU syntax, which is a loss`(
    source: String, loss: Feature
  ) throws {
    let written = try Self.write([AndroidSamples.text("a", ["en": source])])
    #expect(written.losses == [[loss]])
    #expect(written.body.hasPrefix("    <string name=\"a\">{0, "))
  }

  @Test func `text that would be replaced by an argument is not written`() throws {
    let written = try Self.write([
      AndroidSamples.text("a", ["en": "%%1$s %1$@"]),
      AndroidSamples.text("b", ["en": "{n, plural, one {%%2$d} other {#}}"]),
      AndroidSamples.text("c", ["en": "%%1$x %%$s %1$@"]),
    ])
    #expect(written.body == "    <string name=\"c\">%1$x %$s %1$s</string>\n")
    #expect(
      written.problems.map { "\($0.severity) [\($0.code)] \($0.message); \($0.hint ?? "")" } == [
        "error [unsupported-placeholder] '%1$s' in the 'en' value of 'a' is text, but Compose Multiplatform would replace it with an argument; rephrase the text without '%', digits and '$' in a row",
        "error [unsupported-placeholder] '%2$d' in the 'en' value of 'b' is text, but Compose Multiplatform would replace it with an argument; rephrase the text without '%', digits and '$' in a row",
      ])
  }

  @Test func `an array has the original of an item that is not translated`() throws {
    let texts = [
      AndroidSamples.text("day.0", context: "@array", ["en": "Mo'\\\\", "de": "Montag"]),
      AndroidSamples.text("day.1", context: "@array", ["en": "Tu"]),
    ]
    #expect(
      try Self.write(texts, "de").body == """
            <string-array name="day">
                <item>Montag</item>
                <item>Tu</item>
            </string-array>

        """)
    #expect(try Self.write(texts).body.contains("<item>Mo'\\\\</item>"))
  }

  @Test(arguments: [
    ("en", "values"), ("de", "values-de"), ("pt-BR", "values-pt-rBR"), ("he", "values-he"),
    ("id", "values-id"), ("fil", "values-fil"), ("zh-Hans", "values-b+zh+Hans"),
    ("es-419", "values-b+es+419"),
  ])
  func `a folder name has the current code of its language`(tag: String, folder: String) throws {
    let file = FileDescription(
      source: "a", table: "t", language: try #require(LanguageTag(tag)),
      defaultLanguage: try #require(LanguageTag("en")))
    #expect(ResourceFormat.compose.paths(file) == ["\(folder)/strings.xml"])
  }
}
