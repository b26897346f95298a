import Testing
import TremaPropertyLists

@Suite struct EncodingTests {
  private static let mark8: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func wide(_ text: String, little: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      little
        ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
  }

  @Test func `UTF-8 and UTF-16 with a byte order mark are read, and columns count UTF-8 bytes`() {
    let text = "é = ü;".replacing("é", with: "\"é\"").replacing("ü", with: "\"ü😀\"")
    let value = "{\"é\"@1:2 = \"ü😀\"@1:9}@1:1"
    #expect(reading(text) == value)
    #expect(reading(Self.mark8 + Array(text.utf8)) == value)
    #expect(reading(Self.wide("\u{FEFF}\(text)", little: true)) == value)
    #expect(reading(Self.wide("\u{FEFF}\(text)", little: false)) == value)
  }

  @Test func `other encodings are rejected by name`() {
    #expect(
      reading(Self.wide("a = b;", little: true))
        == "1:1 invalid-encoding: the file is UTF-16 without a byte order mark, or is not a text file; "
        + "save it as UTF-8; no platform reads this file")
    #expect(
      reading(Array("a =\n\"".utf8) + [0xE9] + Array("\";".utf8))
        == "2:2 invalid-encoding: byte 0xE9 at offset 5 is not valid UTF-8; "
        + "save the file as UTF-8; Latin-1 and similar encodings are not supported")
    #expect(
      reading([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0])
        == "1:1 invalid-encoding: the file is encoded in UTF-32, which is not supported; save it as UTF-8"
    )
    #expect(
      reading(Array("ab\0".utf8)) == "1:3 invalid-character: the file contains a NUL byte; "
        + "remove it, or check that the file is a text file")
    #expect(
      reading(Array("\"a".utf8) + [0xC3])
        == "1:4 invalid-encoding: the file ends in the middle of a character; "
        + "restore the complete file; it appears to be truncated")
    #expect(
      reading(Self.wide("\u{FEFF}ab", little: true) + [0x20])
        == "1:3 invalid-encoding: the file ends in the middle of a character; "
        + "restore the complete file; it appears to be truncated")
    #expect(
      reading(Self.wide("\u{FEFF}ab", little: true) + [0x00, 0xD8, 0x20, 0x00])
        == "1:3 invalid-encoding: the file contains an unpaired UTF-16 surrogate; save it as UTF-8")
  }

  @Test func `a second byte order mark is named in the error`() {
    let complaint =
      "1:1 invalid-character: the file begins with two byte order marks; "
      + "remove one of them; Foundation rejects the file"
    let text = Array("a = b;".utf8)
    #expect(reading(Self.mark8 + Self.mark8 + text) == complaint)
    #expect(reading(Self.mark8 + [0xFF, 0xFE] + Self.wide("a;", little: true)) == complaint)
    #expect(reading(Self.wide("\u{FEFF}\u{FEFF}a;", little: true)) == complaint)
    #expect(reading(Self.wide("\u{FEFF}\u{FEFF}a;", little: false)) == complaint)
  }
}
