/// Small things that every writer of bytes needs.
extension [UInt8] {
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  /// Appends `text` with some of its bytes replaced; runs of the others are copied whole.
  ///
  /// - Parameters:
  ///   - text: what to write.
  ///   - replacement: what to write for a byte, or nil to keep it. Bytes of characters beyond ASCII
  ///     are asked for too.
  @inline(__always)
  mutating func append(
    _ text: String, controlsAs prefix: StaticString? = nil,
    replacing replacement: (UInt8) -> StaticString?
  ) {
    var text = text
    text.withUTF8 { bytes in
      var done = 0
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        var length = 1
        if let new = replacement(byte) {
          append(contentsOf: UnsafeBufferPointer(rebasing: bytes[done..<index]))
          append(new)
        } else if let prefix, let unit = Self.oddUnit(bytes, index) {
          append(contentsOf: UnsafeBufferPointer(rebasing: bytes[done..<index]))
          append(prefix)
          append(hexadecimal: unit, uppercase: false)
          length = unit < 0x80 ? 1 : 3
        } else {
          index += 1
          continue
        }
        index += length
        done = index
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: bytes[done...]))
    }
  }

  /// The control character, U+FFFE or U+FFFF that begins at `index`, if one does.
  @inline(__always)
  private static func oddUnit(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt16? {
    let byte = bytes[index]
    if byte < 0x20 || byte == 0x7F { return UInt16(byte) }
    guard byte == 0xEF, index + 2 < bytes.count, bytes[index + 1] == 0xBF,
      bytes[index + 2] >= 0xBE
    else { return nil }
    return 0xFF00 | UInt16(bytes[index + 2]) | 0x40
  }

  /// Four hexadecimal digits of a UTF-16 unit.
  mutating func append(hexadecimal unit: UInt16, uppercase: Bool) {
    let ten = uppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(unit >> shift & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : ten + digit - 10)
    }
  }

  /// Appends `text` with its control characters, and the two characters that XML has no place for,
  /// as `prefix` and four digits; the rest is left to `append`.
  ///
  /// Such characters come from escapes in a value; they are rare, so the text is searched first.
  ///
  /// - Parameters:
  ///   - text: what to write.
  ///   - prefix: what begins an escape.
  ///   - escapesMark: whether U+FEFF is written so too, for readers that drop it.
  ///   - append: writes the rest.
  mutating func append(
    _ text: String, controlsAs prefix: StaticString, escapesMark: Bool = false,
    append: (String, inout [UInt8]) -> Void
  ) {
    let isOdd = { (scalar: Unicode.Scalar) in
      scalar.value < 0x20 && scalar != "\n" && scalar != "\r" && scalar != "\t"
        || scalar.value == 0x7F || scalar.value == 0xFFFE || scalar.value == 0xFFFF
        || scalar.value == 0xFEFF && escapesMark
    }
    let mayBeOdd = text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xEF }
    guard mayBeOdd, text.unicodeScalars.contains(where: isOdd) else {
      append(text, &self)
      return
    }
    var rest = Substring(text).unicodeScalars
    while let index = rest.firstIndex(where: isOdd) {
      append(String(rest[..<index]), &self)
      self.append(prefix)
      self.append(hexadecimal: UInt16(rest[index].value), uppercase: false)
      rest = rest[rest.index(after: index)...]
    }
    append(String(rest), &self)
  }

  /// Character data: `&` and `<`, and `>` where it would make `]]>`; elsewhere it stays, since a
  /// value that was written with it is not to change.
  mutating func append(xmlText text: String) {
    var brackets = 0
    append(text) { byte in
      defer { brackets = byte == UInt8(ascii: "]") ? brackets + 1 : 0 }
      return switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">") where brackets >= 2: "&gt;"
      // A carriage return of its own would be read as a line feed.
      case UInt8(ascii: "\r"): "&#13;"
      default: nil
      }
    }
  }

  /// The value of an attribute in double quotes; white space but the space would be read as one.
  mutating func append(xmlAttribute text: String) {
    append(text) { byte in
      switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: "\""): "&quot;"
      case UInt8(ascii: "\n"): "&#10;"
      case UInt8(ascii: "\r"): "&#13;"
      case UInt8(ascii: "\t"): "&#9;"
      default: nil
      }
    }
  }
}
