import Foundation
import Testing
import TremaSupport
import TremaTestSupport

@testable import TremaXML

@Suite struct ScannerTests {
  /// Returns the location where libxml2 took over, and the events.
  private func reading(
    _ bytes: [UInt8], inPiecesOf size: Int = .max, limits: XMLLimits = XMLLimits()
  ) throws(Diagnostic) -> (handOver: Int?, events: [String]) {
    let recorder = EventRecorder()
    let reader = XMLReader(file: "f", limits: limits, handler: recorder)
    var rest = bytes[...]
    while !rest.isEmpty {
      try reader.feed(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    try reader.finish()
    return (reader.switchOffset, recorder.events)
  }

  private func reading(_ text: String) throws(Diagnostic) -> (handOver: Int?, events: [String]) {
    try reading(Array(text.utf8))
  }

  @Test(arguments: [
    "TremaPluginTests/Fixtures/App/Sources/App/Texts.trm",
    "TremaFormatsTests/Fixtures/corpora/trema/girders-swift/texts.trm",
    "TremaFormatsTests/Fixtures/corpora/trema/girders-showcase/messages.trm",
  ]) func `real catalogues are read completely without libxml2`(path: String) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let bytes = [UInt8](try Data(contentsOf: tests.appendingPathComponent(path)))
    for size in [1, 100, Int.max] {
      #expect(try reading(bytes, inPiecesOf: size).handOver == nil, "pieces of \(size)")
    }
  }

  @Test func `common constructs of a catalogue are read without libxml2`() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- a comment -->
      <trema masterLang='de' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
        xsi:noNamespaceSchemaLocation="http://software.group.nca/trema/schema/trema-1.0.xsd">
        <text key="a&amp;b&#x41;"><context/>\r
          <value lang="de" status="initial"><![CDATA[<b>\r\n]]> &lt; ] ]] 日本，😀 \u{FE0F}</value>
          <!-- another --><?pi?>
        </text >
      </trema>
      <!-- the last -->

      """
    #expect(try reading([0xEF, 0xBB, 0xBF] + Array(text.utf8)).handOver == nil)
    #expect(try reading("<r/>").handOver == nil)
  }

  @Test func `libxml2 continues from the first unknown construct`() throws {
    for (before, odd) in [
      ("<r>\n<a>é</a>\n<b>\n", "<?é data?>"), ("<r>\n<b>", "<é/>"), ("<r><b>", "<a:b:c/>"),
      ("<r><b>x", "<a b='1\r2'/>"), ("<r><b>x<!-- -->", "a\rb"),
      ("<r><b>", "<n\(String(repeating: "n", count: 200))/>"), ("<r><b>", "<a xmlns:b=''/>"),
      ("<r><b>", "<?p:i?>"),
      ("<r><b>", "<a\((0..<70).map { " n\($0)='\($0)'" }.joined())/>"),
    ] {
      let text = "\(before)\(odd)\n<c d='e'/></b></r>"
      let (handOver, found) = try reading(text)
      #expect(handOver == before.utf8.count, "\(odd)")
      // The last tag is where libxml2 takes over.
      let lines = text.split(separator: "\n")
      #expect(
        found.contains { $0.hasPrefix("<c@\(lines.count):1 d@\(lines.count):4=\"e\"@") }, "\(odd)")
    }
  }

  @Test func `libxml2 reads documents that do not begin like a catalogue`() throws {
    for text in [
      "<!DOCTYPE r><r/>", "<!-- c -->\n<?é?><r/>", "<?xml version='1.1'?><r/>",
      "<?xml version='1.0'  standalone='yes'?><r/>", "<é/>", "<?pi?><!DOCTYPE r><r/>",
    ] {
      #expect(try reading(text).handOver == 0, "\(text)")
    }
  }

  @Test func `a processing instruction is reported as an event`() throws {
    let text = """
      <?xml version='1.0' standalone='yes'?>
      <?first?><!-- > --><?XSL a='?' ? >
      ??><r><?pi <b>&\r
      ]]>?>]<?x.-_1\t-->?></r>
      <?last?>
      """
    for size in [1, 2, 7, Int.max] {
      let (handOver, events) = try reading(Array(text.utf8), inPiecesOf: size)
      #expect(handOver == nil)
      let asides = events.filter { $0.hasPrefix("aside") }
      #expect(
        asides == [
          "aside@2:1 <?first?>", "aside@2:10 <!-- > -->", "aside@2:20 <?XSL a='?' ? >\n??>",
          "aside@3:7 <?pi <b>&\r\n]]>?>", "aside@4:7 <?x.-_1\t-->?>", "aside@5:1 <?last?>",
        ], "pieces of \(size)")
    }
    #expect(
      verdict("<r>\n <?xml?></r>")
        == "2:7 malformed-xml: the XML declaration is not at the start of the file")
  }

  /// libxml2 treats the beginning of such a comment as the whole, if no more was passed to it.
  @Test(arguments: ["<!--->x-->", "<!-->x-->", "<!---> > -->", "<!---->"])
  func `a comment that begins like a complete one is not truncated`(comment: String) throws {
    for (start, end) in [("", "<r/>"), ("<r>", "</r>"), ("<r></r>", "")] {
      let text = Array("\(start)\(comment)\(end)".utf8)
      for size in 1...text.count {
        let (handOver, events) = try reading(text, inPiecesOf: size)
        #expect(handOver == nil)
        #expect(events.contains("aside@1:\(start.count + 1) \(comment)"))
      }
    }
  }

  @Test func `libxml2 takes over after the root element`() throws {
    let (handOver, events) = try reading("<!-- 1 -->\n<r a='b'>\n</r>\n<!-- 2 -->\n<?é?>\n")
    #expect(handOver == 37)
    #expect(
      events == [
        "aside@1:1 <!-- 1 -->", "<r@2:1 a@2:4=\"b\"@2:7>@2:10", "text \"\\n\"", "</r> </r>",
        "aside@4:1 <!-- 2 -->", "aside@5:1 <?é?>",
      ])
    #expect(try reading("<r a='b'/>\n<?é?>").handOver == 11)
  }

  @Test func `an error after the switch to libxml2 has the right line`() {
    #expect(
      verdict("<r\n>\n<a\n>\n<b></b>\n</c></r>")
        == "6:5 malformed-xml: </c> does not match <a> on line 3")
    #expect(
      verdict("<r\n>\n<a>\n<?é?></a>\n</c>")
        == "5:5 malformed-xml: </c> does not match <r> on line 1")
  }

  @Test func `constructs near a limit are handled by libxml2`() throws {
    var limits = XMLLimits()
    limits.depth = 2
    let text = "<a><b/><b>x</b></a>"
    #expect(try reading(Array(text.utf8), limits: limits).handOver == nil)
    limits.depth = 1
    #expect(
      verdict(text, limits: limits) == "1:4 depth-limit: elements are nested more than 1 level deep"
    )
    let long = "<r><a>x</a><!-- \(String(repeating: "x", count: 1 << 20)) --></r>"
    for size in [4096, Int.max] {
      #expect(try reading(Array(long.utf8), inPiecesOf: size).handOver == 11)
    }
    let longText = Array("<r>".utf8) + [UInt8](repeating: 0x78, count: 3 << 20) + Array("</r>".utf8)
    for size in [4096, Int.max] {
      #expect(try reading(longText, inPiecesOf: size).handOver == nil)
    }
  }
}
