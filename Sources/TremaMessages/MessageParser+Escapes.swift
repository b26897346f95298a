extension MessageParser {
  /// Resolves `\n \t \r \" \' \\ \uXXXX \UXXXX` into `decoded`. `\u` and `\U` take exactly four
  /// hexadecimal digits, one UTF-16 unit; two units that form a surrogate pair make one character.
  /// Anything else after a backslash stays as it is and is an issue.
  mutating func decodeEscapes(_ rule: BackslashRule) {
    let backslash = UInt8(ascii: "\\")
    guard rule == .escape, bytes.contains(backslash) else {
      decoded = Array(bytes)
      return
    }
    decoded.reserveCapacity(bytes.count)
    origins.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == backslash, let (scalar, end) = escape(at: index) {
        let start = decoded.count
        decoded += UTF8.encode(scalar).map(Array.init) ?? []
        origins.append(contentsOf: repeatElement(index, count: decoded.count - start))
        index = end
        continue
      }
      if bytes[index] == backslash {
        issues.append(MessageIssue(.unknownEscape, index..<endOfCharacter(after: index)))
      }
      decoded.append(bytes[index])
      origins.append(index)
      index += 1
    }
  }

  /// Resolves the escapes of a text in which no percent sign and no brace stands.
  ///
  /// - Returns: false where a backslash is no escape; the bytes are of no use then.
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
      decoded += UTF8.encode(scalar).map(Array.init) ?? []
      index = end
    }
    return true
  }

  /// The end of the character that a backslash at `index` stands before.
  private func endOfCharacter(after index: Int) -> Int {
    var end = min(index + 2, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// The character that the escape at `index` stands for, and the offset after the escape.
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
    // A text cannot hold NUL: C strings, XML and resource compilers all end or fail there.
    return unit == 0 ? nil : unit
  }
}
