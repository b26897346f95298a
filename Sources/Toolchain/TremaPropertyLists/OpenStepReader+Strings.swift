import TremaSupport

/// Quoted texts, their escapes, and bare words.
extension OpenStepReader {
  mutating func string(orElse expectation: String) throws(Diagnostic) -> Word {
    guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return try word(orElse: expectation)
    }
    let opening = Start(offset: offset, position: position(at: offset))
    offset += 1
    let position = position(at: offset)
    var start = offset
    // Filled only when there is an escape; most texts have none and are one slice.
    var decoded: [UInt8] = []
    while let byte {
      if byte == quote {
        let rest = bytes[start..<offset]
        let text = String(decoding: decoded.isEmpty ? rest : decoded[...] + rest, as: UTF8.self)
        offset += 1
        return Word(text: text, position: position, extent: extent(from: opening, to: offset))
      }
      if byte == UInt8(ascii: "\\"), offset + 1 < bytes.count {
        decoded += bytes[start..<offset]
        try escape(into: &decoded)
        start = offset
      } else {
        offset += 1
      }
    }
    throw unclosedString(at: opening.offset)
  }

  private mutating func word(orElse expectation: String) throws(Diagnostic) -> Word {
    let first = offset
    while let byte, Self.isBare(byte) { offset += 1 }
    if offset == first { throw expected(expectation) }
    let start = Start(offset: first, position: position(at: first))
    let text = String(decoding: bytes[first..<offset], as: UTF8.self)
    return Word(text: text, position: start.position, extent: extent(from: start, to: offset))
  }

  static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
    case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// `\a \b \f \n \r \t \v`, `\ooo` (one to three octal digits, NeXTSTEP encoding), `\Uxxxx` (one
  /// to four hexadecimal digits, one UTF-16 unit). Any other backslash says that the next character
  /// stands for itself.
  private mutating func escape(into decoded: inout [UInt8]) throws(Diagnostic) {
    let letter = bytes[offset + 1]
    switch letter {
    case UInt8(ascii: "U"): return try unicodeEscape(into: &decoded)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): return try octalEscape(into: &decoded)
    case UInt8(ascii: "a"): decoded.append(0x07)
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "v"): decoded.append(0x0B)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    // Of a longer character the rest follows as it is.
    default: decoded.append(letter)
    }
    offset += 2
  }

  private mutating func octalEscape(into decoded: inout [UInt8]) throws(Diagnostic) {
    let start = offset
    var code = 0
    offset += 1
    while let byte, byte & 0xF8 == UInt8(ascii: "0"), offset < start + 4 {
      code = code << 3 | Int(byte & 0x07)
      offset += 1
    }
    // Three digits can say more than a byte; only the byte counts.
    guard let scalar = NextStepEncoding.scalar(UInt8(truncatingIfNeeded: code)) else {
      throw emptyPlace(at: start)
    }
    decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func unicodeEscape(into decoded: inout [UInt8]) throws(Diagnostic) {
    let start = offset
    guard let unit = codeUnit() else {
      decoded.append(UInt8(ascii: "U"))
      offset += 2
      return
    }
    var value = unit
    if 0xD800...0xDBFF ~= unit, let low = codeUnit(), 0xDC00...0xDFFF ~= low {
      value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw loneSurrogate(at: start) }
    decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// The value of the `\Uxxxx` that begins here, and passes it; nil when there is none.
  private mutating func codeUnit() -> UInt32? {
    guard offset + 2 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "U"), ASCII.hexadecimal(bytes[offset + 2]) != nil
    else { return nil }
    let end = offset + 6
    offset += 2
    var value: UInt32 = 0
    while offset < end, let byte, let digit = ASCII.hexadecimal(byte) {
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }
}
