import Testing
import TremaCatalog
import TremaFormats
import TremaSupport

@Suite struct XLIFFReaderTests {
  @Test func `the units that Xcode creates for a plural become one text`() throws {
    let reading = try XLIFFSample.readFixture("xcode.xliff")
    #expect(
      XLIFFSample.lines(reading) == [
        "CFBundleName: Bundle name", "  en translated: Bistro", "  pl translated: Bistro",
        "days/left: @param 1 count",
        "  en translated: {0, plural, one {# day} other {# days}} left, %2$@",
        "  pl translated: Zostało: {0, plural, one {# dzień} few {# dni} many {# dni} "
          + "other {# dnia}}, %2$@",
        "title: -", "  en translated: Rather long",
        "Hello, %@!: Greets the user", "  en translated: Hello, %@!",
        "%lld items: In the cart",
        "  en translated: {1, plural, one {One item for %1$@} other {# items for %1$@}}",
        "  pl special: {1, plural, one {Jeden przedmiot dla %1$@} other {# przedmiotu dla %1$@}}",
        "tap: -", "  en translated: Click", "  pl translated: Kliknij",
        "inventory: @param 1 strings | @param 2 a.b",
        "  en translated: {0, plural, one {# string} other {# strings}} in "
          + "{1, plural, one {# catalog} other {# catalogs}}.",
        "  pl translated: {0, plural, one {# napis} other {# napisów}} w "
          + "{1, plural, one {# katalogu} other {# katalogach}}.",
      ])
    #expect(reading.masterLanguage == "en")
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.losses[.variation]?.count == 2)
    #expect(reading.losses[.variation]?.key == "title")
    #expect(Set(reading.losses.losses.keys) == [.variation, .state])
    #expect(reading.losses[.state]?.key == "%lld items")
  }

  @Test func `inline elements of version 1 become the text they represent`() throws {
    let reading = try XLIFFSample.readFixture("inline-1.2.xliff")
    #expect(
      XLIFFSample.lines(reading) == [
        "codes: @translatable false", "  en translated: %1$@ and <b>bold</b>",
        "  de-CH translated: %1$@ und\\nfett",
        "named: -", "  en translated: Hi you", "  de-CH verified: Sali. Du!",
        "plain: One | Two | @param 1 name who it is | @max 40", "  en translated:  a\\n  b ",
        "wide: -", "  de-CH x-odd: w",
      ])
    #expect(Set(reading.losses.losses.keys) == [.markup, .unknownField, .maximumLength, .state])
    #expect(reading.losses[.markup]?.key == "named")
    #expect(reading.losses[.unknownField]?.location?.start == SourcePosition(line: 16, column: 13))
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func `segments of version 2 are joined, in the order of their targets`() throws {
    let reading = try XLIFFSample.readFixture("segments-2.0.xliff")
    #expect(
      XLIFFSample.lines(reading) == [
        "two.segments: What it is | @max 12 | @translatable false",
        "  en translated: Hello %1$@. <b>Bye</b>\\n\\u001b",
        "  ja verified: <b>さよ</b>なら %1$@さん。",
        "u2: -", "  en translated: One.Two.", "u3: -", "  en translated: Lost tag",
        "  ja initial: なし",
      ])
    #expect(
      reading.diagnostics.map(XLIFFErrorTests.line) == [
        "segments-2.0.xliff:25:7: warning: [incomplete-target] a segment of 'u2' has no target; "
          + "the text is treated as untranslated"
      ])
    #expect(Set(reading.losses.losses.keys) == [.markup, .state])
    #expect(reading.losses[.markup]?.key == "u3")
  }

  @Test(arguments: [
    ("state=\"new\"", "initial"), ("state=\"needs-l10n\"", "initial"),
    ("state=\"needs-review-adaptation\"", "special"), ("state=\"translated\"", "translated"),
    ("state=\"final\"", "verified"), ("", "translated"),
    ("state=\"needs-translation\" state-qualifier=\"x-trema-undefined-draft\"", "initial"),
    ("state=\"translated\" state-qualifier=\"x-trema-undefined-draft\"", "draft"),
    ("state=\"translatd\"", "translatd"), ("state=\"x-ours\"", "x-ours"),
  ])
  func `a state maps to a status`(attributes: String, status: String) throws {
    let reading = try XLIFFSample.read(
      XLIFFSample.file(
        "<trans-unit id='a'><source>b</source><target \(attributes)>c</target></trans-unit>"))
    #expect(reading.texts.first?["de"]?.status.spelling == status)
  }

  @Test func `locations refer to the file, even with a byte order mark and carriage returns`()
    throws
  {
    let text = "\u{FEFF}" + XLIFFSample.file("<trans-unit id='ä'><source>b</source>\n</trans-unit>")
    let reading = try XLIFFSample.read(text.replacing("\n", with: "\r\n"))
    let read = try #require(reading.texts.first)
    #expect(read.key == "ä")
    #expect(read.position == SourcePosition(line: 4, column: 1))
    #expect(read["en"]?.textPosition == SourcePosition(line: 4, column: 29))
  }

  @Test func `a file without units has no texts, and a unit without values is a text`() throws {
    #expect(try XLIFFSample.read(XLIFFSample.file("")).texts.isEmpty)
    let reading = try XLIFFSample.read(
      XLIFFSample.file("<trans-unit id='a'><source/><target/></trans-unit>"))
    #expect(reading.texts.map(\.key) == ["a"])
    #expect(reading.texts.first?.values.isEmpty == true)
  }

  @Test func `files of the same text in two languages are merged into one text`() throws {
    let units = "<trans-unit id='a'><source>b</source><target>c</target></trans-unit>"
    let german = XLIFFSample.file(units).replacing("</xliff>", with: "")
    let french = XLIFFSample.file(units, target: "fr").split(separator: "\n").dropFirst()
    let reading = try XLIFFSample.read(german + french.joined(separator: "\n"))
    #expect(reading.texts.count == 1)
    #expect(reading.texts.first?.values.map(\.language) == ["en", "de", "fr"])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func `targets in a file of the master language take precedence over sources`() throws {
    let reading = try XLIFFSample.read(
      XLIFFSample.file(
        "<trans-unit id='a'><source>b</source><target>c</target></trans-unit>"
          + "<trans-unit id='d'><source>e</source></trans-unit>", target: "en"))
    #expect(
      XLIFFSample.lines(reading) == ["a: -", "  en translated: c", "d: -", "  en translated: e"])
  }

  @Test(arguments: [
    ("no", "final", Status.translated, true), ("no", "translated", .translated, false),
    ("yes", "final", .verified, false), ("yes", "new", .initial, true),
    ("", "signed-off", .verified, true), ("", "final", .verified, false),
    ("", "", .translated, false), ("", "needs-review-translation", .special, false),
    ("", "needs-review-l10n", .special, true),
  ])
  func `an unmapped state is a loss, and an unapproved one is not verified`(
    approved: String, state: String, wanted: Status, isLost: Bool
  ) throws {
    let attributes = (
      approved.isEmpty ? "" : " approved=\"\(approved)\"",
      state.isEmpty ? "" : " state=\"\(state)\""
    )
    let file = """
      <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
      <file original="x" source-language="en" target-language="de" datatype="plaintext"><body>
      <trans-unit id="a"\(attributes.0)><source>A</source><target\(attributes.1)>B</target></trans-unit>
      </body></file></xliff>
      """
    let reading = try ReadableFormat.xliff.read(
      Array(file.utf8), ReadingOptions(file: "de.xliff"))
    #expect(reading.texts.first?["de"]?.status == wanted)
    #expect((reading.losses[.state]?.key == "a") == isLost)
  }
}
