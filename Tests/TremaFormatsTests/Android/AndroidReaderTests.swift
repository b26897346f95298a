import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct AndroidReaderTests {
  private func read(_ document: String, language: String = "en") throws -> FormatReading {
    try ReadableFormat.android.read(
      Array(document.utf8), ReadingOptions(file: "strings.xml", language: language))
  }

  private func readBody(_ body: String, language: String = "en") throws -> FormatReading {
    try read("<resources>\n\(body)\n</resources>", language: language)
  }

  /// The keys and the values, as a catalogue spells them.
  private func texts(_ reading: FormatReading) -> [String] {
    reading.texts.map { "\($0.key)=\($0.values.map(\.source).joined(separator: "|"))" }
  }

  private func printed(_ reading: FormatReading) -> [String] {
    reading.diagnostics.map { diagnostic in
      let start = diagnostic.location?.start
      let place = start.map { "\($0.line):\($0.column): " } ?? ""
      let related = diagnostic.related.map { related in
        " (\(related.location.start?.line ?? 0):\(related.location.start?.column ?? 0))"
      }
      return "\(place)\(diagnostic.severity): [\(diagnostic.code)] \(diagnostic.message)"
        + related.joined()
    }
  }

  // MARK: Texts

  @Test(arguments: [
    ("  a \n  b\t c ", "a b c"), ("\"  a  b \"", "  a  b "), ("it\\'s \"it's\"", "it's it's"),
    ("a\\nb\\tc\\\\", "a\\nb\\tc\\\\"), ("\\u00e9\\@\\?\\#", "é@?#"), ("\\@a", "@a"), ("", ""),
    ("\"\"", ""), ("a\u{A0} b", "a\u{A0} b"), ("a &lt;b> &amp; &#65;", "a <b> & A"),
    ("<![CDATA[<b>it\\'s</b>]]>", "<b>it's</b>"), ("a<!-- c -->b", "ab"), ("#fff", "#fff"),
    ("@ foo", "@ foo"), ("@foo", "@foo"), ("@@", "@@"), ("?", "?"),
    ("%1$s of %2$d", "%1$@ of %2$d"),
    ("50%", "50%"), ("%d%%", "%d%%"), ("{0} {a}", "{0} {a}"),
    ("{0, plural, one {# d\\'\\'or} other {#%}}", "{0, plural, one {# d''or} other {#%}}"),
  ])
  func `a text is what an app would get at run time`(content: String, source: String) throws {
    let reading = try readBody("<string name=\"a\">\(content)</string>")
    #expect(texts(reading) == ["a=\(source)"])
    #expect(printed(reading).isEmpty)
    #expect(Set(reading.losses.losses.keys).isSubset(of: [.appMessage]))
  }

  @Test func `attributes of an element become annotations`() throws {
    let reading = try readBody(
      """
      <!-- Title of
           the dialog -->
      <string name="a" translatable="false" description="More.">x</string>
      <string name="b" formatted="false">50% a, 60% b</string>
      <item type="string" name="c">c</item>
      <eat-comment/><skip/>
      <!-- Days -->
      <string-array name="days"><item>Mo</item><!-- second --><item>Tu</item></string-array>
      """)
    #expect(texts(reading) == ["a=x", "b=50% a, 60% b", "c=c", "days.0=Mo", "days.1=Tu"])
    #expect(
      reading.texts.map { $0.context?.text ?? "" } == [
        "Title of\nthe dialog\nMore.\n@translatable false", "", "", "Days\n@array",
        "second\n@array",
      ])
    #expect(reading.texts[0].values[0].language == "en")
    #expect(reading.losses.isEmpty)
    #expect(printed(reading).isEmpty)
  }

  @Test func `placeholders are recognised in texts with formatted="false"`() throws {
    let reading = try readBody(
      """
      <string name="two" formatted="false">%s and %d 100%</string>
      <string name="plain" formatted="false">50% a, 60% b %%</string>
      <string name="escaped" formatted="false">\\u0025s and \\u0025d %s</string>
      <plurals name="many" formatted="false"><item quantity="other">%d of %s</item></plurals>
      """)
    #expect(
      texts(reading) == [
        "two=%@ and %d 100%%", "plain=50%% a, 60%% b %%%%", "escaped=%%s and %%d %@",
        "many={0, plural, other {%d of %@}}",
      ])
    #expect(
      printed(reading) == [
        "2:38: warning: [unescaped-percent] the text contains an unescaped percent sign next to a placeholder"
      ])
  }

  @Test(arguments: ["%%s and %%d", "%%%% %%%%d", "50% a, 60% b", "%%1$s%%%%n", "\\\\%%d%%d"])
  func `plain text with several percent signs survives a round trip`(source: String) throws {
    let value = Value(language: "en", source: source)
    let text = Text(key: "a", values: [value])
    let bytes = written([text], .android, in: TranslatedTexts.master)
    let reading = try ReadableFormat.android.read(
      bytes, ReadingOptions(file: "strings.xml", language: "en"))
    #expect(printed(reading).isEmpty)
    #expect(reading.texts.map { $0.values[0].message } == [value.message])
  }

  @Test func `conversions without an argument need no number`() throws {
    let reading = try readBody("<string name=\"a\">%1$tY-%1$tm %n</string>")
    #expect(reading.texts[0].values[0].issues.isEmpty)
    #expect(printed(reading).isEmpty)
  }

  @Test func `xliff:g names the argument`() throws {
    let reading = try read(
      """
      <resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
        <string name="a">Hello <xliff:g id="first name" example="Anna
          Maria">%2$s</xliff:g>, <xliff:g example="5">%1$d</xliff:g></string>
        <plurals name="b"><item quantity="other">%s: <xliff:g id="count">%d</xliff:g></item></plurals>
        <string name="c">by <xliff:g id="app">Trema</xliff:g></string>
      </resources>
      """)
    #expect(
      texts(reading) == [
        "a=Hello %2$@, %1$d", "b={1, plural, other {%@: %d}}", "c=by Trema",
      ])
    #expect(
      reading.texts.map { $0.context?.text ?? "" } == [
        "@param 1 _ 5\n@param 2 first_name Anna Maria", "@param 2 count", "",
      ])
    #expect(reading.losses[.unknownField]?.key == "c")
  }

  @Test func `markup is kept`() throws {
    let reading = try readBody(
      """
      <string name="a"> a <b>b</b> &lt; <a href="x?a=1&amp;b=&quot;">c  d</a></string>
      """)
    #expect(texts(reading) == ["a= a <b>b</b> &lt; <a href=\"x?a=1&amp;b=&quot;\">c d</a>"])
    #expect(reading.texts[0].context?.text == "@markup")
    #expect(reading.losses.isEmpty)
  }

  @Test func `a reference is kept`() throws {
    let reading = try readBody(
      """
      <string name="a">@string/b</string>
      <string name="b"> @string/c </string>
      <string name="c">c%d</string>
      <string name="f">@android:string/ok</string>
      <string name="g">"@string/c"</string>
      <plurals name="h"><item quantity="other">@string/c</item></plurals>
      """)
    #expect(
      texts(reading) == [
        "a=@string/b", "b=@string/c", "c=c%d", "f=@android:string/ok", "g=@string/c",
        "h={0, plural, other {@string/c}}",
      ])
    #expect(
      reading.texts.map { $0.context?.text ?? "" } == [
        "@reference", "@reference", "", "@reference", "", "@reference",
      ])
    #expect(printed(reading).isEmpty)
  }

  @Test func `the default of several products is read`() throws {
    let reading = try readBody(
      """
      <string name="a" product="tablet">tablet</string>
      <string name="a" product="default">default</string>
      <string name="a" product="device">device</string>
      <string name="b" product="tablet">tablet</string>
      <string name="b" product="device">device</string>
      """)
    #expect(texts(reading) == ["a=default", "b=tablet"])
    #expect(reading.losses[.variation]?.count == 2)
    #expect(printed(reading).isEmpty)
  }

  @Test func `elements that are not texts are omitted, with a note for each kind`() throws {
    let reading = try read(
      """
      <resources xmlns:tools="http://schemas.android.com/tools">
        <color name="red">#f00</color><integer name="i">1</integer><color name="blue">#00f</color>
        <item type="dimen" name="d">1dp</item><public type="string" name="a"/>
        <integer-array name="n"><item>1</item></integer-array>
        <string name="a" tools:ignore="x" msgid="5">a</string>
        <!-- the end -->
      </resources>
      """)
    #expect(texts(reading) == ["a=a"])
    #expect(
      printed(reading) == [
        "2:3: note: [other-resource] 'color' resources are not texts and are not read: 'red' and 1 more",
        "2:33: note: [other-resource] 'integer' resources are not texts and are not read: 'i'",
        "3:3: note: [other-resource] 'dimen' resources are not texts and are not read: 'd'",
        "3:41: note: [other-resource] 'public' resources are not texts and are not read: 'a'",
        "4:3: note: [other-resource] 'integer-array' resources are not texts and are not read: 'n'",
      ])
    #expect(reading.losses[.unknownField]?.count == 1)
    #expect(reading.losses[.context]?.location?.start == SourcePosition(line: 6, column: 3))
  }

  // MARK: Plurals

  @Test(arguments: [
    ("%d|%d", "{0, plural, one {%d} other {%d}}"),
    ("%1$d|%1$d", "{0, plural, one {%1$d} other {%1$d}}"),
    ("one|%,d %1$,d", "{0, plural, one {one} other {%1$'d #}}"),
    ("one|%1$,d %1$d %1$,5d", "{0, plural, one {one} other {# %1$d %1$'5d}}"),
    ("%1$s|%1$s, %2$d", "{1, plural, one {%1$@} other {%1$@, %2$d}}"),
    ("%s|%s", "{1, plural, one {%@} other {%@}}"),
    ("50%|{#}", "{0, plural, one {50%} other {'{#}'}}"),
    ("it\\'s|50%% %d", "{0, plural, one {it''s} other {50%% %d}}"),
    ("{0, plural, other {a}}|b", "{0, plural, one {'{'0, plural, other '{'a'}}'} other {b}}"),
  ])
  func `a plurals resource becomes one plural`(items: String, source: String) throws {
    let items = items.split(separator: "|")
    let reading = try readBody(
      """
      <plurals name="a"><item quantity="one">\(items[0])</item>
        <item quantity="other">\(items[1])</item></plurals>
      """)
    #expect(texts(reading) == ["a=\(source)"])
  }

  @Test func `quantities that the language does not have are kept`() throws {
    let body = """
      <plurals name="a">
        <item quantity="zero">none</item><item quantity="other">%1$,d</item>
      </plurals>
      """
    let english = try readBody(body)
    #expect(texts(english) == ["a={0, plural, zero {none} other {#}}"])
    #expect(printed(english).isEmpty)
    let arabic = try readBody(body, language: "ar")
    #expect(texts(arabic) == ["a={0, plural, zero {none} other {#}}"])
    #expect(printed(arabic).isEmpty)
  }

  // MARK: Input that the resource compiler accepts

  @Test func `the last category of a plural without 'other' is used for 'other'`() throws {
    let reading = try readBody(
      """
      <plurals name="p"><item quantity="few">%d few</item><item quantity="one">one</item></plurals>
      <plurals name="q"></plurals>
      """)
    #expect(
      printed(reading) == [
        "2:16: warning: [missing-other] 'p' has no 'other' item; the text for 'few' is used",
        "3:16: warning: [missing-other] 'q' has no 'other' item; it contains no items and is not read",
      ])
    #expect(texts(reading) == ["p={0, plural, one {one} few {%d few} other {%d few}}"])
  }

  @Test func `an array with fewer items than its original is reported`() throws {
    let original = try readBody(
      "<string-array name=\"a\"><item>1</item><item>2</item><item>3</item></string-array>")
    var options = ReadingOptions(file: "values-de/strings.xml", language: "de")
    options.masterLanguage = "en"
    var originals = Originals()
    for text in original.texts { originals.note(text, ofTable: "strings.xml") }
    options.originals = originals.scoped(toTable: "strings.xml")
    let file = """
      <resources>
      <string-array name="a"><item>1</item></string-array>
      </resources>
      """
    let reading = try ReadableFormat.android.read(Array(file.utf8), options)
    #expect(
      printed(reading) == [
        "2:21: warning: [short-array] 'a' has 1 of the original's 3 items"
      ])
  }

  // MARK: Errors

  @Test func `errors are reported at their location`() throws {
    let reading = try readBody(
      """
      <string name="a">é it's &amp; it's</string>
      <string name="b">&lt;<![CDATA[ x ]]> \\u12g4 \\x \\ud83d\\ude00</string>
      <string name="b">again</string>
      <string>nameless</string>
      <plurals name="p"><item quantity="one">1</item><item quantity="one">1</item></plurals>
      <plurals name="q"><item quantity="lots">1</item><item>2</item></plurals>
      <plurals name="p"><item quantity="other">1</item></plurals>
      <plurals name="b"><item quantity="other">1</item></plurals>
      <string-array name="r">x<item>1</item><string name="s">2</string></string-array>
      <string name="r.0">other</string>
      <string name="u">%s of %s</string>
      <string name="v">100% of %d</string>
      stray
      """)
    #expect(
      printed(reading) == [
        "2:23: error: [bare-apostrophe] the resource compiler rejects an unescaped apostrophe",
        "3:38: error: [invalid-escape] invalid Unicode escape sequence",
        "3:45: warning: [unknown-escape] unknown escape sequence; the backslash is ignored",
        "3:48: warning: [surrogate-escape] aapt2 drops a character that is escaped as a surrogate pair",
        "4:15: error: [duplicate-key] key 'b' is defined twice (3:15)",
        "5:1: error: [missing-key] this 'string' has no 'name' attribute",
        "6:48: error: [duplicate-quantity] 'one' is defined twice in 'p' (6:19)",
        "7:35: error: [unknown-quantity] unknown quantity 'lots'",
        "7:49: error: [unknown-quantity] this item has no 'quantity' attribute",
        "8:16: error: [duplicate-key] key 'p' is defined twice (6:16)",
        "9:16: error: [duplicate-key] key 'b' is defined twice (3:15)",
        "10:24: error: [stray-text] unexpected text outside a resource",
        "10:39: error: [schema] 'string' is not allowed here",
        "11:15: error: [duplicate-key] key 'r.0' is defined twice (10:25)",
        "12:18: warning: [unnumbered-placeholders] 'u' contains several unnumbered placeholders, which aapt2 rejects",
        "13:18: warning: [unescaped-percent] the text contains an unescaped percent sign next to a placeholder",
        "14:1: error: [stray-text] unexpected text outside a resource",
      ])
    #expect(texts(reading).first == "a=é it's & it's")
  }

  @Test(arguments: [
    ("<html/>", "strings.xml:1:1: [wrong-root] the root element must be 'resources', not 'html'"),
    ("<resources><string name='a'>", "strings.xml:1:29: [malformed-xml]"), ("", "strings.xml:1:1:"),
    ("<resources>\u{0}</resources>", "strings.xml:1:12: [invalid-character]"),
    (
      "<resources>\n<string name='a'>&nbsp;</string></resources>",
      "strings.xml:2:24: [malformed-xml] the entity 'nbsp'"
    ),
  ])
  func `an unreadable file is rejected with a location`(
    document: String, wanted: String
  ) throws {
    let error = try #require(throws: Diagnostic.self) { try read(document) }
    let start = error.location?.start
    let printed =
      "\(error.location?.file ?? ""):\(start?.line ?? 0):\(start?.column ?? 0): [\(error.code)] \(error.message)"
    #expect(printed.hasPrefix(wanted), "\(printed)")
    #expect(error.kind == .unreadable)
  }

  @Test func `the language must be given`() throws {
    for language in [nil, "../x"] {
      let error = try #require(throws: Diagnostic.self) {
        try ReadableFormat.android.read(
          Array("<resources/>".utf8), ReadingOptions(file: "a.xml", language: language))
      }
      #expect(error.code == "missing-language")
    }
  }

  @Test func `line endings, byte order marks, encodings and entities are read`() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let options = ReadingOptions(file: "a.xml", language: "pt_BR")
    let windows = try ReadableFormat.android.read(
      mark
        + Array("<resources>\r\n<string name=\"ключ\">a\r\n  b\\nc</string>\r\n</resources>".utf8),
      options)
    #expect(texts(windows) == ["ключ=a b\\nc"])
    #expect(windows.texts[0].values[0].language == "pt-BR")
    #expect(windows.texts[0].position == SourcePosition(line: 2, column: 15))
    let latin =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><resources><string name='a'>".utf8) + [0xE9]
      + Array("</string></resources>".utf8)
    #expect(texts(try ReadableFormat.android.read(latin, options)) == ["a=é"])
    let entity = """
      <!DOCTYPE resources [<!ENTITY app "Trema">]>
      <resources><string name="a">&app; it\\'s</string></resources>
      """
    #expect(texts(try read(entity)) == ["a=Trema it's"])
    #expect(try read("<resources/>").texts.isEmpty)
  }

  // MARK: Random files

  @Test func `the output is read back unchanged`() throws {
    var random = SeededGenerator(seed: 7003)
    var count = 0
    for _ in 0..<300 {
      let texts = AndroidSamples.texts(&random)
      for language in AndroidSamples.languages {
        let (bytes, _) = AndroidSamples.file(texts, language)
        let reading = try ReadableFormat.android.read(
          bytes, ReadingOptions(file: "strings.xml", language: language.description))
        #expect(printed(reading).isEmpty)
        let isDefault = language == AndroidSamples.languages[0]
        let wanted = texts.filter { isDefault || Annotations($0.context).isTranslatable }
        #expect(reading.texts.map(\.key) == wanted.map(\.key))
        for (found, text) in zip(reading.texts, wanted) {
          count += 1
          let value = try #require(text[language.description])
          #expect((found.context?.text ?? "") == text.context?.text ?? "")
          #expect(
            ExactString(found.values[0].source) == ExactString(value.source), "\(text.key)")
        }
      }
    }
    #expect(count > 3000)
  }

  @Test func `the selecting argument of a plural is not one of its string placeholders`() throws {
    func source(_ items: String, originals: [ExactKey: Text] = [:]) throws -> String? {
      var options = ReadingOptions(file: "a.xml", language: "de")
      options.originals = Originals(originals.values)
      let bytes = Array("<resources><plurals name=\"p\">\(items)</plurals></resources>".utf8)
      return try ReadableFormat.android.read(bytes, options).texts.first?["de"]?.source
    }
    let items = "<item quantity=\"one\">%1$s Tag</item><item quantity=\"other\">%1$s Tage</item>"
    #expect(try source(items) == "{1, plural, one {%1$@ Tag} other {%1$@ Tage}}")
    #expect(
      try source("<item quantity=\"other\">%1$s: %2$d</item>")
        == "{1, plural, other {%1$@: %2$d}}")
    #expect(
      try source("<item quantity=\"other\">%2$s</item>") == "{0, plural, other {%2$@}}")
    let original = Text(
      key: "p", values: [Value(language: "en", source: "{1, plural, other {%1$@ days}}")])
    #expect(
      try source("<item quantity=\"other\">viele</item>", originals: [ExactKey("p"): original])
        == "{1, plural, other {viele}}")
  }

  @Test func `reading a large file takes linear time`() throws {
    let growth = try ThreadTime.growth(500) { count in
      let items = String(repeating: "<item>a</item>", count: count)
      let twins = String(repeating: "<string name=\"t\">it's</string>", count: count)
      let long = String(repeating: "'", count: count * 20)
      let parts = String(repeating: "<g:g id=\"a\">%s</g:g> %d ", count: count)
      return {
        let reading = try readBody(
          "<string-array name=\"a\">\(items)</string-array>\(twins)<string name=\"l\">\(long)</string>"
        )
        #expect(reading.texts.count == count + 2)
        let names = try readBody("<string name=\"a\" xmlns:g=\"urn:g\">\(parts)</string>")
        #expect(Annotations(names.texts.first?.context).parameters.count == count)
      }
    }
    #expect(growth < 9)
  }
}
