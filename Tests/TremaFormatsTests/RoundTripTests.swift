import Foundation
import Testing
import TremaCatalog
import TremaEditing
import TremaFormats
import TremaTestSupport

/// Formats a file in memory.
func format(_ bytes: [UInt8], inPiecesOf size: Int = .max) throws -> [UInt8] {
  var rest = bytes[...]
  var decoder = TremaDecoder(file: "test.trm") { () throws(Never) in
    let piece = rest.prefix(size)
    rest = rest.dropFirst(piece.count)
    return piece.isEmpty ? nil : Array(piece)
  }
  var output: [UInt8] = []
  _ = try CatalogFormatting.format(&decoder) { output += $0 }
  return output
}

@Suite struct RoundTripTests {
  @Test func `the output is read back byte for byte`() throws {
    var generator = CatalogueGenerator(seed: 30)
    for number in 0..<1500 {
      let catalog = generator.catalog()
      let encoded = catalog.encoded()
      let (decoded, _) = try Catalog.decode(encoded, file: "test.trm")
      #expect(
        difference(decoded, catalog) == nil,
        "catalogue \(number)\n\(String(decoding: encoded, as: UTF8.self))")
      #expect(decoded.encoded() == encoded)
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `every layout is read alike and formatted canonically`(lineEnd: String) throws {
    var generator = CatalogueGenerator(seed: 31)
    var encoder = WildEncoder(seed: 32)
    encoder.lineEnd = lineEnd
    for number in 0..<700 {
      let catalog = generator.catalog()
      let wild = Array(encoder.encode(catalog).utf8)
      let note: Comment = "catalogue \(number)\n\(String(decoding: wild, as: UTF8.self))"
      let (decoded, _) = try Catalog.decode(wild, file: "test.trm")
      #expect(difference(decoded, catalog) == nil, note)
      let formatted = try format(wild, inPiecesOf: 7)
      #expect(formatted == catalog.encoded(), note)
      #expect(try format(formatted) == formatted, note)
    }
  }

  @Test func `every encoding is read alike and written as UTF-8`() throws {
    var generator = CatalogueGenerator(seed: 33)
    var encoder = WildEncoder(seed: 34)
    for _ in 0..<100 {
      let catalog = generator.catalog()
      for (encoding, name, mark) in [
        (String.Encoding.utf16LittleEndian, "UTF-16", [0xFF, 0xFE] as [UInt8]),
        (.utf16BigEndian, "UTF-16", [0xFE, 0xFF]), (.utf16BigEndian, "UTF-16", []),
        (.utf8, "UTF-8", [0xEF, 0xBB, 0xBF]),
      ] {
        let text = encoder.encode(catalog, encoding: name)
        let data = try #require(text.data(using: encoding))
        #expect(try format(mark + data) == catalog.encoded())
      }
    }
  }

  @Test func `characters of a Latin-1 file are preserved`() throws {
    let text =
      "<?xml version='1.0' encoding='ISO-8859-1'?><trema masterLang='fr'><text key='é'><value lang='fr'>ça</value></text></trema>"
    let data = try #require(text.data(using: .isoLatin1))
    let (catalog, _) = try Catalog.decode(Array(data), file: "test.trm")
    #expect(catalog.texts.map(\.key) == ["é"])
    #expect(catalog.texts[0]["fr"]?.source == "ça")
  }
}
