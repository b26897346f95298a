/// The escape sequences in workbook strings. `_x000D_` represents the UTF-16 code unit 000D; such
/// code units may not be allowed in XML. `_x005F_` is an underscore that would otherwise start an
/// escape sequence.
///
/// See ECMA-376 Part 1, section 22.9.2.19, `ST_Xstring`.
enum SpreadsheetEscaping {
  private static let underscore = UInt8(ascii: "_")
  /// The length of `_xHHHH_`.
  private static let escapeLength = 7

  /// Returns a name, shortened for messages. A malicious file may contain long names, although
  /// Excel limits worksheet names to 31 characters.
  static func excerpt(_ text: String) -> String {
    let prefix = String(text.unicodeScalars.prefix(40))
    return prefix.utf8.count < text.utf8.count ? "\(prefix)…" : text
  }

  /// Returns UTF-8 bytes with escape sequences decoded.
  static func decode(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(underscore) else { return bytes }
    var decoded: [UInt8] = []
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

  /// Decodes the escape sequence at an index, or the surrogate pair that two of them form. Returns
  /// the character and the length in bytes, or `nil` if there is no escape sequence. An unpaired
  /// surrogate is ordinary text.
  private static func escape(in bytes: [UInt8], at index: Int) -> (Unicode.Scalar, length: Int)? {
    guard let unit = unit(in: bytes, at: index) else { return nil }
    // A code unit that isn't a character by itself is half of a surrogate pair.
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

  /// Appends a string as XML character data. Characters that XML does not allow are escaped, and so
  /// are carriage returns, which XML readers normalize to line feeds.
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
        // Cells contain literal line feeds.
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"): xml.append(byte)
        case 0..<0x20: append(escape: UInt16(byte), to: &xml)
        case 0xBE, 0xBF:
          // U+FFFE and U+FFFF are encoded as EF BF BE and EF BF BF.
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
