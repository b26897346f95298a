/// The escape sequences `\uXXXX` and `\UXXXX` in values.
enum UnicodeEscape {
  /// Returns the length of the escape sequence that starts at an index: 6 bytes, or 12 for a
  /// surrogate pair.
  ///
  /// - Returns: The length, or `nil` if there is no escape sequence, or if it represents NUL or an
  ///   unpaired surrogate.
  static func length(in bytes: [UInt8], at index: Int) -> Int? {
    guard let unit = unit(in: bytes, at: index) else { return nil }
    if Unicode.Scalar(unit) != nil { return unit == 0 ? nil : 6 }
    guard UTF16.isLeadSurrogate(unit), let trail = self.unit(in: bytes, at: index + 6),
      UTF16.isTrailSurrogate(trail)
    else { return nil }
    return 12
  }

  /// Returns the code unit of the escape sequence at an index, or `nil` if there is none.
  private static func unit(in bytes: [UInt8], at index: Int) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] | 0x20 == UInt8(ascii: "u"),
      // The `UInt16` initializer would accept a sign.
      bytes[index + 2] != UInt8(ascii: "+"), bytes[index + 2] != UInt8(ascii: "-")
    else { return nil }
    return UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }

  /// Appends the escape sequences in a range with the escape letter of a different format.
  static func append(
    _ bytes: [UInt8], _ range: Range<Int>, letter: StaticString, into output: inout [UInt8]
  ) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 6) {
      output.append("\\")
      output.append(letter)
      output += bytes[start + 2..<start + 6]
    }
  }
}
