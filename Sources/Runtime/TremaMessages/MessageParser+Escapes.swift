extension MessageParser {
  /// Resolves `\n \t \r \" \' \\ \uXXXX \UXXXX` into `decoded`. `\u` and `\U` require exactly four
  /// hexadecimal digits, which are one UTF-16 code unit. Two code units that form a surrogate pair
  /// are combined. A backslash before any other character is kept and reported as an issue.
  ///
  /// The origins of the bytes are determined later by `mapOrigins()`, because most values with
  /// escapes contain nothing whose location is needed.
  mutating func decodeEscapes(_ rule: BackslashRule) {
    guard rule == .escape, bytes.contains(UInt8(ascii: "\\")) else {
      decoded = Array(bytes)
      return
    }
    hasEscapes = true
    decoded.reserveCapacity(bytes.count)
    walkEscapes { parser, range, scalar in
      if let scalar {
        parser.decoded.append(scalar)
      } else {
        parser.decoded += parser.bytes[range]
      }
    } unknown: { parser, index in
      parser.report(.unknownEscape, index..<parser.endOfCharacter(after: index))
    }
  }

  /// Determines the offset in the source of each decoded byte. Must be called before locations are
  /// requested.
  mutating func mapOrigins() {
    guard hasEscapes, origins.isEmpty else { return }
    origins.reserveCapacity(decoded.count)
    walkEscapes { parser, range, scalar in
      if let scalar {
        parser.origins += repeatElement(range.lowerBound, count: UTF8.width(scalar))
      } else {
        parser.origins += range
      }
    } unknown: { _, _ in
    }
  }

  /// Visits the parts of the source: ranges without escapes, and escapes with the characters they
  /// represent.
  ///
  /// - Parameters:
  ///   - piece: Called with each range, and the character if the range is an escape.
  ///   - unknown: Called with the offset of each backslash that does not start an escape.
  private mutating func walkEscapes(
    _ piece: (inout Self, Range<Int>, Unicode.Scalar?) -> Void,
    unknown: (inout Self, Int) -> Void
  ) {
    var (start, index) = (0, 0)
    while let backslash = bytes.firstIndex(of: UInt8(ascii: "\\"), from: index) {
      guard let (scalar, end) = escape(at: backslash) else {
        unknown(&self, backslash)
        index = backslash + 1
        continue
      }
      if start < backslash { piece(&self, start..<backslash, nil) }
      piece(&self, backslash..<end, scalar)
      (start, index) = (end, end)
    }
    if start < bytes.count { piece(&self, start..<bytes.count, nil) }
  }

  /// Resolves the escapes in a value that contains neither percent signs nor braces.
  ///
  /// - Returns: `false` if a backslash does not start an escape. The output is then incomplete.
  package static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, into decoded: inout [UInt8]
  ) -> Bool {
    let parser = MessageParser(bytes: bytes)
    var index = 0
    while index < bytes.count {
      let next = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) ?? bytes.count
      decoded += bytes[index..<next]
      index = next
      guard next < bytes.count else { break }
      guard let (scalar, end) = parser.escape(at: index) else { return false }
      decoded.append(scalar)
      index = end
    }
    return true
  }

  /// Returns the offset after the character that follows a backslash.
  private func endOfCharacter(after index: Int) -> Int {
    var end = min(index + 2, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// Returns the character that the escape at an offset represents and the offset after the escape,
  /// or `nil` if there is no escape.
  private func escape(at index: Int) -> (Unicode.Scalar, Int)? {
    guard index + 1 < bytes.count else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "n"): return ("\n", index + 2)
    case UInt8(ascii: "t"): return ("\t", index + 2)
    case UInt8(ascii: "r"): return ("\r", index + 2)
    case UInt8(ascii: "\""): return ("\"", index + 2)
    case UInt8(ascii: "'"): return ("'", index + 2)
    case UInt8(ascii: "\\"): return ("\\", index + 2)
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      guard let unit = unit(at: index + 2) else { return nil }
      if let scalar = Unicode.Scalar(unit) { return (scalar, index + 6) }
      guard UTF16.isLeadSurrogate(unit), index + 7 < bytes.count,
        bytes[index + 6] == UInt8(ascii: "\\"), bytes[index + 7] | 0x20 == UInt8(ascii: "u"),
        let trail = self.unit(at: index + 8), UTF16.isTrailSurrogate(trail)
      else { return nil }
      return (UTF16.decode(UTF16.EncodedScalar([unit, trail])), index + 12)
    default: return nil
    }
  }

  /// Returns the value of four hexadecimal digits, or `nil` if they are invalid or the value is
  /// zero.
  private func unit(at index: Int) -> UInt16? {
    guard index + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[index..<index + 4] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    // Texts can't contain NUL, because it ends C strings, and XML and resource compilers reject it.
    return unit == 0 ? nil : unit
  }
}

extension [UInt8] {
  /// Appends a character in UTF-8.
  fileprivate mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      self += UTF8.encode(scalar).map(Array.init) ?? []
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the first index of a byte at or after a start index.
  fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    self[start...].firstIndex(of: byte)
  }
}
