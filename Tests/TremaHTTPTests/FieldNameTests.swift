import Testing
import TremaHTTP

@Suite struct FieldNameTests {
  /// Strings of up to 20 bytes; names are hashed in blocks of eight bytes.
  private static let texts = (0...20).map { count in
    String(decoding: (0..<count).map { UInt8(ascii: "a") + UInt8($0) }, as: UTF8.self)
  }

  @Test func `names that differ only in case are equal and the same dictionary key`() {
    for text in Self.texts {
      let (lower, upper) = (HTTPFields.Name(text), HTTPFields.Name(text.uppercased()))
      #expect(lower == upper)
      #expect(Set([lower, upper]).count == 1)
    }
  }

  @Test func `names that differ in one letter or in length are not equal`() {
    for text in Self.texts where !text.isEmpty {
      for index in text.utf8.indices {
        var bytes = Array(text.utf8)
        bytes[text.utf8.distance(from: text.utf8.startIndex, to: index)] = UInt8(ascii: "~")
        #expect(HTTPFields.Name(text) != HTTPFields.Name(String(decoding: bytes, as: UTF8.self)))
      }
      #expect(HTTPFields.Name(text) != HTTPFields.Name(text + "a"))
    }
    #expect(Set(Self.texts.map { HTTPFields.Name($0) }).count == Self.texts.count)
  }

  @Test func `only ASCII letters are case-insensitive`() {
    // U+212A is folded to K in texts, and differs from `k` in a single bit where it is one byte.
    #expect(HTTPFields.Name("\u{212A}") != "k")
    #expect(HTTPFields.Name("[") != "{")
    #expect(HTTPFields.Name("é") != "É")
  }
}
