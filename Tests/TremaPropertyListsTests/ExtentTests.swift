import Testing
import TremaPropertyLists
import TremaSupport
import TremaTestSupport

/// The bytes of every key and value, cut out of the file.
@Suite struct ExtentTests {
  /// `key = value` of all entries and elements, with the bytes of their extents.
  private static func pieces(of list: PropertyList, _ bytes: [UInt8]) -> [String] {
    func piece(_ extent: PropertyList.Extent) -> String {
      String(decoding: bytes[extent.bytes], as: UTF8.self)
    }
    switch list.value {
    case .dictionary(let entries):
      return entries.flatMap { entry in
        ["\(piece(entry.keyExtent)) = \(piece(entry.value.extent))"]
          + pieces(of: entry.value, bytes)
      }
    case .array(let values):
      return values.flatMap { [piece($0.extent)] + pieces(of: $0, bytes) }
    default: return []
    }
  }

  @Test func `an XML extent spans the start tag to the end tag`() throws {
    let bytes = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
        <key >é</key>
        <string>a&amp;<![CDATA[<b>]]></string>
        <key>list</key><array> <true/><integer
        >1</integer ><data/> </array>
      </dict></plist>
      """.utf8)
    let list = try PropertyList.decode(bytes, file: "f")
    #expect(
      Self.pieces(of: list, bytes) == [
        "<key >é</key> = <string>a&amp;<![CDATA[<b>]]></string>",
        "<key>list</key> = <array> <true/><integer\n  >1</integer ><data/> </array>",
        "<true/>", "<integer\n  >1</integer >", "<data/>",
      ])
    #expect(list.extent.start == SourcePosition(line: 3, column: 1))
    #expect(list.extent.end == SourcePosition(line: 8, column: 8))
    let integer = try #require(list["list"]?.array?[1].extent)
    #expect(integer.start == SourcePosition(line: 6, column: 33))
    #expect(integer.end == SourcePosition(line: 7, column: 16))
  }

  @Test func `a text extent includes quotation marks and brackets`() throws {
    let bytes = Array("\"é\" = 'a\\'b'; b = { c; d = (\n 1, <0f >); }; // end\n".utf8)
    let list = try PropertyList.decode(bytes, file: "f")
    #expect(
      Self.pieces(of: list, bytes) == [
        "\"é\" = 'a\\'b'", "b = { c; d = (\n 1, <0f >); }", "c = c", "d = (\n 1, <0f >)", "1",
        "<0f >",
      ])
    // Without braces it ends with its last entry.
    #expect(list.extent.start == .start)
    #expect(list.extent.end == SourcePosition(line: 2, column: 15))
    let empty = try PropertyList.decode(Array("/* c */".utf8), file: "f")
    #expect(empty.extent.bytes == 7..<7)
  }

  @Test
  func `a binary extent covers the object's bytes, and its column is its offset plus one`() throws {
    let file = BinaryFile(
      [0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x62, 0, 0x62, 0, 0x63], [0xA1, 5], [0x11, 1, 2],
      [0x5F, 0x10, 0x01, 0x64])
    let list = try PropertyList.decode(file.bytes, file: "f")
    #expect(list.extent.bytes == 8..<13)
    #expect(list.entries?.map(\.keyExtent.bytes) == [13..<15, 15..<20])
    #expect(list["a"]?.extent.bytes == 20..<22)
    #expect(list["bc"]?.extent.bytes == 22..<25)
    #expect(list["a"]?.array?.first?.extent.bytes == 25..<29)
    #expect(list["bc"]?.extent.start == SourcePosition(line: 1, column: 23))
    #expect(list["bc"]?.extent.end == SourcePosition(line: 1, column: 26))
    #expect(list.position == .start)
  }

  @Test func `a byte order mark counts as bytes of a UTF-8 file, but not as a column`() throws {
    for text in ["<plist><true/></plist>", "{a=b;}"] {
      let bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
      let list = try PropertyList.decode(bytes, file: "f")
      let extent = list.extent
      #expect(bytes[extent.bytes].first == text.utf8.first { $0 == 0x7B } ?? 0x3C)
      #expect(extent.start.column == extent.bytes.lowerBound - 3 + 1)
      #expect(extent.end.column == extent.bytes.upperBound - 3 + 1)
    }
    // In another encoding the bytes are those of the text as UTF-8.
    let wide = Array("\u{FEFF}<plist><string>é</string></plist>".utf16)
    let list = try PropertyList.decode(
      wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, file: "f")
    #expect(list.extent.bytes == 7..<26)
  }

  @Test func `the extents of 200 random values are read as the same values`() throws {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<200 {
      let bytes = try PropertyList.random(&random).encodedXML(file: "f")
      let list = try PropertyList.decode(bytes, file: "f")
      try Self.check(list, bytes)
    }
  }

  private static func check(_ list: PropertyList, _ bytes: [UInt8]) throws {
    let extent = list.extent
    let source = Array("<plist>".utf8) + bytes[extent.bytes] + Array("</plist>".utf8)
    #expect(try PropertyList.decode(source, file: "f") == list)
    #expect(extent.start.advanced(over: bytes[extent.bytes]) == extent.end)
    #expect(SourcePosition.start.advanced(over: bytes[..<extent.bytes.lowerBound]) == extent.start)
    for value in list.array ?? [] { try check(value, bytes) }
    for entry in list.entries ?? [] {
      let key = entry.keyExtent
      #expect(bytes[key.bytes].starts(with: "<key>".utf8))
      #expect(key.start.advanced(over: bytes[key.bytes]) == key.end)
      try check(entry.value, bytes)
    }
  }
}
