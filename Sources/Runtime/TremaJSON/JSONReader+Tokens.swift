import TremaSupport

extension JSONReader {
  /// Skips whitespace and comments. This is the only place where lines are counted, because strings
  /// cannot contain line breaks.
  mutating func skipWhitespaceAndComments() throws(Diagnostic) {
    while let byte {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): offset += 1
      case UInt8(ascii: "\n"): advanceLine()
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  /// Skips a line end and starts the next line.
  private mutating func advanceLine() {
    offset += 1
    line += 1
    lineStart = offset
  }

  /// Skips a comment. The current byte is its first slash.
  private mutating func skipComment() throws(Diagnostic) {
    let start = position
    offset += 1
    switch byte {
    case UInt8(ascii: "/"):
      while let byte, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { offset += 1 }
    case UInt8(ascii: "*"):
      offset += 1
      var last: UInt8 = 0
      while let byte {
        if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") {
          offset += 1
          return
        }
        if byte == UInt8(ascii: "\n") { advanceLine() } else { offset += 1 }
        last = byte
      }
      throw unclosedComment(from: start)
    default:
      throw unexpectedSlash(at: start)
    }
  }

  /// Returns whether a byte starts a number. `+` and `.`, which other languages allow, are included
  /// so that they are reported as invalid numbers.
  static func beginsNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Reads a number.
  mutating func readNumber() throws(Diagnostic) -> JSONNumber {
    let end = endOfWord
    let text = bytes[offset..<end]
    guard Self.isNumber(text) else { throw invalidNumber() }
    offset = end
    return JSONNumber(verified: String(decoding: text, as: UTF8.self))
  }

  /// Returns whether the bytes are a valid JSON number.
  ///
  /// See RFC 8259, section 6: [ minus ] int [ frac ] [ exp ].
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func digits() -> Bool {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest.removeFirst(count)
      return count > 0
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest.removeFirst()
    } else if !digits() {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      if !digits() { return false }
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      if !digits() { return false }
    }
    return rest.isEmpty
  }

  /// Checks that all bytes are valid UTF-8. Called before reading, which does not validate bytes
  /// above 0x7F.
  ///
  /// See "Well-Formed UTF-8 Byte Sequences", table 3-7 of the Unicode Standard.
  func checkEncoding() throws(Diagnostic) {
    var index = offset
    while index < bytes.count {
      let lead = bytes[index]
      if lead < 0x80 {
        index += 1
        continue
      }
      let second: ClosedRange<UInt8>
      let length: Int
      switch lead {
      case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
      case 0xE0: (second, length) = (0xA0...0xBF, 3)
      case 0xED: (second, length) = (0x80...0x9F, 3)
      case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
      case 0xF0: (second, length) = (0x90...0xBF, 4)
      case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
      case 0xF4: (second, length) = (0x80...0x8F, 4)
      default: throw invalidUTF8(at: index)
      }
      guard index + length <= bytes.count, second.contains(bytes[index + 1]),
        bytes[(index + 2)..<(index + length)].allSatisfy({ (0x80...0xBF).contains($0) })
      else { throw invalidUTF8(at: index) }
      index += length
    }
  }
}
