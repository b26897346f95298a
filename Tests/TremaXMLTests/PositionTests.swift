import Foundation
import Testing
import TremaSupport
import TremaTestSupport
import TremaXML

@Suite struct PositionTests {
  static let sizes = [1, 2, 3, 7, 64, 4096, Int.max]

  private func check(
    _ document: SampleDocument, _ bytes: [UInt8], sizes: [Int] = sizes, _ note: String
  ) throws {
    for size in sizes {
      let found = try events(of: bytes, inPiecesOf: size)
      let isSame = found == document.events
      #expect(isSame, "\(note), pieces of \(size)")
      if isSame { continue }
      // A single difference is more readable than two long lists.
      let first = zip(found, document.events).first { $0 != $1 }
      Issue.record(
        "read \(first?.0 ?? "\(found.count)"), wanted \(first?.1 ?? "\(document.events.count)")")
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `every location equals an independently counted one in UTF-8`(lineEnd: String) throws {
    for seed in 1...40 {
      var random = SeededGenerator(seed: UInt64(seed))
      let encoding = [nil, "UTF-8", "utf-8"][seed % 3]
      let document = SampleDocument.random(
        &random, SampleDocument.Shape(encoding: encoding, lineEnd: lineEnd))
      let bytes = Array(document.text.utf8)
      try check(document, bytes, "seed \(seed)")
      try check(document, [0xEF, 0xBB, 0xBF] + bytes, "seed \(seed) with a byte order mark")
    }
  }

  static let encodings: [(String.Encoding, declared: String?, mark: [UInt8])] = [
    (.utf16LittleEndian, "UTF-16", [0xFF, 0xFE]), (.utf16LittleEndian, nil, [0xFF, 0xFE]),
    (.utf16BigEndian, "UTF-16", [0xFE, 0xFF]), (.utf16LittleEndian, "UTF-16", []),
    (.utf16BigEndian, "UTF-16BE", []), (.utf16BigEndian, nil, []),
    (.isoLatin1, "ISO-8859-1", []), (.isoLatin1, "latin1", []),
    (.windowsCP1252, "windows-1252", []),
    (.ascii, "US-ASCII", []),
  ]

  @Test(arguments: encodings.indices)
  func `the encoding of a file does not change locations`(index: Int) throws {
    let (encoding, declared, mark) = Self.encodings[index]
    for seed in 1...12 {
      var random = SeededGenerator(seed: UInt64(100 + seed))
      var shape = SampleDocument.Shape(encoding: declared, lineEnd: seed % 2 == 0 ? "\n" : "\r\n")
      switch encoding {
      case .isoLatin1: shape.letters = ["a", "Zoë", "größe", "\u{A0}", "\u{FF}"]
      case .windowsCP1252: shape.letters = ["a", "Zoë", "10 €", "“x”", "\u{A0}", "Ÿ"]
      case .ascii: shape.letters = ["a", "~"]
      default: break
      }
      let document = SampleDocument.random(&random, shape)
      let data = try #require(document.text.data(using: encoding))
      try check(document, mark + data, "\(encoding), \(declared ?? "undeclared"), seed \(seed)")
    }
  }

  @Test func `lines beyond 65,535 are counted`() throws {
    var random = SeededGenerator(seed: 7)
    let shape = SampleDocument.Shape(count: 20, gap: String(repeating: "\n", count: 7_000))
    let document = SampleDocument.random(&random, shape)
    try check(document, Array(document.text.utf8), sizes: [1, 64, 4096, .max], "140,000 lines")
  }

  @Test func `columns beyond 65,535 are counted`() throws {
    var random = SeededGenerator(seed: 8)
    var shape = SampleDocument.Shape(count: 20, gap: String(repeating: "é ", count: 7_000))
    shape.lineEnd = " "
    let document = SampleDocument.random(&random, shape)
    try check(document, Array(document.text.utf8), sizes: [1, 64, 4096, .max], "400,000 columns")
  }

  @Test func `a tag of many lines and very long attributes keeps its locations`() throws {
    var document = SampleDocument()
    let long = String(repeating: "x\u{E9} ", count: 40_000)
    let names = (0..<200).map { "a\($0)" }
    document.startTag(
      "root",
      names.map { name in
        SampleDocument.Attribute(
          space: "\n\t ", name: name, equals: "\n=\r\n", quote: "'",
          source: name == "a100" ? long : "\"\n>\"", meaning: name == "a100" ? long : "\" >\"")
      }, space: "\n\n", isEmpty: false)
    document.endTag("root", space: "\n")
    try check(document, Array(document.text.utf8), sizes: [7, 64, 4096, .max], "a long tag")
  }

  @Test func `the declaration of the xml prefix does not reorder attributes`() throws {
    let text =
      "<r xmlns:xml='http://www.w3.org/XML/1998/namespace' xmlns:a='urn:a' b='c' xmlns='urn:d'/>"
    #expect(
      try events(of: Array(text.utf8)) == [
        "<r@1:1 xmlns:xml@1:4=\"http://www.w3.org/XML/1998/namespace\"@1:15"
          + " xmlns:a@1:53=\"urn:a\"@1:62 b@1:69=\"c\"@1:72 xmlns@1:75=\"urn:d\"@1:82/>@1:90",
        "</r> \(text)",
      ])
  }
}
