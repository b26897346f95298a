import Testing
import TremaEditing
import TremaFormats
import TremaSupport

private func format(_ text: String, sorts: Bool = false) throws(Diagnostic) -> (
  String, [Diagnostic]
) {
  var rest: [UInt8]? = Array(text.utf8)
  var decoder = TremaDecoder(file: "test.trm") { () throws(Diagnostic) in
    defer { rest = nil }
    return rest
  }
  var output: [UInt8] = []
  let diagnostics = try CatalogFormatting.format(&decoder, sortsTexts: sorts) {
    (bytes) throws(Diagnostic) in output += bytes
  }
  return (String(decoding: output, as: UTF8.self), diagnostics)
}

@Suite struct CatalogFormattingTests {
  @Test func `the canonical form has one layout and keeps everything else`() throws {
    let (text, diagnostics) = try format(
      """
      <?xml version='1.0' encoding='utf-8'?><!-- first --><trema noNamespaceSchemaLocation='x.xsd'
        masterLang='de' xmlns:x='urn:x'>
      <!-- of a --><text x:id='1' key='a'><context>  c
      d</context><value status='done' lang='de'><![CDATA[<b>]]> &gt; > "</value>
      <value lang='en'></value><?pi?></text>
      <group><!-- in --></group></trema><!-- last -->
      """)
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- first -->
        <trema xmlns:x="urn:x" masterLang="de" noNamespaceSchemaLocation="x.xsd">
          <!-- of a -->
          <text key="a" x:id="1">
            <context>  c
        d</context>
            <value lang="de" status="done"><![CDATA[<b>]]> &gt; > "</value>
            <value lang="en"/>
            <?pi?>
          </text>
          <group><!-- in --></group>
        </trema>
        <!-- last -->

        """)
    #expect(diagnostics.map(\.code) == ["schema", "schema", "schema"])
    #expect(try format(text).0 == text)
  }

  @Test func `texts are sorted by the bytes of their keys on request`() throws {
    let texts = ["b", "é", "a", "B", "e\u{301}"].map {
      "<text key='\($0)'><context/><value lang='de'/></text>"
    }
    let (text, _) = try format("<trema masterLang='de'>\(texts.joined())</trema>", sorts: true)
    let keys = text.split(separator: "\"").enumerated().filter { text in
      text.element.unicodeScalars.count <= 2 && text.element.allSatisfy(\.isLetter)
        && text.element != "de"
    }.map { String($0.element) }
    #expect(keys.map { Array($0.utf8) } == ["B", "a", "b", "e\u{301}", "é"].map { Array($0.utf8) })
  }

  private static let space = String(repeating: " ", count: 200_000)

  static let refusals: [(document: String, failure: String)] = [
    (
      "<!DOCTYPE trema>\n<trema masterLang='de'/>",
      "1:1 document-type: cannot format a file with a document type declaration"
    ),
    (
      "<!-- c -->\n<!DOCTYPE trema [<!ENTITY e 'x'>]><trema masterLang='de'><text key='&e;'/></trema>",
      "2:1 document-type: cannot format a file with a document type declaration"
    ),
    // Unreadable text is reported first, at any offset.
    (
      "<!DOCTYPE trema>\n<trema masterLang='de'>\(space)\n</r>",
      "3:5 malformed-xml: </r> does not match <trema> on line 2"
    ),
    (
      "<trema masterLang='de'>lost<text key='a'><context/></text>\(space)\n</r>",
      "2:5 malformed-xml: </r> does not match <trema> on line 1"
    ),
    (
      "<trema masterLang='de'>\n  lost<text key='a'/></trema>",
      "2:3 stray-text: unexpected text outside a value"
    ),
    (
      "<trema masterLang='de'><text key='a'/>\n<text key='b'>\n<context/>lost</text></trema>",
      "3:11 stray-text: unexpected text outside a value"
    ),
    (
      "<trema masterLang='de'><text key='a'/>lost\n</trema>",
      "1:39 stray-text: unexpected text outside a value"
    ),
    ("<trema masterLang='de'>", "1:24 malformed-xml: the file ends inside the element 'trema'"),
  ]

  @Test(arguments: refusals.indices)
  func `a catalogue is not formatted if content would be lost`(index: Int) {
    let (document, expected) = Self.refusals[index]
    for sorts in [false, true] {
      do throws(Diagnostic) {
        let (text, _) = try format(document, sorts: sorts)
        Issue.record("formatted:\n\(text)")
      } catch {
        let start = error.location?.start ?? .start
        #expect("\(start.line):\(start.column) \(error.code): \(error.message)" == expected)
      }
    }
  }
}
