import TremaSupport

/// A key and a value, with escape sequences decoded.
///
/// See OpenJDK 17, `java.util.Properties`, `load0` and `loadConvert`.
struct PropertiesEntry {
  let key: String
  let value: String
  let keyPosition: SourcePosition
  /// The start of the value, or the position after the key if the value is empty.
  let valuePosition: SourcePosition

  /// An invalid escape sequence or character, and its position.
  struct SyntaxError: Error {
    var reason: String
    var position: SourcePosition
  }

  /// Splits and decodes a logical line.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line, with continuations joined.
  ///   - end: The position after the line.
  init(_ line: [PropertiesByte], endingAt end: SourcePosition) throws(SyntaxError) {
    // The key ends at the first separator or whitespace that isn't escaped.
    var keyEnd = 0
    var isEscaped = false
    var hasSeparator = false
    while keyEnd < line.count {
      let byte = line[keyEnd].byte
      if !isEscaped {
        hasSeparator = byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":")
        if hasSeparator || Self.isSpace(byte) { break }
      }
      isEscaped = byte == UInt8(ascii: "\\") ? !isEscaped : false
      keyEnd += 1
    }
    // Whitespace around a single separator is skipped.
    var start = min(keyEnd + 1, line.count)
    while start < line.count {
      let byte = line[start].byte
      if !Self.isSpace(byte) {
        guard !hasSeparator, byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") else { break }
        hasSeparator = true
      }
      start += 1
    }
    key = try Self.decoded(line[..<keyEnd])
    value = try Self.decoded(line[start...])
    keyPosition = line.first?.position ?? end
    let lineEnd = line.last.map {
      SourcePosition(line: $0.position.line, column: $0.position.column + 1)
    }
    valuePosition = start < line.count ? line[start].position : lineEnd ?? end
  }

  /// Returns whether a byte is whitespace within a line: a space, a tab or a form feed.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0C
  }

  /// Decodes the escape sequences of a key or value. A backslash before any other character is
  /// dropped.
  private static func decoded(_ bytes: ArraySlice<PropertiesByte>) throws(SyntaxError) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index].byte
      guard byte == UInt8(ascii: "\\"), index + 1 < bytes.endIndex else {
        if byte == 0 {
          throw SyntaxError(
            reason: "a text cannot contain a NUL character", position: bytes[index].position)
        }
        result.append(byte)
        index += 1
        continue
      }
      switch bytes[index + 1].byte {
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "u"):
        let (scalar, end) = try scalar(bytes, at: index)
        result += Array(Unicode.UTF8.encode(scalar) ?? .init())
        index = end
        continue
      case let other: result.append(other)
      }
      index += 2
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the character that `\uXXXX`, or a surrogate pair of two such sequences, represents,
  /// and the index after it.
  ///
  /// - Throws: An error for missing digits, NUL, or an unpaired surrogate.
  private static func scalar(
    _ bytes: ArraySlice<PropertiesByte>, at start: Int
  ) throws(SyntaxError) -> (Unicode.Scalar, end: Int) {
    let position = bytes[start].position
    guard let unit = unit(bytes, at: start) else {
      throw SyntaxError(
        reason: "'\\u' must be followed by four hexadecimal digits", position: position)
    }
    if unit == 0 {
      throw SyntaxError(reason: "a text cannot contain a NUL character", position: position)
    }
    if let scalar = Unicode.Scalar(unit) { return (scalar, start + 6) }
    guard UTF16.isLeadSurrogate(unit), let trail = Self.unit(bytes, at: start + 6),
      UTF16.isTrailSurrogate(trail)
    else { throw SyntaxError(reason: "unpaired surrogate", position: position) }
    return (UTF16.decode(UTF16.EncodedScalar([unit, trail])), start + 12)
  }

  /// Returns the code unit of the `\uXXXX` at an index, or `nil` if there is none.
  private static func unit(_ bytes: ArraySlice<PropertiesByte>, at start: Int) -> UInt16? {
    guard start + 6 <= bytes.endIndex, bytes[start].byte == UInt8(ascii: "\\"),
      bytes[start + 1].byte == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for digit in bytes[(start + 2)..<(start + 6)] {
      guard let value = digit.byte.hexadecimalDigit else { return nil }
      unit = unit << 4 | UInt16(value)
    }
    return unit
  }
}
