/// Converts strings to source code.
enum SourceText {
  /// Returns a Swift string literal. The literal is always on one line so that a search for a key
  /// finds it.
  static func quoted(_ text: String) -> String {
    var literal: [UInt8] = [UInt8(ascii: "\"")]
    append(text, escaping: "\"\\", hidingSpaces: true, into: &literal)
    literal.append(UInt8(ascii: "\""))
    return String(decoding: literal, as: UTF8.self)
  }

  /// Appends a string. Characters that end a line, are invisible or change the text direction are
  /// written as escapes.
  ///
  /// - Parameters:
  ///   - text: The string to append.
  ///   - special: The ASCII characters to precede with a backslash.
  ///   - hidingSpaces: Whether to escape non-ASCII spaces as well.
  ///   - output: The buffer to append to.
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

  /// Appends a string that contains no character that must be written as a numeric escape. This is
  /// the fast path, which classifies bytes with a table and examines only those that may start such
  /// a character.
  ///
  /// - Returns: `false` for any other string, in which case nothing is appended.
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

  /// Returns whether the bytes are appended without any escape.
  static func isVerbatim(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    kinds(in: bytes, hidingSpaces: false).map { $0 & escapable == 0 } ?? false
  }

  /// Returns the union of all byte kinds, or `nil` if a character may need a numeric escape.
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

  /// The kinds of bytes: `escapable` for bytes that are escaped by a backslash in some contexts,
  /// `leadByte` for bytes that may start an invisible character, and `invisible` for control
  /// characters.
  private static let (escapable, leadByte, invisible): (UInt8, UInt8, UInt8) = (1, 2, 4)

  /// The kind of each byte, or 0 if it is never escaped.
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

  /// Returns whether ``appendByScalars(_:escaping:hidingSpaces:into:)`` may write a character as a
  /// numeric escape. The result is `true` for all such characters and for a few others.
  ///
  /// - Parameter index: The offset of the character's first byte.
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

  /// Appends a string scalar by scalar, which is the general case.
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

  /// Returns a whole number with an underscore before each group of three digits if it has seven
  /// digits or more.
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

  /// Returns whether a character must be escaped in a literal.
  static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    isInvisible(scalar) || isSpace(scalar) || isAccent(scalar)
  }

  /// Returns whether a character is a control character, a directional mark, or has no width and no
  /// effect. Joiners and variation selectors are not included, because they are parts of words and
  /// emoji.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Returns whether a character would combine with the quote that precedes it.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36F).contains(scalar.value)
  }

  /// Returns whether a character is a non-ASCII space.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}
