/// Text from a catalogue in source code.
enum SourceText {
  /// A Swift literal on one line, however long: a key that is searched for must be found.
  static func quoted(_ text: String) -> String {
    var literal: [UInt8] = [UInt8(ascii: "\"")]
    append(text, escaping: "\"\\", hidingSpaces: true, into: &literal)
    literal.append(UInt8(ascii: "\""))
    return String(decoding: literal, as: UTF8.self)
  }

  /// Appends `text` with nothing in it that ends a line, has no picture or turns the direction of
  /// what follows: those stand as escapes.
  ///
  /// - Parameters:
  ///   - text: anything.
  ///   - special: ASCII characters that get a backslash in front.
  ///   - hidingSpaces: true when spaces beyond ASCII become escapes too.
  ///   - output: is appended to.
  static func append(
    _ text: String, escaping special: StaticString, hidingSpaces: Bool = false,
    into output: inout [UInt8]
  ) {
    if appendByBytes(text, escaping: special, into: &output) { return }
    appendByScalars(text, escaping: special, hidingSpaces: hidingSpaces, into: &output)
  }

  /// The short way for text of printable ASCII and of letters that are never anything else: those of
  /// two bytes in blocks without marks, spaces and controls.
  ///
  /// - Returns: false for any other text; then nothing was appended.
  static func appendByBytes(
    _ text: String, escaping special: StaticString, into output: inout [UInt8]
  ) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      special.withUTF8Buffer { special in
        var specials = 0
        for byte in bytes {
          switch byte {
          case 0x20...0x7E:
            for other in special where other == byte { specials += 1 }
          // What continues a letter, and what begins one.
          case 0x80...0xBF, 0xC3...0xCB, 0xCE...0xD7, 0xD9...0xDF: break
          default: return false
          }
        }
        if specials == 0 {
          output.append(contentsOf: bytes)
          return true
        }
        for byte in bytes {
          if special.contains(byte) { output.append(UInt8(ascii: "\\")) }
          output.append(byte)
        }
        return true
      }
    }
  }

  /// The plain way.
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

  /// A whole number with an underscore before each three digits, when it has seven or more.
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

  /// Whether a character must not stand as it is in a literal.
  static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    isInvisible(scalar) || isSpace(scalar) || isAccent(scalar)
  }

  /// Control characters, marks of direction, and what has no width and no work to do; not the
  /// joiners and selectors that words and emoji are made with.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// What would stand on the quotation mark before it.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36F).contains(scalar.value)
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}
