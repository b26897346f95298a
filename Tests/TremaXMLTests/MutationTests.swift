import Foundation
import Testing
import TremaTestSupport
import TremaXML

/// The reader returns for randomly damaged documents, with the same result as libxml2's own
/// program.
@Suite struct MutationTests {
  private static let samples: [[UInt8]] = [
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- a comment -->
    <trema masterLang="de" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <text key="a &amp; b"><context>é</context>
        <value lang='de' status="initial"><![CDATA[<b>]]> &lt;&#65; 😀</value>
        <value lang="en"/><?pi data?>
      </text>
    </trema>
    """,
    """
    <!DOCTYPE r [<!ENTITY e "x<b/>"><!ATTLIST r a CDATA "1"><!-- c --><?p?>]>
    <r>&e;&e;<a b="&#x41;'"/><c></c></r>
    """,
    "<?xml version='1.0' encoding='ISO-8859-1'?><r a='b'>text</r>",
  ].map { Array($0.utf8) }

  private static let tokens: [[UInt8]] =
    [
      "<", ">", "&", "\"", "'", "/", "=", "]]>", "<![CDATA[", "<!--", "-->", "<?", "?>",
      "<!DOCTYPE r [",
      "]>", "&e;", "&#0;", "&#xFFFF;", "%p;", "<!ENTITY e '&e;'>", "xmlns=''", "xmlns:a=''", "\r",
      "\u{85}",
      "encoding='UTF-16'", "<a>", "</a>", " ",
    ].map { Array($0.utf8) } + [
      [0x00], [0x01], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF],
    ]

  static func mutated(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = random.pick(samples)
    for _ in 0..<random.number(1...3) where !bytes.isEmpty {
      let index = random.number(0...bytes.count - 1)
      let end = min(bytes.count, index + random.number(1...8))
      switch random.number(0...5) {
      case 0: bytes[index] = UInt8(truncatingIfNeeded: random.number(0...255))
      case 1: bytes.removeSubrange(index..<end)
      case 2: bytes.insert(contentsOf: bytes[index..<end], at: random.number(0...bytes.count))
      case 3: bytes.removeLast(bytes.count - index)
      default: bytes.insert(contentsOf: random.pick(tokens), at: index)
      }
    }
    return bytes
  }

  @Test func `10,000 damaged documents have the same result however they are divided`() {
    var random = SeededGenerator(seed: 20)
    for number in 0..<10_000 {
      let bytes = Self.mutated(&random)
      let whole = verdict(bytes)
      let pieces = verdict(bytes, inPiecesOf: random.number(1...20))
      #expect(
        (whole == "well formed") == (pieces == "well formed"),
        "document \(number): \(whole) / \(pieces)")
    }
  }

  @Test func `800 damaged documents are well formed exactly if xmllint accepts them`() throws {
    var random = SeededGenerator(seed: 21)
    let folder = try TemporaryFolder()
    var documents: [String: [UInt8]] = [:]
    for number in 0..<800 {
      let name = "\(number).xml"
      documents[name] = Self.mutated(&random)
      try folder.write(documents[name] ?? [], to: name)
    }
    let judged = try Judge.xmllint.run(
      ["--noout", "--nonet", "--noent"] + documents.keys.sorted(), in: folder)
    let complaint = judged.complaint
    var refused: Set<String> = []
    for line in complaint.split(separator: "\n") where line.contains("parser error") {
      if let name = line.split(separator: ":").first { refused.insert(String(name)) }
    }
    for (name, bytes) in documents where refused.contains(name) != (verdict(bytes) != "well formed")
    {
      let text = String(decoding: bytes, as: UTF8.self)
      Issue.record("\(name): \(verdict(bytes)), xmllint differs\n\(text)")
    }
    #expect(refused.count > 300 && refused.count < 800)
  }
}
