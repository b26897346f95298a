import Testing
import TremaCatalog
import TremaFormats
import TremaMessages

@Suite struct XLIFFWriterTests {
  private static func catalog() -> Catalog {
    var catalog = Catalog(header: CatalogHeader(file: "Texts.trm", masterLanguage: "en"))
    var text = Text(
      key: "login title",
      context: Context("Title\nof the dialog\n@param 1 name who\n@max 40\n@translatable false"))
    text.values = [
      Value(language: "en", source: "Hi %s,\\n<you> & \\u0007"),
      Value(language: "de", status: .verified, source: "Hallo %s"),
    ]
    catalog.texts = [text]
    return catalog
  }

  @Test func `version 1 is written in the form that Xcode and translation tools read`() throws {
    let bytes = try XLIFFSample.written(Self.catalog(), language: "de", version: .v12)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
          <file original="Texts.trm" datatype="plaintext" source-language="en" target-language="de">
            <body>
              <trans-unit id="login title" xml:space="preserve" translate="no" approved="yes" \
        maxwidth="40" size-unit="char">
                <source>Hi %s,
        <you> &amp; <x id="1" ctype="x-cp-0007"/></source>
                <target state="final">Hallo %s</target>
                <note>Title
        of the dialog</note>
                <note from="trema">@param 1 name who</note>
              </trans-unit>
            </body>
          </file>
        </xliff>

        """.replacing("<you>", with: "&lt;you>"))
  }

  @Test func `version 2 keeps the key as the name of a unit`() throws {
    let bytes = try XLIFFSample.written(Self.catalog(), language: "de", version: .v20)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" \
        xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" version="2.0" srcLang="en" \
        trgLang="de">
          <file id="texts" original="Texts.trm">
            <slr:profiles generalProfile="xliff:codepoints"/>
            <unit id="login:20title" name="login title" xml:space="preserve" translate="no" \
        slr:sizeRestriction="40">
              <notes>
                <note>Title
        of the dialog</note>
                <note category="trema">@param 1 name who</note>
              </notes>
              <segment state="final">
                <source>Hi %s,
        &lt;you> &amp; <cp hex="0007"/></source>
                <target>Hallo %s</target>
              </segment>
            </unit>
          </file>
        </xliff>

        """)
  }

  @Test func `the master language has only sources, and missing values have no target`() throws {
    let master = try XLIFFSample.written(Self.catalog(), language: "en", version: .v12)
    let text = String(decoding: master, as: UTF8.self)
    #expect(text.contains("<source>Hi"))
    #expect(!text.contains("target"))

    var catalog = Self.catalog()
    catalog.texts[0].values.append(Value(language: "fr", status: .initial, source: ""))
    let missing = try XLIFFSample.written(catalog, language: "fr", version: .v12)
    #expect(String(decoding: missing, as: UTF8.self).contains("target-language=\"fr\""))
    #expect(!String(decoding: missing, as: UTF8.self).contains("<target"))
  }

  @Test func `unsupported features are reported`() throws {
    let english = try #require(LanguageTag("en"))
    let german = try #require(LanguageTag("de"))
    var file = FileDescription(
      source: "a", table: "Localizable", language: german, defaultLanguage: english)
    #expect(ResourceFormat.xliff.paths(file) == ["Localizable_de.xliff"])
    file.masterLanguage = english
    var writer = ResourceFormat.xliff.writer(file)
    var bytes: [UInt8] = []
    var value = Value(language: "de", source: "b")
    writer.append(Entry(key: "a", value), into: &bytes)
    #expect(writer.takeLosses().isEmpty)
    value.status = .undefined("two words")
    writer.append(Entry(key: "a", value), into: &bytes)
    #expect(writer.takeLosses() == [.status])
  }
}
