import TremaSupport

extension OpenStepReader {
  private func problem(
    _ message: String, at position: SourcePosition, hint: String?
  ) -> Diagnostic {
    .unreadablePropertyList(message, file: file, at: position, hint: hint)
  }

  func emptyFile() -> Diagnostic {
    problem("the file is empty", at: .start, hint: "check that this is the right file")
  }

  /// Returns the diagnostic for a token other than the expected one. The hint depends on the byte
  /// found.
  mutating func expected(_ description: String) -> Diagnostic {
    let hint: String? =
      switch byte {
      case UInt8(ascii: "#"): "use // or /* for comments"
      case UInt8(ascii: "["): "use parentheses for arrays: ( a, b )"
      case UInt8(ascii: "}"), UInt8(ascii: ")"): "remove it; no bracket is open"
      case UInt8(ascii: ";"): "remove it, or add the entry before it"
      case nil: "restore the complete file; it appears to be truncated"
      default:
        description == "the end of the file"
          ? "move everything inside the brackets" : "quote strings: \"…\""
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
        "the key '\(key)' is followed by ':'",
        at: position(at: byte == UInt8(ascii: ":") ? offset : end - 1),
        hint: "use '=': \"key\" = \"value\";")
    }
    return problem(
      "the key '\(key)' is not followed by '=' or ';'", at: position(at: end),
      hint: quoteHint(start) ?? "use the form \"key\" = \"value\";")
  }

  /// Returns the diagnostic for an equals sign that is followed by a semicolon.
  mutating func missingValue(of key: String) -> Diagnostic {
    problem(
      "the key '\(key)' has no value after '='", at: position(at: offset),
      hint: "use \"\" for an empty string")
  }

  /// Returns the diagnostic for a value that is not followed by a semicolon. A common reason is a
  /// quote inside a string.
  mutating func missingSemicolon(after key: String, at end: Int) -> Diagnostic {
    problem(
      "the value of '\(key)' is not followed by ';'", at: position(at: end),
      hint: quoteHint(end - 1)
        ?? "add the ';'; escape a quotation mark in a string as \\\"")
  }

  /// Returns the hint to quote a string if an unquoted string is followed by a character that it
  /// cannot contain.
  ///
  /// - Parameter index: The offset of a byte in the unquoted string.
  private func quoteHint(_ index: Int) -> String? {
    guard Self.isBare(bytes[index]), let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "}")
    else { return nil }
    return "quote strings: \"…\""
  }

  /// Returns the diagnostic for a value in an array that is followed by neither `,` nor `)`.
  mutating func missingComma(at end: Int) -> Diagnostic {
    problem(
      "expected ',' or ')', found \(nextCharacterDescription)", at: position(at: end),
      hint: "separate the values in an array with ','")
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
      "the closing '\(closing)' is missing", at: position(at: bytes.count),
      hint: "add it, or restore the complete file; it appears to be truncated")
    diagnostic.related = [
      Diagnostic.Related(
        "the opening '\(bracket)' is here", at: SourceLocation(file: file, start: opening))
    ]
    return diagnostic
  }

  /// Returns the diagnostic for a quoted string that is not closed. It is located at the opening
  /// quote because the missing one may belong far away.
  mutating func unclosedString(at start: Int) -> Diagnostic {
    let quote = bytes[start] == UInt8(ascii: "'") ? "'" : "\""
    return problem(
      "unterminated string", at: position(at: start),
      hint: "close it with \(quote); escape a \(quote) in the string as \\\(quote)")
  }

  mutating func unclosedComment(at start: Int) -> Diagnostic {
    problem("unterminated comment", at: position(at: start), hint: "close it with */")
  }

  mutating func invalidHexadecimalDigit() -> Diagnostic {
    problem(
      "\(nextCharacterDescription) is not a hexadecimal digit", at: position(at: offset),
      hint: "write data as <0f bd77>, or quote a string that contains '<'")
  }

  /// Returns the diagnostic for data with an odd number of hexadecimal digits, or with whitespace
  /// inside a byte.
  mutating func incompleteByte() -> Diagnostic {
    problem(
      "a byte has one hexadecimal digit instead of two", at: position(at: offset),
      hint: "use two digits for each byte, without a space between them")
  }

  /// Returns the diagnostic for an octal escape sequence with a code that the NeXTSTEP encoding
  /// does not define.
  mutating func undefinedOctalCode(at start: Int) -> Diagnostic {
    problem(
      "the escape sequence '\(spelling(from: start))' does not represent a character",
      at: position(at: start),
      hint: "use the character itself; octal escapes use the NeXTSTEP encoding")
  }

  /// Returns the diagnostic for a `\U` escape sequence for an unpaired surrogate.
  mutating func unpairedSurrogate(at start: Int) -> Diagnostic {
    problem(
      "'\(spelling(from: start))' is an unpaired surrogate", at: position(at: start),
      hint: "use both surrogates, as in \\Ud83d\\Ude00, or the character itself")
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
