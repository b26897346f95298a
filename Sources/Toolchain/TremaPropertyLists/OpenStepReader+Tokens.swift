import TremaSupport

extension OpenStepReader {
  /// The next byte to read, or `nil` at the end of the file.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Skips a byte if it is next.
  ///
  /// - Returns: Whether the byte was skipped.
  mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    offset += 1
    return true
  }

  /// Returns an offset's line and column. Offsets should increase so that lines don't have to be
  /// counted again.
  mutating func position(at offset: Int) -> SourcePosition { lines.position(at: offset, in: bytes) }

  /// Returns the extent from a start to an offset. An end before the start gives an empty extent.
  mutating func extent(from start: Start, to end: Int) -> PropertyList.Extent {
    PropertyList.Extent(
      start: start.position, end: position(at: end),
      bytes: start.offset + markLength..<max(start.offset, end) + markLength)
  }

  /// Reads data, `<0fbd77>`. Whitespace is allowed between bytes, but not between the two digits of
  /// a byte.
  ///
  /// - Parameter opening: The position of the `<`.
  mutating func data(from opening: SourcePosition) throws(Diagnostic) -> [UInt8] {
    offset += 1
    var result: [UInt8] = []
    // The first digit of a byte whose second digit has not been read.
    var high: UInt8?
    while let byte, byte != UInt8(ascii: ">") {
      if let digit = ASCII.hexDigitValue(byte) {
        if let first = high { result.append(first << 4 | digit) }
        high = high == nil ? digit : nil
      } else if byte != 0x20, !(0x09...0x0D).contains(byte) {
        throw invalidHexadecimalDigit()
      } else if high != nil {
        throw incompleteByte()
      }
      offset += 1
    }
    if byte == nil { throw unclosedData(opening) }
    if high != nil { throw incompleteByte() }
    offset += 1
    return result
  }

  /// Skips whitespace, including U+2028 and U+2029, and comments. Comments are stored in
  /// ``comments``.
  mutating func skipWhitespaceAndComments() throws(Diagnostic) {
    while let byte {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        offset += 1
      } else if byte == 0xE2, isLineSeparator(at: offset) {
        offset += 3
      } else if byte == UInt8(ascii: "/"), offset + 1 < bytes.count {
        switch bytes[offset + 1] {
        case UInt8(ascii: "/"): lineComment()
        case UInt8(ascii: "*"): try blockComment()
        // A single slash starts an unquoted string.
        default: return
        }
      } else {
        return
      }
    }
  }

  /// Returns whether U+2028 or U+2029, which are encoded as E2 80 A8 and E2 80 A9, starts at an
  /// index.
  private func isLineSeparator(at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index] == 0xE2 && bytes[index + 1] == 0x80
      && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9)
  }

  /// Reads a comment up to, but not including, the end of the line.
  private mutating func lineComment() {
    let start = offset
    while let byte, byte != 0x0A, byte != 0x0D, !isLineSeparator(at: offset) { offset += 1 }
    keepComment(start + 2..<offset, at: start)
  }

  /// Reads a comment up to `*/`. Such comments do not nest.
  private mutating func blockComment() throws(Diagnostic) {
    let start = offset
    offset += 2
    while offset + 1 < bytes.count {
      if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") {
        offset += 2
        keepComment(start + 2..<offset - 2, at: start)
        return
      }
      offset += 1
    }
    throw unclosedComment(at: start)
  }

  /// Stores a comment.
  ///
  /// - Parameters:
  ///   - range: The bytes between the delimiters.
  ///   - start: The offset of the opening delimiter.
  private mutating func keepComment(_ range: Range<Int>, at start: Int) {
    let text = String(decoding: bytes[range], as: UTF8.self)
    comments.append(PropertyList.Comment(text, at: position(at: start)))
  }
}
