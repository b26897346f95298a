import TremaCatalog

extension [UInt8] {
  /// Appends the UTF-8 bytes of a literal.
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the UTF-8 bytes of a string unchanged.
  mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(brief: $0) }
  }

  /// Appends a string with some bytes replaced. Runs of other bytes are copied in one piece.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of an escape sequence with four hexadecimal digits. It replaces control
  ///     characters, U+FFFE and U+FFFF, which XML does not allow but which escape sequences in a
  ///     value can represent. `nil` keeps them.
  ///   - escapesMark: Whether to escape U+FEFF as well, for readers that drop it.
  ///   - candidates: The bytes that may need a replacement, or `nil` for all bytes.
  ///   - replacement: Returns the replacement of a byte, or `nil` to keep it. Also called for the
  ///     bytes of non-ASCII characters.
  @inline(__always)
  mutating func append(
    _ text: String, controlsAs prefix: StaticString? = nil, escapesMark: Bool = false,
    among candidates: EscapedBytes? = nil, replacing replacement: (UInt8) -> StaticString?
  ) {
    var text = text
    text.withUTF8 { bytes in
      append(
        bytes, controlsAs: prefix, escapesMark: escapesMark, among: candidates,
        replacing: replacement)
    }
  }

  /// Appends UTF-8 bytes with some of them replaced; see the overload for strings.
  @inline(__always)
  mutating func append(
    _ bytes: UnsafeBufferPointer<UInt8>, controlsAs prefix: StaticString? = nil,
    escapesMark: Bool = false, among candidates: EscapedBytes? = nil,
    replacing replacement: (UInt8) -> StaticString?
  ) {
    // The bytes before this index have been appended.
    var done = 0
    var index = 0
    while true {
      if let candidates { index = candidates.first(in: bytes, from: index) }
      if index == bytes.count { break }
      let byte = bytes[index]
      var length = 1
      if let new = replacement(byte) {
        append(brief: UnsafeBufferPointer(rebasing: bytes[done..<index]))
        append(brief: UnsafeBufferPointer(start: new.utf8Start, count: new.utf8CodeUnitCount))
      } else if let prefix, let unit = Self.unitToEscape(bytes, index, escapesMark) {
        append(contentsOf: UnsafeBufferPointer(rebasing: bytes[done..<index]))
        append(prefix)
        append(hexadecimal: unit, uppercase: false)
        // U+FFFE, U+FFFF and U+FEFF take three bytes in UTF-8.
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

  /// Appends a small number of bytes, for which a loop is faster than a bulk copy.
  @inline(__always) private mutating func append(brief bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count > 8 { return append(contentsOf: bytes) }
    for byte in bytes { append(byte) }
  }

  /// Appends a short array.
  mutating func append(brief bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append(brief: $0) } }

  /// Appends a string with the escape sequences that double-quoted strings have in `.strings` and
  /// JSON, but without the quotes.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of an escape sequence with four hexadecimal digits.
  ///   - escapesMark: Whether to escape U+FEFF.
  mutating func append(
    quotable text: String, controlsAs prefix: StaticString, escapesMark: Bool = false
  ) {
    var text = text
    text.withUTF8 { append(quotable: $0, controlsAs: prefix, escapesMark: escapesMark) }
  }

  /// Appends UTF-8 bytes with the escape sequences of double-quoted strings.
  mutating func append(
    quotable text: UnsafeBufferPointer<UInt8>, controlsAs prefix: StaticString,
    escapesMark: Bool = false
  ) {
    append(
      text, controlsAs: prefix, escapesMark: escapesMark, among: .quotable
    ) { Self.quoted($0) }
  }

  /// Appends UTF-8 bytes with the escape sequences of double-quoted strings. Copies them in one
  /// piece if their flags show that they need no escape sequences.
  mutating func append(
    quotable text: UnsafeBufferPointer<UInt8>, having flags: TextFlags,
    controlsAs prefix: StaticString
  ) {
    if flags.isDisjoint(with: .quotable) {
      return append(contentsOf: text)
    }
    append(quotable: text, controlsAs: prefix)
  }

  /// Appends a string with the escape sequences of double-quoted strings, byte by byte. This is the
  /// reference implementation of the functions above.
  mutating func append(
    quotableByByte text: String, controlsAs prefix: StaticString, escapesMark: Bool = false
  ) {
    append(text, controlsAs: prefix, escapesMark: escapesMark, replacing: Self.quoted)
  }

  /// Returns the escape sequence of a byte that cannot occur in double quotes, or `nil` if it can.
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

  /// Returns the code unit that needs a numeric escape sequence at an index: a control character,
  /// U+FFFE, U+FFFF or, if requested, the byte order mark.
  ///
  /// - Returns: The code unit, or `nil` for any other character.
  @inline(__always)
  private static func unitToEscape(
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

  /// Appends the four hexadecimal digits of a UTF-16 code unit.
  mutating func append(hexadecimal unit: UInt16, uppercase: Bool) {
    let ten = uppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(unit >> shift & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : ten + digit - 10)
    }
  }

  /// Appends XML character data. `&` and `<` are escaped, and `>` is escaped only in `]]>` so that
  /// existing files that contain `>` do not change.
  package mutating func append(xmlText text: String) {
    if EscapedBytes.xmlText.isDisjoint(in: text) { return append(text: text) }
    var brackets = 0
    append(text) { byte in
      defer { brackets = byte == UInt8(ascii: "]") ? brackets + 1 : 0 }
      return switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">") where brackets >= 2: "&gt;"
      // XML readers normalize unescaped carriage returns to line feeds.
      case UInt8(ascii: "\r"): "&#13;"
      default: nil
      }
    }
  }

  /// Appends the value of a double-quoted XML attribute. Line breaks and tabs are escaped because
  /// XML readers normalize them to spaces.
  mutating func append(xmlAttribute text: String) {
    if EscapedBytes.xmlAttribute.isDisjoint(in: text) { return append(text: text) }
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
