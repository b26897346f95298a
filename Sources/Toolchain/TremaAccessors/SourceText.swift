/// Converts text of a catalog to source code.
enum SourceText {
  /// Returns a Swift string literal. It is always on one line, so that a search for a key finds it.
  static func quoted(_ text: String) -> String {
    var literal: [UInt8] = [UInt8(ascii: "\"")]
    append(text, escaping: "\"\\", hidingSpaces: true, into: &literal)
    literal.append(UInt8(ascii: "\""))
    return String(decoding: literal, as: UTF8.self)
  }

  /// Appends text. Characters that end a line, are invisible or change the direction of text are
  /// written as escapes.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - special: ASCII characters that are preceded by a backslash.
  ///   - hidingSpaces: Whether spaces beyond ASCII are written as escapes, too.
  ///   - output: The buffer that the text is appended to.
  static func append(
    _ text: String, escaping special: StaticString, hidingSpaces: Bool = false,
    into output: inout [UInt8]
  ) {
    var text = text
    let isDone = text.withUTF8 {
      appendByBytes($0, escaping: special, hidingSpaces: hidingSpaces, into: &output)
    }
    if isDone { return }
    appendByScalars(text, escaping: special, hidingSpaces: hidingSpaces, into: &output)
  }

  /// Appends text that contains no character to be written by its number. It is the fast path,
  /// which classifies bytes by a table and examines only those that may begin such a character.
  ///
  /// - Returns: `false` for any other text, in which case nothing is appended.
  static func appendByBytes(
    _ bytes: UnsafeBufferPointer<UInt8>, escaping special: StaticString,
    hidingSpaces: Bool = false, into output: inout [UInt8]
  ) -> Bool {
    guard let found = kinds(in: bytes, hidingSpaces: hidingSpaces) else { return false }
    if found & escapable == 0 {
      output += bytes
      return true
    }
    special.withUTF8Buffer { special in
      var start = 0
      for index in bytes.indices
      where kinds[Int(bytes[index])] == escapable {
        let letter = letter(for: bytes[index])
        guard letter != nil || special.contains(bytes[index]) else { continue }
        output += UnsafeBufferPointer(rebasing: bytes[start..<index])
        output.append(UInt8(ascii: "\\"))
        start = index
        if let letter {
          output.append(letter)
          start += 1
        }
      }
      output += UnsafeBufferPointer(rebasing: bytes[start...])
    }
    return true
  }

  /// Whether text is appended without any escape.
  static func isVerbatim(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    kinds(in: bytes, hidingSpaces: false).map { $0 & escapable == 0 } ?? false
  }

  /// Returns the union of the kinds of all bytes, or `nil` if a character may have to be written by
  /// its number.
  @inline(__always) private static func kinds(
    in bytes: UnsafeBufferPointer<UInt8>, hidingSpaces: Bool
  ) -> UInt8? {
    kinds.withUnsafeBufferPointer { kinds in
      var found: UInt8 = 0
      for byte in bytes { found |= kinds[Int(byte)] }
      if found & invisible != 0 { return nil }
      if found & leadByte != 0 {
        for index in bytes.indices where kinds[Int(bytes[index])] == leadByte {
          if mayNeedEscape(bytes, at: index, hidingSpaces: hidingSpaces) { return nil }
        }
      }
      return found
    }
  }

  /// Returns the letter of the escape for a tab or a line break, or `nil` for any other byte.
  private static func letter(for byte: UInt8) -> UInt8? {
    switch byte {
    case 0x09: UInt8(ascii: "t")
    case 0x0A: UInt8(ascii: "n")
    case 0x0D: UInt8(ascii: "r")
    default: nil
    }
  }

  /// The kinds of bytes: `escapable` for those that are escaped by a backslash in some contexts,
  /// `leadByte` for those that may begin an invisible character, and `invisible` for control
  /// characters.
  private static let (escapable, leadByte, invisible): (UInt8, UInt8, UInt8) = (1, 2, 4)

  /// The kind of each byte; 0 for one that is never escaped.
  private static let kinds: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"),
      UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "<"), 0x09, 0x0A, 0x0D:
      escapable
    case 0..<0x20, 0x7F: invisible
    case 0xC2, 0xCC, 0xCD, 0xD8, 0xE1...0xE3, 0xEF, 0xF3: leadByte
    default: 0
    }
  }

  /// Whether a character may be one that ``appendByScalars(_:escaping:hidingSpaces:into:)`` writes
  /// by its number. It is `true` for all of these and few others.
  ///
  /// - Parameter index: The offset of the first byte of the character.
  private static func mayNeedEscape(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, hidingSpaces: Bool
  ) -> Bool {
    let second = index + 1 < bytes.count ? bytes[index + 1] : 0
    let third = index + 2 < bytes.count ? bytes[index + 2] : 0
    switch (bytes[index], second) {
    case (0xC2, 0xA0): return hidingSpaces
    case (0xC2, _): return second < 0xA0 || second == 0xAD
    case (0xCC, _), (0xCD, _): return index == 0
    case (0xD8, _): return second == 0x9C
    case (0xE1, 0x9A), (0xE1, 0xA0): return true
    case (0xE2, 0x80):
      return third <= 0x8A
        ? hidingSpaces
        : third == 0xAF ? hidingSpaces : third <= 0x8F || (0xA8...0xAE).contains(third)
    case (0xE2, 0x81): return third >= 0x9F && third <= 0xAF
    case (0xE3, 0x80): return third == 0x80 && hidingSpaces
    case (0xEF, 0xBB): return third == 0xBF
    case (0xEF, 0xBF): return third >= 0xB9
    case (0xF3, 0xA0): return true
    default: return false
    }
  }

  /// Appends text scalar by scalar. It is the general case, for any text.
  static func appendByScalars(
    _ text: String, escaping special: StaticString, hidingSpaces: Bool = false,
    into output: inout [UInt8]
  ) {
    let special = special.withUTF8Buffer { Array($0) }
    for (index, scalar) in text.unicodeScalars.enumerated() {
      switch scalar {
      case "\n": output += "\\n".utf8
      case "\r": output += "\\r".utf8
      case "\t": output += "\\t".utf8
      case _
      where isInvisible(scalar) || hidingSpaces && isSpace(scalar)
        || index == 0 && isAccent(scalar):
        output += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
      case _ where scalar.isASCII:
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        if special.contains(byte) { output.append(UInt8(ascii: "\\")) }
        output.append(byte)
      default: output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }

  /// Returns a whole number with an underscore before each group of three digits if it has seven or
  /// more.
  static func grouped(_ number: String) -> String {
    let digits = number.utf8.drop { $0 == UInt8(ascii: "-") }
    guard digits.count > 6 else { return number }
    var bytes = Array(number.utf8.prefix(number.utf8.count - digits.count))
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { bytes.append(UInt8(ascii: "_")) }
      bytes.append(digit)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a character must be escaped in a literal.
  static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    isInvisible(scalar) || isSpace(scalar) || isAccent(scalar)
  }

  /// Whether a character is a control character, a directional mark, or has no width and no effect.
  /// Joiners and selectors, which are parts of words and emoji, are not included.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Whether a character would combine with the quotation mark before it.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36F).contains(scalar.value)
  }

  /// Whether a character is a space beyond ASCII.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}
