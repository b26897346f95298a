/// The escape sequences in texts of workbooks. `_x000D_` is the UTF-16 code unit 000D, which XML
/// may not allow, and `_x005F_` is an underscore that would otherwise begin an escape sequence.
///
/// Source: ECMA-376 part 1, 22.9.2.19, `ST_Xstring`.
enum OfficeText {
  private static let underscore = UInt8(ascii: "_")
  /// The length of `_xHHHH_`.
  private static let escapeLength = 7

  /// Returns the beginning of a name for messages about many cells. A hostile file may have long
  /// names; Excel limits those of sheets to 31 characters.
  static func excerpt(_ text: String) -> String {
    let prefix = String(text.unicodeScalars.prefix(40))
    return prefix.utf8.count < text.utf8.count ? "\(prefix)…" : text
  }

  /// Returns UTF-8 with its escape sequences decoded.
  static func decode(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(underscore) else { return bytes }
    var decoded: [UInt8] = []
    // An escape sequence of a surrogate pair has twice the length.
    var index = 0
    while index < bytes.count {
      if let (scalar, length) = escape(in: bytes, at: index) {
        decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        index += length
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded
  }

  /// Returns the character of the escape sequence at an index, or of two that are a surrogate pair,
  /// and their length in bytes; `nil` if there is none. A surrogate without the other half is
  /// ordinary text.
  private static func escape(in bytes: [UInt8], at index: Int) -> (Unicode.Scalar, length: Int)? {
    guard let unit = unit(in: bytes, at: index) else { return nil }
    // A code unit that is not a character by itself is one half of a surrogate pair.
    if let scalar = Unicode.Scalar(unit) { return (scalar, escapeLength) }
    guard unit < 0xDC00, let low = self.unit(in: bytes, at: index + escapeLength),
      (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF)
    else { return nil }
    return (scalar, 2 * escapeLength)
  }

  /// Returns the UTF-16 code unit of the escape sequence at an index, or `nil` if there is none.
  private static func unit(in bytes: some RandomAccessCollection<UInt8>, at index: Int) -> UInt32? {
    guard index + escapeLength <= bytes.count else { return nil }
    let escape = bytes.dropFirst(index).prefix(escapeLength)
    guard escape.first == underscore, escape.dropFirst().first == UInt8(ascii: "x"),
      escape.last == underscore
    else { return nil }
    var value: UInt32 = 0
    for byte in escape.dropFirst(2).dropLast() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - 0x30)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - 0x37)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - 0x57)
      default: return nil
      }
    }
    return value
  }

  /// Appends a text as character data of XML. Characters that XML does not allow are escaped, and
  /// so is a carriage return, which XML readers normalize to a line feed.
  static func append(_ text: String, to xml: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: "&"): xml += "&amp;".utf8
        case UInt8(ascii: "<"): xml += "&lt;".utf8
        case UInt8(ascii: ">"): xml += "&gt;".utf8
        case UInt8(ascii: "\""): xml += "&quot;".utf8
        case underscore where unit(in: bytes, at: index) != nil: xml += "_x005F_".utf8
        // A line feed is not escaped, because the cells of a workbook contain line feeds as they
        // are.
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"): xml.append(byte)
        case 0..<0x20: append(escape: UInt16(byte), to: &xml)
        case 0xBE, 0xBF:
          // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
          let isNoncharacter = index >= 2 && bytes[index - 1] == 0xBF && bytes[index - 2] == 0xEF
          if isNoncharacter {
            xml.removeLast(2)
            append(escape: 0xFF40 | UInt16(byte), to: &xml)
          } else {
            xml.append(byte)
          }
        default: xml.append(byte)
        }
      }
    }
  }

  /// Appends the escape sequence of a UTF-16 code unit.
  private static func append(escape unit: UInt16, to xml: inout [UInt8]) {
    let digits = String(unit, radix: 16, uppercase: true)
    xml += "_x".utf8
    xml += String(repeating: "0", count: 4 - digits.count).utf8
    xml += digits.utf8
    xml.append(underscore)
  }
}
