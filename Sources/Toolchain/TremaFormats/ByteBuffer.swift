import TremaCatalog

/// Small things that every writer of bytes needs.
extension [UInt8] {
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(brief: $0) }
  }

  /// Appends `text` with some of its bytes replaced; runs of the others are copied whole.
  ///
  /// - Parameters:
  ///   - text: what to write.
  ///   - prefix: what to write, with four hexadecimal digits, for control characters and the two
  ///     characters that XML has no place for; nil to keep them. They come from escapes in a value.
  ///   - escapesMark: whether U+FEFF is written so too, for readers that drop it.
  ///   - odd: the bytes that it may have something for; nil for all.
  ///   - replacement: what to write for a byte, or nil to keep it. Bytes of characters beyond ASCII
  ///     are asked for too.
  @inline(__always)
  mutating func append(
    _ text: String, controlsAs prefix: StaticString? = nil, escapesMark: Bool = false,
    among odd: EscapedBytes? = nil, replacing replacement: (UInt8) -> StaticString?
  ) {
    var text = text
    text.withUTF8 { bytes in
      append(
        bytes, controlsAs: prefix, escapesMark: escapesMark, among: odd, replacing: replacement)
    }
  }

  @inline(__always)
  mutating func append(
    _ bytes: UnsafeBufferPointer<UInt8>, controlsAs prefix: StaticString? = nil,
    escapesMark: Bool = false, among odd: EscapedBytes? = nil,
    replacing replacement: (UInt8) -> StaticString?
  ) {
    var done = 0
    var index = 0
    while true {
      if let odd { index = odd.first(in: bytes, from: index) }
      if index == bytes.count { break }
      let byte = bytes[index]
      var length = 1
      if let new = replacement(byte) {
        append(brief: UnsafeBufferPointer(rebasing: bytes[done..<index]))
        append(brief: UnsafeBufferPointer(start: new.utf8Start, count: new.utf8CodeUnitCount))
      } else if let prefix, let unit = Self.oddUnit(bytes, index, escapesMark) {
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
    append(brief: UnsafeBufferPointer(rebasing: bytes[done...]))
  }

  /// Appends what may be few bytes, which are copied sooner than a function for many is called.
  @inline(__always) private mutating func append(brief bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count > 8 { return append(contentsOf: bytes) }
    for byte in bytes { append(byte) }
  }

  mutating func append(brief bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append(brief: $0) } }

  /// Appends a text as it is spelled between two double quotes in `.strings` and in JSON.
  mutating func append(
    quotable text: String, controlsAs prefix: StaticString, escapesMark: Bool = false
  ) {
    var text = text
    text.withUTF8 { append(quotable: $0, controlsAs: prefix, escapesMark: escapesMark) }
  }

  mutating func append(
    quotable text: UnsafeBufferPointer<UInt8>, controlsAs prefix: StaticString,
    escapesMark: Bool = false
  ) {
    append(
      text, controlsAs: prefix, escapesMark: escapesMark, among: .quotable
    ) { Self.quoted($0) }
  }

  /// The same where it is known already what is in the text.
  mutating func append(
    quotable text: UnsafeBufferPointer<UInt8>, having signs: TextFlags,
    controlsAs prefix: StaticString
  ) {
    if signs.isDisjoint(with: .quotable) {
      return append(contentsOf: text)
    }
    append(quotable: text, controlsAs: prefix)
  }

  /// The plain way of the three above.
  mutating func append(
    quotableByByte text: String, controlsAs prefix: StaticString, escapesMark: Bool = false
  ) {
    append(text, controlsAs: prefix, escapesMark: escapesMark, replacing: Self.quoted)
  }

  @inline(__always) private static func quoted(_ byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case UInt8(ascii: "\n"): "\\n"
    case UInt8(ascii: "\r"): "\\r"
    case UInt8(ascii: "\t"): "\\t"
    default: nil
    }
  }

  /// The control character, U+FFFE or U+FFFF, or the mark, that begins at `index`, if one does.
  @inline(__always)
  private static func oddUnit(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ escapesMark: Bool
  ) -> UInt16? {
    let byte = bytes[index]
    if byte < 0x20 || byte == 0x7F { return UInt16(byte) }
    guard byte == 0xEF, index + 2 < bytes.count else { return nil }
    switch (bytes[index + 1], bytes[index + 2]) {
    case (0xBF, 0xBE): return 0xFFFE
    case (0xBF, 0xBF): return 0xFFFF
    case (0xBB, 0xBF): return escapesMark ? 0xFEFF : nil
    default: return nil
    }
  }

  /// Four hexadecimal digits of a UTF-16 unit.
  mutating func append(hexadecimal unit: UInt16, uppercase: Bool) {
    let ten = uppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(unit >> shift & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : ten + digit - 10)
    }
  }

  /// Character data: `&` and `<`, and `>` where it would make `]]>`; elsewhere it stays, since a
  /// value that was written with it is not to change.
  package mutating func append(xmlText text: String) {
    if EscapedBytes.xmlText.areMissing(in: text) { return append(text: text) }
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
    if EscapedBytes.xmlAttribute.areMissing(in: text) { return append(text: text) }
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
