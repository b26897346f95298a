/// The Base64 encoding.
///
/// See RFC 4648, section 4.
package enum Base64 {
  /// The characters of the values from 0 to 63.
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the encoding of bytes on one line, padded with `=`.
  package static func encoded(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var rest = bytes[...]
    while !rest.isEmpty {
      let group = rest.prefix(3)
      rest = rest.dropFirst(3)
      var bits: UInt32 = 0
      for byte in group { bits = bits << 8 | UInt32(byte) }
      bits <<= 8 * UInt32(3 - group.count)
      for index in 0..<4 {
        let letter = letters[Int(bits >> (18 - 6 * UInt32(index)) & 0x3F)]
        text.append(index <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns an encoding's bytes.
  ///
  /// - Parameters:
  ///   - text: The encoded bytes, in ASCII.
  ///   - ignoresSpace: Whether whitespace is allowed anywhere.
  /// - Returns: `nil` for an invalid character, missing or superfluous padding, and nonzero bits
  ///   after the last byte. This leaves exactly one encoding for each byte sequence.
  package static func decoded(
    _ text: some Sequence<UInt8>, ignoresSpace: Bool = false
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (group, count, padding) = (UInt32(0), 0, 0)
    for byte in text {
      if ignoresSpace, ASCII.isSpace(byte) { continue }
      if byte == UInt8(ascii: "=") {
        padding += 1
        group <<= 6
      } else {
        guard padding == 0, let value = value(of: byte) else { return nil }
        group = group << 6 | UInt32(value)
      }
      count += 1
      guard count == 4 else { continue }
      // The bits after the last byte must be 0.
      guard padding <= 2, group & (1 << (8 * UInt32(padding)) - 1) == 0 else { return nil }
      for index in 0..<3 - padding {
        bytes.append(UInt8(truncatingIfNeeded: group >> (16 - 8 * UInt32(index))))
      }
      (group, count) = (0, 0)
    }
    return count == 0 ? bytes : nil
  }

  /// Returns a character's value, from 0 to 63, or `nil` if it is not in the alphabet.
  package static func value(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
