import TremaSupport

extension OpenStepReader {
  /// Reads a quoted or unquoted string.
  ///
  /// - Parameter expectation: The description of the expected token, for the message if there is no
  ///   string.
  mutating func readString(orElse expectation: String) throws(Diagnostic) -> Word {
    guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return try readWord(orElse: expectation)
    }
    let opening = Start(offset: offset, position: position(at: offset))
    offset += 1
    let position = position(at: offset)
    var start = offset
    // The buffer is used only if there is an escape sequence. Most strings have none and are a
    // single slice of the file.
    var decoded: [UInt8] = []
    while let byte {
      // Escape sequences have been decoded, so this quote isn't escaped.
      if byte == quote {
        let rest = bytes[start..<offset]
        let text = String(decoding: decoded.isEmpty ? rest : decoded[...] + rest, as: UTF8.self)
        offset += 1
        return Word(text: text, position: position, extent: extent(from: opening, to: offset))
      }
      if byte == UInt8(ascii: "\\"), offset + 1 < bytes.count {
        decoded += bytes[start..<offset]
        try readEscape(into: &decoded)
        start = offset
      } else {
        offset += 1
      }
    }
    throw unclosedString(at: opening.offset)
  }

  /// Reads an unquoted string of at least one character.
  private mutating func readWord(orElse expectation: String) throws(Diagnostic) -> Word {
    let first = offset
    while let byte, Self.isBare(byte) { offset += 1 }
    if offset == first { throw expected(expectation) }
    let start = Start(offset: first, position: position(at: first))
    let text = String(decoding: bytes[first..<offset], as: UTF8.self)
    return Word(text: text, position: start.position, extent: extent(from: start, to: offset))
  }

  /// Returns whether an unquoted string may contain a character. The set of characters is
  /// CoreFoundation's.
  static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
    case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// Decodes the escape sequence at the current offset and skips it.
  ///
  /// The sequences are `\a \b \f \n \r \t \v`, `\ooo` (one to three octal digits in the NeXTSTEP
  /// encoding) and `\Uxxxx` (one to four hexadecimal digits, one UTF-16 code unit). A backslash
  /// before any other character is dropped.
  private mutating func readEscape(into decoded: inout [UInt8]) throws(Diagnostic) {
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
    // The remaining bytes of a multibyte character follow as ordinary text.
    default: decoded.append(letter)
    }
    offset += 2
  }

  /// Decodes `\o`, `\oo` or `\ooo`.
  ///
  /// - Throws: A diagnostic if the NeXTSTEP encoding does not define the code.
  private mutating func octalEscape(into decoded: inout [UInt8]) throws(Diagnostic) {
    let start = offset
    var code = 0
    offset += 1
    // A byte is an octal digit if its five high-order bits are the same as in "0".
    while let byte, byte & 0xF8 == UInt8(ascii: "0"), offset < start + 4 {
      code = code << 3 | Int(byte & 0x07)
      offset += 1
    }
    // Three octal digits can exceed a byte. The highest bit is ignored.
    guard let scalar = NextStepEncoding.scalar(UInt8(truncatingIfNeeded: code)) else {
      throw undefinedOctalCode(at: start)
    }
    decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// Decodes `\Uxxxx`, together with the next sequence if the two form a surrogate pair. Without a
  /// digit, `\U` is the letter U.
  ///
  /// - Throws: A diagnostic for an unpaired surrogate.
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
    guard let scalar = Unicode.Scalar(value) else { throw unpairedSurrogate(at: start) }
    decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// Skips the `\Uxxxx` at the current offset and returns its value. Returns `nil` if there is
  /// none.
  private mutating func codeUnit() -> UInt32? {
    guard offset + 2 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "U"), ASCII.hexDigitValue(bytes[offset + 2]) != nil
    else { return nil }
    let end = offset + 6
    offset += 2
    var value: UInt32 = 0
    while offset < end, let byte, let digit = ASCII.hexDigitValue(byte) {
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }
}

/// The encoding for octal escape sequences, which is independent of the file's encoding.
///
/// See the Unicode Consortium's `MAPPINGS/VENDORS/NEXT/NEXTSTEP.TXT`.
enum NextStepEncoding {
  /// Returns the character for a code, or `nil` for the unassigned codes 0xFE and 0xFF.
  static func scalar(_ code: UInt8) -> Unicode.Scalar? {
    if code < 0x80 { return Unicode.Scalar(code) }
    let index = Int(code) - 0x80
    return index < upperHalf.count ? Unicode.Scalar(upperHalf[index]) : nil
  }

  /// The characters for the codes from 0x80. All are in the Basic Multilingual Plane.
  private static let upperHalf: [UInt16] = [
    0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7,
    0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF,
    0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
    0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7,
    0x00A9, 0x00A1, 0x00A2, 0x00A3, 0x2044, 0x00A5, 0x0192, 0x00A7,
    0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022,
    0x201A, 0x201E, 0x201D, 0x00BB, 0x2026, 0x2030, 0x00AC, 0x00BF,
    0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
    0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7,
    0x2014, 0x00B1, 0x00BC, 0x00BD, 0x00BE, 0x00E0, 0x00E1, 0x00E2,
    0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
    0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1,
    0x0141, 0x00D8, 0x0152, 0x00BA, 0x00F2, 0x00F3, 0x00F4, 0x00F5,
    0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
    0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF,
  ]
}
