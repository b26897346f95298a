import Foundation
import Testing
import TremaSupport
import TremaTestSupport
import TremaXML

/// Holds the source of everything in the root, as a reader of values does.
private final class Holder: XMLHandler {
  func startElement(_ tag: XMLStartTag, in reader: XMLReader) {
    reader.hold(from: tag.range.upperBound, at: tag.contentPosition)
  }
  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) {}
  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) { reader.release() }
}

/// The time that `body` takes. The limits below are many times the expected time: only growth with
/// the square of the input can reach them.
private func seconds(_ body: () throws -> Void) rethrows -> Double {
  try ThreadTime.of(body) / .seconds(1)
}

@Suite(.serialized) struct LimitTests {
  private static let twelveMegabytes = [UInt8](repeating: UInt8(ascii: "x"), count: 12 << 20)
  private static let tokenLimit =
    "size-limit: a tag, an attribute or a section is longer than 10000000 bytes"

  private func framed(_ before: String, _ after: String) -> [UInt8] {
    Array(before.utf8) + Self.twelveMegabytes + Array(after.utf8)
  }

  @Test func `excessive nesting is an error at the first element beyond the limit`() {
    let nested = String(repeating: "<a>", count: 100_000)
    let expected = "1:769 depth-limit: elements are nested more than 256 levels deep"
    #expect(verdict(nested) == expected)
    #expect(verdict(Array(nested.utf8), inPiecesOf: 1) == expected)
    var limits = XMLLimits()
    limits.depth = 3
    #expect(verdict("<a><b><c/><c/></b></a>", limits: limits) == "well formed")
    #expect(
      verdict("<a><b>\n<c><d/></c></b></a>", limits: limits)
        == "2:4 depth-limit: elements are nested more than 3 levels deep")
    let entity = "<!DOCTYPE a [<!ENTITY e '<b><c><d/></c></b>'>]>\n<a>&e;</a>"
    #expect(
      verdict(entity, limits: limits)
        == "2:4 depth-limit: elements are nested more than 3 levels deep")
  }

  @Test(arguments: [1, 7, 4096, Int.max])
  func `too many attributes are an error at the start of their tag`(
    size: Int
  ) {
    func attributes(_ count: Int, _ value: String = "") -> String {
      (0..<count).map { " a\($0)='\(value)'" }.joined()
    }
    func verdict(_ text: String) -> String {
      TremaXMLTests.verdict(Array(text.utf8), inPiecesOf: size)
    }
    let excess = "size-limit: this tag has more than 256 attributes"
    #expect(verdict("<a\(attributes(256))/>") == "well formed")
    #expect(verdict("<a>\n<b\(attributes(257))/></a>") == "2:1 \(excess)")
    // Text that looks like the end of the tag, and like the end of a comment.
    #expect(verdict("<a>\n <b\(attributes(257, "-->"))/></a>") == "2:2 \(excess)")
    #expect(verdict("<a><!---> \" --><b\(attributes(257))/></a>") == "1:16 \(excess)")
    #expect(verdict("<a\(attributes(256, "a=\"=\"="))/>") == "well formed")
    #expect(
      verdict("<!-- > -- -->\n<a\(attributes(9999))")
        == "1:8 malformed-xml: '--' is not allowed inside a comment")
    // Characters that are not attributes.
    let signs = String(repeating: "=", count: 300)
    for text in [
      "<a><!---><b \(signs) --><!--><b \(signs) --></a>",
      "<?a \(signs)?><a/>", "<!-- <b \(signs) --><a/>", "<a>\(signs)<?b <c \(signs)?>\(signs)</a>",
      "<a><![CDATA[<b \(signs) > ]] \(signs)]]></a>",
      "<!DOCTYPE a [<!-- <b '\(signs) --><!ENTITY e \"<b/> \(signs)\">]><a b='>\(signs)'/>",
    ] {
      #expect(verdict(text + "<!-- \(signs) -->") == "well formed", "\(text)")
    }
    // Attributes in an entity, and attributes that are declared for every tag.
    let entity = "<!DOCTYPE a [\n<!ENTITY e \"<b\(attributes(257))/>\">]><a>&e;</a>"
    #expect(verdict(entity) == "2:13 \(excess)")
    let defaults = (0..<257).map { " a\($0) CDATA ''" }.joined()
    #expect(verdict("<!DOCTYPE a [<!ATTLIST b\(defaults)>]>\n<a>\n<b/></a>") == "3:1 \(excess)")
    let declarations = (0...10_000).map { "<!ATTLIST b a\($0) CDATA ''>" }.joined()
    #expect(
      verdict("<!DOCTYPE a [\(declarations)]><a/>").hasSuffix(
        "size-limit: the document type declaration has more than 10000 values"))
    #expect(seconds { _ = verdict("<a\(attributes(300_000))/>") } < 30)
  }

  @Test(arguments: [7, 4096, Int.max]) func `a text over the limit is an error at its start`(
    size: Int
  ) {
    var limits = XMLLimits()
    limits.heldBytes = 1000
    let message = "size-limit: this text is longer than 1000 bytes"
    func verdict(_ count: Int) -> String {
      let text = "<r>\n<v>" + String(repeating: "x", count: count) + "</v></r>"
      do throws(Diagnostic) {
        try read(Array(text.utf8), inPiecesOf: size, limits: limits, to: Holder())
        return "well formed"
      } catch {
        return error.spelled
      }
    }
    #expect(verdict(900) == "well formed")
    #expect(verdict(5000) == "2:4 " + message)
    #expect(verdict(500_000) == "2:4 " + message)
  }

  @Test(arguments: [64, 4096, Int.max]) func `twelve megabytes of text are read`(size: Int) throws {
    let recorder = EventRecorder(keepsText: false)
    let time = try seconds { try read(framed("<r>", "</r>"), inPiecesOf: size, to: recorder) }
    #expect(recorder.textLength == 12 << 20)
    #expect(time < 15)
  }

  @Test(arguments: [64, 4096, Int.max])
  func `twelve megabytes of any other construct exceed a named limit`(size: Int) {
    for (before, after) in [
      ("<r>\n<a b='", "'/></r>"), ("<r>\n<!--", "--></r>"), ("<r>\n<?a ", "?></r>"),
      ("<r>\n<![CDATA[", "]]></r>"),
    ] {
      let bytes = framed(before, after)
      var found = ""
      let time = seconds { found = verdict(bytes, inPiecesOf: size) }
      #expect(found == "2:1 " + Self.tokenLimit)
      #expect(time < 15, "\(before)")
    }
  }

  @Test func `a long attribute in chunks of one byte takes linear time`() {
    let bytes = Array("<r a='\(String(repeating: "x", count: 1 << 20))'/>".utf8)
    let comment = Array("<r><!--\(String(repeating: "x", count: 1 << 20))--></r>".utf8)
    for document in [bytes, comment] {
      var found = ""
      let time = seconds { found = verdict(document, inPiecesOf: 1) }
      #expect(found == "well formed")
      #expect(time < 20)
    }
  }

  @Test(arguments: ["<?a?>", "<!---->", "<!-- <!DOCTYPE -->"])
  func `content before, inside and after the root takes linear time`(piece: String) {
    let many = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
    for text in ["\(many)<r/>", "<?a?>\(many)<r/>", "<r>\(many)</r>", "<r/>\(many)"] {
      var found = ""
      let time = seconds { found = verdict(Array(text.utf8), inPiecesOf: 1 << 16) }
      #expect(found == "well formed")
      #expect(time < 20)
    }
  }

  static let expansions: [(name: String, subset: String, root: String, verdict: String)] = {
    let laughs = (1...9).map { level in
      let inner = String(repeating: "&l\(level - 1);", count: 10)
      return "<!ENTITY l\(level) '\(inner)'>"
    }
    let laugh = "<!ENTITY l0 'lol'>" + laughs.joined()
    let long = "<!ENTITY l '\(String(repeating: "x", count: 50_000))'>"
    let many = String(repeating: "&l;", count: 50_000)
    return [
      (
        "billion laughs", laugh, "<r>&l9;</r>",
        "2:8 expansion-limit: the entities refer to themselves, or expand to more than 1000000 bytes"
      ),
      (
        "billion laughs in an attribute", laugh, "<r a='&l9;'/>",
        "2:11 expansion-limit: the entities refer to themselves, or expand to more than 1000000 bytes"
      ),
      (
        "quadratic blow-up", long, "<r>\(many)</r>",
        "2:4 expansion-limit: the entities expand to more than 1000000 bytes"
      ),
      (
        "quadratic blow-up in an attribute", long, "<r a='\(many)'/>",
        "2:1 \(tokenLimit)"
      ),
      (
        "parameter entities", "<!ENTITY % a 'x'><!ENTITY % b '%a;%a;'>%b;", "<r/>",
        "1:52 malformed-xml: parameter entity references ('%') are not allowed here"
      ),
    ]
  }()

  @Test(arguments: expansions.indices) func `entity expansion is limited`(index: Int) {
    let (name, subset, root, expected) = Self.expansions[index]
    let bytes = Array("<!DOCTYPE r [\(subset)]>\n\(root)".utf8)
    for size in [1024, Int.max] {
      var found = ""
      let time = seconds { found = verdict(bytes, inPiecesOf: size) }
      #expect(found == expected, "\(name)")
      #expect(time < 10, "\(name)")
    }
  }

  @Test func `expansion of declared default attributes is limited`() {
    func document(_ declaration: String, _ element: String, _ count: Int) -> String {
      "<!DOCTYPE a [\(declaration)]>\n<a>\(String(repeating: element, count: count))</a>"
    }
    let value = "<!ATTLIST b c CDATA '\(String(repeating: "x", count: 50_000))'>"
    let excess =
      "expansion-limit: the declared default attributes add up to more than 1000000 bytes"
    #expect(verdict(document(value, "<b/>", 19)) == "well formed")
    #expect(verdict(document(value, "<b/>", 20)) == "2:80 \(excess)")
    // A written reference counts with its expansion.
    #expect(verdict(document(value, "<b c=''/>", 40)) == "well formed")
    let name = "<!ATTLIST b \(String(repeating: "n", count: 40_000)) CDATA 'x'>"
    #expect(verdict(document(name, "<b/>", 400)).hasSuffix(excess))
    let space = "<!ATTLIST b xmlns:c CDATA '\(String(repeating: "u", count: 9_000))'>"
    #expect(verdict(document(space, "<b/>", 400)).hasSuffix(excess))
    let entity = "<!ENTITY e '<b/><b/>'>" + value
    #expect(verdict(document(entity, "&e;", 40)).hasSuffix(excess))
    // Many short ones, and as many as a realistic file may have.
    let many = "<!ATTLIST b\((0..<250).map { " a\($0) CDATA 'x'" }.joined())>"
    var found = ""
    let time = seconds { found = verdict(document(many, "<b/>", 250_000)) }
    #expect(found.hasSuffix(excess) && time < 5)
    let status = "<!ATTLIST b status CDATA 'translated'>"
    #expect(verdict(document(status, "<b lang='de'>a value</b>", 200_000)) == "well formed")
  }

  @Test
  func `entities of the document are resolved, with the locations of their references`() throws {
    let text = """
      <!DOCTYPE r [
        <!ENTITY name "Zoë">
        <!ENTITY bold "<b a='1'>x</b>">
        <!-- no event -->
        <?no event?>
        <!ATTLIST r lang CDATA "de" x CDATA #IMPLIED>
      ]> <!-- one event -->
      <r x="&name;!">
       &name; &bold; &name;
      </r>
      """
    for size in [1, 7, Int.max] {
      #expect(
        try events(of: Array(text.utf8), inPiecesOf: size) == [
          "doctype@1:1", "aside@7:4 <!-- one event -->",
          "<r@8:1 x@8:4=\"Zoë!\"@8:7 lang@8:1=\"de\"@8:1>@8:16",
          "text \"\\n Zoë \"", "<b@8:16 a@8:16=\"1\"@8:16>@8:16", "text \"x\"", "</b> ",
          "text \" Zoë\\n\"", "</r> </r>",
        ])
    }
  }

  @Test func `no external resources are opened`() throws {
    let folder = try TemporaryFolder()
    // Opening a pipe without a writer blocks for ever.
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for address in [pipe, "file://\(pipe)", "file:pipe"] {
      for subset in [
        "<!ENTITY e SYSTEM '\(address)'>", "<!ENTITY e PUBLIC 'p' '\(address)'>",
        "<!ENTITY % e SYSTEM '\(address)'> %e;",
      ] {
        let found = verdict("<!DOCTYPE r [\(subset)]><r a='&e;'>&e;</r>")
        #expect(
          found == "1:14 external-entity: the external entity 'e' is not loaded")
      }
      #expect(verdict("<!DOCTYPE r SYSTEM '\(address)'><r/>") == "well formed")
      #expect(
        verdict("<!DOCTYPE r PUBLIC 'p' '\(address)' [<!ATTLIST r a CDATA 'b'>]><r/>")
          == "well formed")
      let include =
        "<r xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='\(address)'/></r>"
      #expect(verdict(include) == "well formed")
      #expect(
        verdict("<?xml-stylesheet href='\(address)'?><r xml:base='\(address)'/>") == "well formed")
    }
  }

  @Test func `a document truncated at any point is an error`() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- c --><!DOCTYPE trema [<!ENTITY e "é">]>
      <trema masterLang='de' xmlns:x="urn:x"><?pi a?>
        <text key="a&amp;b"><value lang="de"><![CDATA[<]]>&e; 😀 &#65;<b/></value></text>
      </trema>
      """
    let bytes = Array(text.utf8)
    #expect(verdict(bytes) == "well formed")
    for count in 0..<bytes.count {
      let found = verdict(Array(bytes[..<count]))
      #expect(found != "well formed", "\(count) bytes")
      #expect(verdict(Array(bytes[..<count]), inPiecesOf: 1) == found, "\(count) bytes")
    }
  }
}
