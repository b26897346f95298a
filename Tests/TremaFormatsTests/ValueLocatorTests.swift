import Testing
import TremaCatalog
import TremaFormats
import TremaSupport
import TremaTestSupport

@Suite struct ValueLocatorTests {
  /// Pieces of a value's source with the text of each; a piece without text separates its
  /// neighbours.
  private static let pieces: [(source: String, text: String)] = [
    ("a", "a"), ("é", "é"), ("😀", "😀"), ("\n", "\n"), (" ", " "), ("&amp;", "&"), ("&lt;", "<"),
    ("&#65;", "A"), ("&#xE9;", "é"), ("&#x1F600;", "😀"), ("&#x0041;", "A"), ("&#13;", "\r"),
    ("<![CDATA[<]]>", "<"), ("<![CDATA[&amp;\n ]] > x]]>", "&amp;\n ]] > x"), ("<![CDATA[]]>", ""),
    ("<!-- a > b -->", ""), ("<!--\n-->", ""), ("<?p a > b ?>", ""), ("<?p?>", ""),
    ("<b x='a > b' y=\"'>\">", ""), ("</b>", ""), ("<br/>", ""), (">", ">"), ("'", "'"),
    ("\"", "\""),
  ]

  /// A text with the location of each byte, computed from the pieces.
  private struct Sample {
    var source = ""
    var text = ""
    var positions: [SourcePosition] = []
    var position: SourcePosition

    mutating func add(_ piece: (source: String, text: String)) {
      let isVerbatim = piece.source == piece.text
      let isCDATA = piece.source.hasPrefix("<![CDATA[")
      var inner = isCDATA ? position.advanced(over: "<![CDATA[".utf8) : position
      for byte in piece.text.utf8 {
        positions.append(inner)
        if isVerbatim || isCDATA { inner = inner.advanced(over: CollectionOfOne(byte)) }
      }
      position = position.advanced(over: piece.source.utf8)
      source += piece.source
      text += piece.text
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `every character of a value is found in the file`(lineEnd: String) throws {
    var random = SeededGenerator(seed: 40)
    for _ in 0..<1500 {
      var sample = Sample(position: SourcePosition(line: 2, column: 18))
      var open = 0
      for _ in 0..<random.number(0...10) {
        let piece = random.pick(Self.pieces)
        if piece.source == "</b>" && open == 0
          || piece.source == ">" && sample.source.hasSuffix("]]")
        {
          continue
        }
        open += piece.source.hasPrefix("<b x") ? 1 : piece.source == "</b>" ? -1 : 0
        sample.add(piece)
      }
      for _ in 0..<open { sample.add(("</b>", "")) }
      let file =
        "<trema masterLang='de'><text key='k'>\n<value lang='de'>\(sample.source)</value></text></trema>"
        .replacing("\n", with: lineEnd)
      let (catalog, _) = try Catalog.decode(Array(file.utf8), file: "test.trm")
      let value = try #require(catalog.texts.first?.values.first)
      #expect(value.source.utf8.elementsEqual(sample.text.utf8))
      var isRight = true
      // The offsets of characters; there are no locations within one.
      var offset = 0
      for scalar in sample.text.unicodeScalars {
        isRight = isRight && value.position(ofSourceOffset: offset) == sample.positions[offset]
        isRight = isRight && value.sourceOffset(of: sample.positions[offset]) == offset
        offset += UTF8.width(scalar)
      }
      #expect(isRight, "\(sample.source.debugDescription)")
      // Locations are requested in any order, including backwards.
      var places = ValueLocator(value)
      for _ in 0..<8 {
        let start = random.number(0...sample.text.utf8.count)
        let range = start..<random.number(start...sample.text.utf8.count)
        #expect(
          places.location(ofSource: range, in: catalog.texts[0])
            == value.location(ofSource: range, in: catalog.texts[0]), "\(sample.source)")
      }
    }
  }

  @Test func `an issue in a value is reported at its location`() throws {
    let file = """
      <trema masterLang='de'><text key='k'>
        <value lang='de'>&#65;<![CDATA[ %d
      & 5 %]]>, \\x</value></text></trema>
      """
    let (catalog, _) = try Catalog.decode(Array(file.utf8), file: "test.trm")
    let text = catalog.texts[0]
    let value = text.values[0]
    let places = value.issues.map { value.location(ofSource: $0.range, in: text) }
    #expect(places.map { $0.start?.line } == [3, 3])
    #expect(places.map { $0.start?.column } == [11, 5])
    #expect(places.map { $0.end?.column } == [13, 6])
  }
}
