import TremaSupport

extension JSONReader {
  /// Reads a string. The current byte is its opening quote.
  mutating func readString() throws(Diagnostic) -> String {
    let opening = position
    offset += 1
    var start = offset
    // We fill the array only if the string contains an escape. Most strings have none and are
    // decoded as one slice.
    var decoded: [UInt8] = []
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        defer { offset += 1 }
        if decoded.isEmpty { return String(decoding: bytes[start..<offset], as: UTF8.self) }
        decoded.append(contentsOf: bytes[start..<offset])
        return String(decoding: decoded, as: UTF8.self)
      case UInt8(ascii: "\\"):
        decoded.append(contentsOf: bytes[start..<offset])
        try readEscape(into: &decoded)
        start = offset
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw unclosedString(from: opening)
      case 0..<0x20: throw controlCharacter(byte)
      default: offset += 1
      }
    }
    throw unclosedString(from: opening)
  }

  /// Reads an escape and appends its character.
  private mutating func readEscape(into decoded: inout [UInt8]) throws(Diagnostic) {
    guard offset + 1 < bytes.count else { throw unknownEscape() }
    let byte: UInt8
    switch bytes[offset + 1] {
    case UInt8(ascii: "u"): return try unicodeEscape(into: &decoded)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = bytes[offset + 1]
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "t"): byte = 0x09
    default: throw unknownEscape()
    }
    decoded.append(byte)
    offset += 2
  }

  /// Reads `\u` escapes and appends their character. A high surrogate is combined with the low
  /// surrogate that follows.
  private mutating func unicodeEscape(into decoded: inout [UInt8]) throws(Diagnostic) {
    guard let unit = codeUnit(at: offset) else { throw invalidUnicodeEscape() }
    var value = unit
    var length = 6
    if (0xD800...0xDBFF).contains(unit), let low = codeUnit(at: offset + 6),
      (0xDC00...0xDFFF).contains(low)
    {
      value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      length = 12
    }
    guard let scalar = Unicode.Scalar(value) else { throw unpairedSurrogate(unit) }
    decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    offset += length
  }

  /// Returns the value of `\uXXXX` at an offset, or `nil` if there is no such escape.
  private func codeUnit(at index: Int) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt32 = 0
    for byte in bytes[(index + 2)..<(index + 6)] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte & 0x0F)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        value = value << 4 | UInt32(byte & 0x07) + 9
      default: return nil
      }
    }
    return value
  }
}
