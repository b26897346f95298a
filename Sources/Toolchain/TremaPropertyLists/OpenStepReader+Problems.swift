import TremaSupport

extension OpenStepReader {
  private func problem(
    _ message: String, at position: SourcePosition, hint: String?
  ) -> Diagnostic {
    .unreadablePropertyList(message, file: file, at: position, hint: hint)
  }

  func emptyFile() -> Diagnostic {
    problem("the file is empty", at: .start, hint: "check that it is the right file")
  }

  /// Returns the diagnostic for a token other than the expected one. The hint depends on the byte
  /// found.
  mutating func expected(_ description: String) -> Diagnostic {
    let hint: String? =
      switch byte {
      case UInt8(ascii: "#"): "comments begin with // or /*"
      case UInt8(ascii: "["): "write arrays in parentheses: ( a, b )"
      case UInt8(ascii: "}"), UInt8(ascii: ")"): "remove it; there is no bracket that it closes"
      case UInt8(ascii: ";"): "remove it, or add the entry before it"
      case nil: "the file was cut short"
      default:
        description == "the end of the file"
          ? "put everything into the brackets" : "put texts into quotation marks: \"…\""
      }
    return problem(
      "expected \(description), found \(nextCharacterDescription)", at: position(at: offset),
      hint: hint)
  }

  /// Returns the diagnostic for a key that is followed by neither `=` nor `;`.
  ///
  /// - Parameters:
  ///   - start: The offset of the key.
  ///   - end: The offset after the key.
  mutating func missingEqualsSign(after key: String, _ start: Int, _ end: Int) -> Diagnostic {
    // A colon is either part of the unquoted string or the next token.
    if byte == UInt8(ascii: ":") || bytes[end - 1] == UInt8(ascii: ":") {
      return problem(
        "':' after the key '\(key)'",
        at: position(at: byte == UInt8(ascii: ":") ? offset : end - 1),
        hint: "write \"key\" = \"value\"")
    }
    return problem(
      "the key '\(key)' has neither '=' nor ';' after it", at: position(at: end),
      hint: quoteHint(start) ?? "write \"key\" = \"value\";")
  }

  /// Returns the diagnostic for an equals sign that is followed by a semicolon.
  mutating func missingValue(of key: String) -> Diagnostic {
    problem(
      "the key '\(key)' has no value after its '='", at: position(at: offset),
      hint: "write \"\" for an empty text")
  }

  /// Returns the diagnostic for a value that is not followed by a semicolon. A common reason is a
  /// quotation mark inside a string.
  mutating func missingSemicolon(after key: String, at end: Int) -> Diagnostic {
    problem(
      "the ';' after the value of '\(key)' is missing", at: position(at: end),
      hint: quoteHint(end - 1)
        ?? "end every entry with ';'; a quotation mark inside of a text is written \\\"")
  }

  /// Returns the hint to quote a string if an unquoted string is followed by a character that it
  /// cannot contain.
  ///
  /// - Parameter index: The offset of a byte in the unquoted string.
  private func quoteHint(_ index: Int) -> String? {
    guard Self.isBare(bytes[index]), let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "}")
    else { return nil }
    return "put texts into quotation marks: \"…\""
  }

  /// Returns the diagnostic for a value in an array that is followed by neither `,` nor `)`.
  mutating func missingComma(at end: Int) -> Diagnostic {
    problem(
      "expected ',' or ')', found \(nextCharacterDescription)", at: position(at: end),
      hint: "values in an array are separated by ','")
  }

  /// Returns the diagnostic for a dictionary or array without a closing bracket.
  ///
  /// - Parameter opening: The position of the opening bracket.
  mutating func unclosedContainer(_ isDictionary: Bool, _ opening: SourcePosition) -> Diagnostic {
    isDictionary ? unclosedContainer("{", "}", opening) : unclosedContainer("(", ")", opening)
  }

  mutating func unclosedData(_ opening: SourcePosition) -> Diagnostic {
    unclosedContainer("<", ">", opening)
  }

  /// Returns a diagnostic at the end of the file that refers to the opening bracket.
  private mutating func unclosedContainer(
    _ bracket: String, _ closing: String, _ opening: SourcePosition
  ) -> Diagnostic {
    var diagnostic = problem(
      "the '\(closing)' at the end is missing", at: position(at: bytes.count),
      hint: "close the bracket; the file may be cut short")
    diagnostic.related = [
      Diagnostic.Related(
        "the '\(bracket)' is here", at: SourceLocation(file: file, start: opening))
    ]
    return diagnostic
  }

  /// Returns the diagnostic for a quoted string that is not closed. It is located at the opening
  /// quotation mark because the missing mark may belong far away.
  mutating func unclosedString(at start: Int) -> Diagnostic {
    let quote = bytes[start] == UInt8(ascii: "'") ? "'" : "\""
    return problem(
      "the quotation mark is not closed", at: position(at: start),
      hint: "end the text with \(quote); a \(quote) inside of it is written \\\(quote)")
  }

  mutating func unclosedComment(at start: Int) -> Diagnostic {
    problem("the comment is not closed", at: position(at: start), hint: "end it with */")
  }

  mutating func invalidHexadecimalDigit() -> Diagnostic {
    problem(
      "\(nextCharacterDescription) is not a hexadecimal digit", at: position(at: offset),
      hint: "data is written <0f bd77>; a text with '<' needs quotation marks")
  }

  /// Returns the diagnostic for data with an odd number of hexadecimal digits, or with whitespace
  /// inside a byte.
  mutating func incompleteByte() -> Diagnostic {
    problem(
      "a byte has one hexadecimal digit instead of two", at: position(at: offset),
      hint: "write two digits for each byte, without a space between them")
  }

  /// Returns the diagnostic for an octal escape sequence with a code that the NeXTSTEP encoding
  /// does not define.
  mutating func undefinedOctalCode(at start: Int) -> Diagnostic {
    problem(
      "'\(spelling(from: start))' is not a character", at: position(at: start),
      hint: "write the character itself; octal escapes use the NeXTSTEP encoding")
  }

  /// Returns the diagnostic for a `\U` escape sequence for an unpaired surrogate.
  mutating func unpairedSurrogate(at start: Int) -> Diagnostic {
    problem(
      "'\(spelling(from: start))' is an unpaired surrogate", at: position(at: start),
      hint: "write both halves, as in \\Ud83d\\Ude00, or the character itself")
  }

  /// Returns the source from an offset to the current offset.
  private func spelling(from start: Int) -> String {
    String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// A description of the next character, for messages. Control characters are written as code
  /// points, such as U+007F.
  private var nextCharacterDescription: String {
    guard offset < bytes.count else { return "the end of the file" }
    var rest = bytes[offset...].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return "nothing" }
    if scalar.value >= 0x20, scalar.value != 0x7F { return "'\(scalar)'" }
    return
      "U+00\(scalar.value < 0x10 ? "0" : "")\(String(scalar.value, radix: 16, uppercase: true))"
  }
}
