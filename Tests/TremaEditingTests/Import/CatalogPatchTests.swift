import Testing
import TremaCatalog
import TremaFormats

@testable import TremaEditing

/// The bytes of a catalogue file after an import.
@Suite struct CatalogPatchTests {
  private static let source = """
    <?xml version="1.0" encoding="UTF-8"?>
    <trema masterLang="en"><!-- first --> <text key='a' x="1">
       <!-- of the context --><context>old</context>
          <value lang='en'>A</value> <!-- of fr -->
          <value lang='fr' y='2'>Á<!-- in --></value>
    \t<!-- last -->
      </text ><?p?>
      <text key="b"><value lang="en">&#66;</value></text>
      <!-- footer --></trema><!-- epilog -->
    """

  private func patched(_ source: String, _ change: (inout Catalog) -> Void) throws -> String {
    let bytes = Array(source.utf8)
    let (original, _) = try Catalog.decode(bytes, file: "T.trm")
    var changed = original
    change(&changed)
    let result = CatalogPatch.bytes(of: changed, replacing: original, in: bytes)
    let (read, _) = try Catalog.decode(result, file: "T.trm")
    #expect(read.encoded() == changed.encoded())
    return String(decoding: result, as: UTF8.self)
  }

  @Test func `an unchanged catalogue is written byte for byte`() throws {
    #expect(try patched(Self.source) { _ in } == Self.source)
  }

  @Test func `replacing a value changes nothing else`() throws {
    let result = try patched(Self.source) {
      $0.texts[0].values[1].setSource("É <", backslash: .escape)
      $0.texts[1].values[0].status = .verified
    }
    #expect(
      result
        == Self.source
        .replacing(
          "<value lang='fr' y='2'>Á<!-- in --></value>",
          with: "<value lang=\"fr\" y=\"2\">É &lt;</value>"
        )
        .replacing(
          "<value lang=\"en\">&#66;", with: "<value lang=\"en\" status=\"verified\">&#66;"))
  }

  @Test func `contexts, values and texts are inserted next to existing ones`() throws {
    let result = try patched(Self.source) {
      $0.texts[0].context?.text = "new"
      $0.texts[1].context = Context("of b")
      $0.texts[1].values.append(Value(language: "fr", source: "Bé"))
      $0.texts[0].values.append(Value(language: "de", source: "Ä"))
      $0.texts.append(Text(key: "c", context: Context(""), values: []))
    }
    #expect(
      result
        == Self.source
        .replacing("<context>old</context>", with: "<context>new</context>")
        .replacing(
          "in --></value>",
          with: "in --></value>\n      <value lang=\"de\" status=\"translated\">Ä</value>"
        )
        .replacing(
          "<text key=\"b\"><value lang=\"en\">&#66;</value></text>",
          with: """
            <text key="b"><context>of b</context>
                <value lang="en">&#66;</value>
                <value lang="fr" status="translated">Bé</value></text>
              <text key="c">
                <context/>
              </text>
            """))
  }

  @Test(arguments: [
    "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<trema masterLang=\"en\"><text key=\"a\"><value lang=\"en\">A</value></text></trema>",
    "<trema masterLang=\"en\"/>",
  ])
  func `the canonical form is written if a change cannot be patched in`(source: String) throws {
    let result = try patched(source) {
      $0.texts.append(Text(key: "é", context: nil, values: [Value(language: "en", source: "É")]))
    }
    #expect(
      result.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<trema masterLang=\"en\">\n"))
  }
}
