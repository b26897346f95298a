/// Classes of ASCII bytes; a byte of a longer character of UTF-8 is in none of them.
///
/// Usable from inline, as all types of a package must be whose functions are to be inlined in others.
@usableFromInline package enum ASCII {
  @inlinable package static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  @inlinable package static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  @inlinable package static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte)
  }

  @inlinable package static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  /// Space, tab, line feed, vertical tab, form feed or carriage return.
  @inlinable package static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  /// Other bytes stay what they are.
  @inlinable package static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// The value of a hexadecimal digit.
  @inlinable package static func hexadecimal(_ digit: UInt8) -> UInt8? {
    guard isHexadecimal(digit) else { return nil }
    return isDigit(digit) ? digit & 0x0F : (digit & 0x07) + 9
  }
}
