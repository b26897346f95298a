import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaTestSupport

@Suite struct AndroidPluralTests {
  private func text(_ key: String, _ context: String, _ values: [String: String]) -> Text {
    AndroidSamples.text(key, context: context, values)
  }

  private func file(_ texts: [Text], _ language: String) throws -> (body: String, [[Feature]]) {
    let (bytes, losses) = AndroidSamples.file(texts, try #require(LanguageTag(language)))
    return (AndroidSamples.body(bytes), losses)
  }

  @Test
  func `a plural becomes plurals, with the surrounding text in each item`() throws {
    let days = text(
      "days", "Days left",
      [
        "en": "You have {count, plural, =1 {one day} other {# days}} left, {name}: 50%",
        "pl": "{count, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}, {name}",
        "ja": "あと%1$d日",
      ])
    let english = try file([days], "en")
    #expect(
      english.body == """
            <!-- Days left -->
            <plurals name="days">
                <item quantity="one">You have one day left, %2$s: 50%%</item>
                <item quantity="other">You have %1$,d days left, %2$s: 50%%</item>
            </plurals>

        """)
    #expect(english.1 == [[]])
    #expect(
      try file([days], "pl").body == """
            <!-- Days left -->
            <plurals name="days">
                <item quantity="one">%1$,d dzień, %2$s</item>
                <item quantity="few">%1$,d dni, %2$s</item>
                <item quantity="many">%1$,d dni, %2$s</item>
                <item quantity="other">%1$,d dnia, %2$s</item>
            </plurals>

        """)
    #expect(
      try file([days], "ja").body == """
            <!-- Days left -->
            <plurals name="days">
                <item quantity="other">あと%1$d日</item>
            </plurals>

        """)
  }

  @Test func `number styles and placeholder flags are converted to Java's`() throws {
    let texts = [
      text(
        "a", "",
        [
          "en":
            "{n, plural, other {{n} {n, number} {m, number, integer} {o, number, 0.00} {p, number, #,##0.0} %5$-8@ %6$+d}}"
        ])
    ]
    #expect(
      try file(texts, "en").body == """
            <plurals name="a">
                <item quantity="other">%1$,d %1$,d %2$,d %3$.2f %4$,.1f %5$-8s %6$+d</item>
            </plurals>

        """)
  }

  @Test(arguments: [
    ("{n, plural, one {a} other {{d, date}}}", Feature.plural),
    ("{n, plural, one {a} other {{r, number, percent}}}", .plural),
    ("{n, plural, one {a} other {{r, number}}}", .plural),
    ("{n, plural, one {# {n, number, 0.0}} other {#}}", .plural),
    ("{n, plural, offset:1 one {a} other {#}}", .plural),
    ("{n, plural, =5 {a} other {#}}", .plural),
    ("{n, selectordinal, one {#st} other {#th}}", .plural),
    ("{n, plural, other {{m, plural, other {#}}}}", .plural),
    ("{n, plural, other {#}} {m, plural, other {#}}", .plural),
    ("{g, select, female {she} other {they}}", .select),
    ("{g, select, female {{n, plural, other {#}}} other {they}}", .select),
  ])
  func `messages that Java cannot express are written in ICU syntax in every language`(
    source: String, loss: Feature
  ) throws {
    let texts = [text("a", "", ["en": source, "pl": "{n, plural, one {a} other {#}} it's {"])]
    let (body, losses) = try file(texts, "en")
    #expect(body.contains("<string name=\"a\">{0, "))
    #expect(losses == [[loss]])
    let other = [text("a", "", ["en": source, "de": "it's {} %1$d 100%%"])]
    let (german, _) = try file(other, "de")
    #expect(german.contains("<string name=\"a\">it\\'\\'s \\'{}\\' {0, number,0} 100%</string>"))
  }

  @Test func `one value that Java cannot express makes all languages ICU messages`() throws {
    let texts = [
      text(
        "a", "",
        [
          "en": "{n, plural, one {a} other {#}}",
          "pl": "{n, plural, one {a} other {{d, date}}}",
        ])
    ]
    #expect(
      try file(texts, "en").body
        == "    <string name=\"a\">{0, plural, one {a} other {#}}</string>\n")
  }

  @Test func `percent signs in an ICU message are literal`() throws {
    let texts = [
      text("a", "", ["en": "{g, select, a {50%  80%} other {%2$@ %%}}"]),
      text("b", "", ["en": "{g, select, other {%2$d}}"]),
    ]
    let (body, losses) = try file(texts, "en")
    #expect(
      body == """
            <string name="a" formatted="false">"{0, select, a {50%  80%} other {{1} %}}"</string>
            <string name="b">{0, select, other {{1, number,0}}}</string>

        """)
    #expect(losses == [[.select], [.select]])
  }

  // MARK: Arrays

  @Test func `texts with @array and indices from 0 become one string-array`() throws {
    let texts = [
      text("day.0", "The first\n@array", ["en": "Monday", "pl": "poniedziałek"]),
      text("day.1", "@array", ["en": "@Tuesday", "pl": "wtorek"]),
      text("day.2", "@array", ["en": ""]),
      text("other", "", ["en": "other", "pl": "inny"]),
    ]
    let (english, losses) = try file(texts, "en")
    #expect(
      english == """
            <string-array name="day">
                <!-- The first -->
                <item>Monday</item>
                <item>\\@Tuesday</item>
                <item></item>
            </string-array>
            <string name="other">other</string>

        """)
    #expect(losses == [[], [], [], []])
  }

  @Test func `an item without a translation has the text of the master language`() throws {
    let texts = [
      text("a.0", "@array", ["en": "zero"]), text("a.1", "@array", ["en": "one", "pl": "jeden"]),
      text("a.2", "@array", ["en": "two"]), text("b.0", "@array", ["en": "only"]),
    ]
    let (body, losses) = try file(texts, "pl")
    #expect(
      body == """
            <string-array name="a">
                <item>zero</item>
                <item>jeden</item>
                <item>two</item>
            </string-array>

        """)
    #expect(losses == [[], [], [], []])
  }

  @Test func `an array with a missing item is omitted and falls back to the default language`()
    throws
  {
    let texts = [
      text("a.0", "@array", ["en": "zero", "pl": "zero"]), text("a.1", "@array", ["de": "eins"]),
    ]
    let (body, losses) = try file(texts, "pl")
    #expect(body.isEmpty)
    #expect(losses == [[], [.array]])
  }

  @Test func `array items out of order become strings, which is a loss`() throws {
    let texts = [
      text("a.1", "@array", ["en": "one"]), text("a.0", "@array", ["en": "zero"]),
      text("a.2", "@array", ["en": "two"]), text("b", "@array", ["en": "b"]),
      text("c.00", "@array", ["en": "c"]), text("d_0", "@array", ["en": "d"]),
    ]
    let (body, losses) = try file(texts, "en")
    #expect(
      body == """
            <string name="a_1">one</string>
            <string-array name="a">
                <item>zero</item>
            </string-array>
            <string name="a_2">two</string>
            <string name="b">b</string>
            <string name="c_00">c</string>
            <string name="d_0">d</string>

        """)
    #expect(losses == [[.array], [], [.array], [.array], [.array], [.array]])
  }

  @Test func `an untranslated array is only in the default language`() throws {
    let texts = [
      text("a.0", "@array\n@translatable false", ["en": "zero", "pl": "zero"]),
      text("a.1", "@array", ["en": "one", "pl": "jeden"]),
    ]
    #expect(
      try file(texts, "en").body == """
            <string-array name="a" translatable="false">
                <item>zero</item>
            </string-array>
            <string name="a_1">one</string>

        """)
    #expect(try file(texts, "pl").body == "    <string name=\"a_1\">jeden</string>\n")
  }
}
