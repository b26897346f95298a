import TremaSupport

/// Parses numbers and data in XML property lists.
///
/// Based on CoreFoundation's `CFPropertyList.c` and checked against Foundation; stricter where
/// Foundation accepts input that other readers reject (whitespace before a number, data without
/// padding).
enum XMLScalars {
  /// Parses an integer in decimal or hexadecimal notation: `-12`, `+12`, `0x1F`, `-0X1f`.
  ///
  /// - Returns: The integer, or `nil` if the text is not an integer, or is outside -2^63...2^64 -
  ///   1.
  static func integer(_ bytes: [UInt8]) -> PropertyList.Integer? {
    var rest = bytes[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var base: UInt64 = 10
    if rest.count > 1, rest[rest.startIndex] == UInt8(ascii: "0"),
      // Setting bit 0x20 converts an uppercase letter to lowercase.
      rest[rest.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    {
      base = 16
      rest.removeFirst(2)
    }
    if rest.isEmpty { return nil }
    var magnitude: UInt64 = 0
    for byte in rest {
      guard let digit = ASCII.hexDigitValue(byte), UInt64(digit) < base else { return nil }
      let (product, overflows) = magnitude.multipliedReportingOverflow(by: base)
      let (sum, overflowsToo) = product.addingReportingOverflow(UInt64(digit))
      if overflows || overflowsToo { return nil }
      magnitude = sum
    }
    return PropertyList.Integer(isNegative: isNegative, magnitude: magnitude)
  }

  /// Parses a real number, such as `1`, `-0.5` or `1e6`, or, ignoring case, `nan`, `inf` or
  /// `-infinity`.
  ///
  /// - Returns: The number, or `nil` if the text is not a number. A number that is too large
  ///   becomes infinity.
  static func real(_ bytes: [UInt8]) -> Double? {
    let text = String(decoding: bytes, as: UTF8.self)
    switch text.lowercased() {
    case "nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: break
    }
    // `Double` also accepts hexadecimal numbers and NaN payloads, which property lists don't
    // support.
    let isDecimal = bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    return isDecimal ? Double(text) : nil
  }

  /// An error in Base64 text.
  struct Base64Fault: Error {
    /// The index of the byte to report.
    let index: Int
    /// The reason, for the message.
    let reason: String
    /// The decoded bytes and the number of missing `=` characters, if missing padding is the only
    /// problem.
    var unpadded: (bytes: [UInt8], missing: Int)?
  }

  /// Decodes Base64. Whitespace is allowed anywhere.
  ///
  /// See RFC 4648, section 4.
  static func base64(_ bytes: [UInt8]) -> Result<[UInt8], Base64Fault> {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 4 * 3)
    // Up to four digits of six bits each, with the first digit in the highest bits.
    var group: UInt32 = 0
    var digits = 0
    var padding = 0
    for (index, byte) in bytes.enumerated() where !ASCII.isSpace(byte) {
      if byte == UInt8(ascii: "="), digits >= 2, digits + padding < 4 {
        padding += 1
        continue
      }
      guard let digit = Base64.value(of: byte) else {
        return .failure(
          Base64Fault(index: index, reason: "a character is not in the Base64 alphabet"))
      }
      if padding > 0 {
        return .failure(Base64Fault(index: index, reason: "there is data after the final '='"))
      }
      group = group << 6 | UInt32(digit)
      digits += 1
      if digits == 4 {
        append(group, 3, to: &result)
        (group, digits) = (0, 0)
      }
    }
    // The last group may have two or three digits, which encode one or two bytes.
    if digits == 0 { return .success(result) }
    let missing = 4 - digits - padding
    if digits > 1 { append(group << (6 * UInt32(4 - digits)), digits - 1, to: &result) }
    if missing == 0 { return .success(result) }
    var fault = Base64Fault(
      index: bytes.count, reason: "the last group does not have four characters")
    if digits > 1 { fault.unpadded = (result, missing) }
    return .failure(fault)
  }

  /// Appends the first bytes of a 24-bit group, highest byte first.
  private static func append(_ group: UInt32, _ count: Int, to bytes: inout [UInt8]) {
    for shift in [16, 8, 0].prefix(count) {
      bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(shift)))
    }
  }
}
