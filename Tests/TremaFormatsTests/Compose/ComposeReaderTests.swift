import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct ComposeReaderTests {
  private func read(_ body: String) throws -> FormatReading {
    try ReadableFormat.compose.read(
      Array("<resources>\n\(body)\n</resources>".utf8),
      ReadingOptions(file: "strings.xml", language: "en"))
  }

  private func plain(_ reading: FormatReading) -> [String?] {
    reading.texts.map { $0.values[0].message.plainText }
  }

  private func printed(_ reading: FormatReading) -> [String] {
    reading.diagnostics.map { diagnostic in
      line(diagnostic) + (diagnostic.hint.map { "; \($0)" } ?? "")
    }
  }

  @Test func `character data is read literally`() throws {
    let reading = try read(
      #"""
      <string name="a">It's "quoted" text</string>
      <string name="b">  two  spaces
       and a line</string>
      <string name="d">@string/a</string>
      <string name="e">?attr/a</string>
      <string name="f"><![CDATA[<b>]]><!-- no text --> &amp; x</string>
      <string name="g"/>
      """#)
    #expect(reading.diagnostics.isEmpty)
    #expect(
      plain(reading) == [
        "It's \"quoted\" text", "  two  spaces\n and a line", "@string/a", "?attr/a", "<b> & x", "",
      ])
    #expect(reading.texts.allSatisfy { !Annotations($0.context).isReference })
  }

  @Test(arguments: [
    (#"\n\t\u0041\u00e9\uD83D\uDE00"#, "\n\tAé😀"), (#"\\n \\\n \\\\n"#, "\\n \\\n \\\\n"),
    (#"\'x\' \" \@y \u12 \r \"#, #"\'x\' \" \@y \u12 \r \"#),
    // Double backslashes are replaced last, including those spelled \u005c.
    (#"\u005c\u005c \u005cn \\u0041"#, #"\ \n \u0041"#), (#"\u0041\\"#, "A\\"),
    (#"\uD83D"#, "\u{FFFD}"),
  ])
  func `three kinds of escape sequences are resolved, and others are literal`(
    source: String, wanted: String
  ) throws {
    let reading = try read("<string name=\"a\">\(source)</string>")
    #expect(plain(reading) == [wanted])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func `arguments are numbered, and percent signs are literal`() throws {
    let reading = try read(
      """
      <string name="a">%1$s has %2$d of 100%, 50%%1$s, \\u0025%3$d</string>
      <string name="b">100% sure, 5 % off, %@, %ld, %1$x, 10$s</string>
      <string name="c">{0} %1$s {n}</string>
      <plurals name="p"><item quantity="one">%1$d day, 5%</item>\
      <item quantity="other">%1$d days, %2$s</item></plurals>
      <string-array name="r"><item>One</item><item>%1$s</item></string-array>
      """)
    #expect(
      reading.texts.map { "\($0.key)=\($0.values[0].source)" } == [
        "a=%1$@ has %2$d of 100%%, 50%%%1$@, %%%3$d",
        "b=100%% sure, 5 %% off, %%@, %%ld, %1$x, 10$s",
        "c={0} %1$@ {n}", "p={0, plural, one {%1$d day, 5%%} other {%1$d days, %2$@}}",
        "r.0=One", "r.1=%1$@",
      ])
    #expect(
      printed(reading) == [
        "strings.xml:3:18: warning: [unsupported-placeholder] Compose Multiplatform displays '%1$x' literally in 'b'; replace it with %1$s or %1$d"
      ])
  }

  @Test func `placeholders that only Java replaces are reported and kept`() throws {
    let reading = try read(
      """
      <string name="a">%s and %.2f: 100%%</string>
      <string name="b">%0$s %99999999999999999999$d</string>
      """)
    #expect(reading.texts.map(\.values[0].source).first == "%@ and %.2f: 100%%%%")
    #expect(plain(reading).last == "%0$s %99999999999999999999$d")
    #expect(
      printed(reading) == [
        "strings.xml:2:18: warning: [unescaped-percent] Compose Multiplatform displays '%%' as two percent signs in 'a'; replace it with a single percent sign",
        "strings.xml:2:18: warning: [unsupported-placeholder] Compose Multiplatform displays '%s' literally in 'a'; replace it with %1$s or %1$d",
      ])
  }

  @Test func `features that only Android has are ignored`() throws {
    let reading = try read(
      """
      <string name="a" product="tablet">1</string>
      <string name="a">2</string>
      <item type="string" name="i">3</item>
      <plurals name="p"><item quantity="one">1</item></plurals>
      <string name="n"><xliff:g xmlns:xliff="x"><xliff:g>%s</xliff:g></xliff:g></string>
      """)
    #expect(
      printed(reading) == [
        "strings.xml:3:15: error: [duplicate-key] key 'a' is defined twice; rename or remove one of them",
        "strings.xml:4:1: note: [other-resource] 'item' resources are not texts and are not read: 'i'",
        "strings.xml:5:16: warning: [missing-other] 'p' has no 'other' item; the text for 'one' is used; add one; Compose Multiplatform throws an exception for numbers without an item",
        "strings.xml:6:18: warning: [unsupported-placeholder] Compose Multiplatform displays '%s' literally in 'n'; replace it with %1$s or %1$d",
      ])
  }

  @Test func `tags are kept as markup`() throws {
    let reading = try read(
      "<string name=\"a\">a <b>&lt;</b> <xliff:g id=\"n\">%1$s</xliff:g></string>")
    let annotations = Annotations(reading.texts[0].context)
    #expect(reading.texts[0].values[0].source == "a <b>&lt;</b> %1$@")
    #expect(annotations.isMarkup && annotations.parameters[1]?.name == "n")
  }
}
