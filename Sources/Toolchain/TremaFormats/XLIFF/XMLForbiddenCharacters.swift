/// Functions for characters that XML 1.0 does not allow, not even as references.
///
/// See XML 1.0, production 2, "Char".
enum XMLForbiddenCharacters {
  /// Returns the first forbidden character at or after an index: the index of its first byte, its
  /// length in bytes, and its code point. Returns `nil` if there is none.
  static func first(
    in utf8: [UInt8], from start: Int = 0
  ) -> (index: Int, length: Int, scalar: UInt16)? {
    var index = start
    // Control characters have one byte. U+FFFE and U+FFFF are encoded as EF BF BE and EF BF BF.
    while index < utf8.count {
      let byte = utf8[index]
      if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return (index, 1, UInt16(byte)) }
      if byte == 0xEF, index + 2 < utf8.count, utf8[index + 1] == 0xBF, utf8[index + 2] >= 0xBE {
        return (index, 3, utf8[index + 2] == 0xBE ? 0xFFFE : 0xFFFF)
      }
      index += 1
    }
    return nil
  }

  /// Returns a string with each forbidden character replaced with an escape sequence such as
  /// `\u0001`, for use where elements are not allowed.
  static func escaped(_ text: String) -> String {
    let utf8 = Array(text.utf8)
    guard first(in: utf8) != nil else { return text }
    var bytes: [UInt8] = []
    var index = 0
    while let found = first(in: utf8, from: index) {
      bytes += utf8[index..<found.index]
      bytes.append("\\u")
      bytes.append(hexadecimal: found.scalar, uppercase: true)
      index = found.index + found.length
    }
    bytes += utf8[index...]
    return String(decoding: bytes, as: UTF8.self)
  }
}
