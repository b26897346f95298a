/// The escapes of texts in workbooks: `_x000D_` means the UTF-16 unit 000D, which XML may have
/// no place for, and `_x005F_` for an underscore that would begin one.
///
/// Source: ECMA-376 part 1, 22.9.2.19, `ST_Xstring`.
enum OfficeText {
  private static let underscore = UInt8(ascii: "_")
  /// `_xHHHH_`
  private static let escapeLength = 7

  /// The beginning of what may be long, and is told of thousands of cells: names of sheets, which have
  /// 31 letters in Excel, and formats.
  static func excerpt(_ text: String) -> String {
    let shown = String(text.unicodeScalars.prefix(40))
    return shown.utf8.count < text.utf8.count ? "\(shown)…" : text
  }

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

  /// The escape, or the pair of them, that begins at `index`. Half a surrogate pair is text.
  private static func escape(in bytes: [UInt8], at index: Int) -> (Unicode.Scalar, length: Int)? {
    guard let unit = unit(in: bytes, at: index) else { return nil }
    if let scalar = Unicode.Scalar(unit) { return (scalar, escapeLength) }
    guard unit < 0xDC00, let low = self.unit(in: bytes, at: index + escapeLength),
      (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF)
    else { return nil }
    return (scalar, 2 * escapeLength)
  }

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

  /// Appends `text` as character data of XML, with what XML has no place for escaped. A carriage
  /// return would be read as a line feed.
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
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"): xml.append(byte)
        case 0..<0x20: append(escape: UInt16(byte), to: &xml)
        case 0xBE, 0xBF:
          // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
          let isOdd = index >= 2 && bytes[index - 1] == 0xBF && bytes[index - 2] == 0xEF
          if isOdd {
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

  private static func append(escape unit: UInt16, to xml: inout [UInt8]) {
    let digits = String(unit, radix: 16, uppercase: true)
    xml += "_x".utf8
    xml += String(repeating: "0", count: 4 - digits.count).utf8
    xml += digits.utf8
    xml.append(underscore)
  }
}
