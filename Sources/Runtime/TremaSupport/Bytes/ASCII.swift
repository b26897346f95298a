/// Classes of ASCII bytes. Bytes in multibyte UTF-8 sequences are in none of the classes.
///
/// The type is `@usableFromInline`, like all types of a package whose functions are inlined into
/// other modules.
@usableFromInline package enum ASCII {
  /// Returns whether a byte is a decimal digit.
  @inlinable package static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns whether a byte is a letter.
  @inlinable package static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Returns whether a byte is a letter or a decimal digit.
  @inlinable package static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte)
  }

  /// Returns whether a byte is a hexadecimal digit in either case.
  @inlinable package static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  /// Returns whether a byte is a space, tab, line feed, vertical tab, form feed or carriage return.
  @inlinable package static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  /// Returns an uppercase letter in lowercase, and any other byte unchanged.
  @inlinable package static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// Returns a hexadecimal digit's value, or `nil` if the byte is not one.
  @inlinable package static func hexDigitValue(_ digit: UInt8) -> UInt8? {
    guard isHexadecimal(digit) else { return nil }
    return isDigit(digit) ? digit & 0x0F : (digit & 0x07) + 9
  }
}
