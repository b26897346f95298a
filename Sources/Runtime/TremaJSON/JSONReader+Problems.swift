import TremaSupport

/// The reader's diagnostics. Each message has its own function.
extension JSONReader {
  func invalidUTF8(at index: Int) -> Diagnostic {
    let start = SourcePosition.start.advanced(over: bytes[lineStart..<index])
    return problem(
      "byte 0x\(Self.hexadecimal(UInt32(bytes[index]), 2)) is not UTF-8", at: start,
      hint: "save the file as UTF-8")
  }

  func emptyDocument() -> Diagnostic {
    problem("the document is empty", hint: "enter a value, such as {}")
  }

  func expected(_ expectation: String) -> Diagnostic {
    problem("expected \(expectation), found \(found)", hint: hintForFound)
  }

  /// Returns a diagnostic for a token that is missing before a container ends.
  ///
  /// - Parameters:
  ///   - expectation: The expected token, as shown in the message.
  ///   - opening: The opening bracket's location.
  func expected(_ expectation: String, in opening: SourceLocation) -> Diagnostic {
    var diagnostic = expected(expectation)
    diagnostic.related = [Diagnostic.Related("the bracket was opened here", at: opening)]
    return diagnostic
  }

  func expectedName(in opening: SourceLocation) -> Diagnostic {
    var diagnostic = expected("a name or '}'", in: opening)
    if endOfWord > offset { diagnostic.hint = "put the name in quotation marks: \"\(word)\"" }
    return diagnostic
  }

  func duplicateName(
    _ name: String, at location: SourceLocation, first: SourceLocation
  ) -> Diagnostic {
    let line = first.start.map { start in
      start.line == location.start?.line
        ? " (first in column \(start.column))" : " (first on line \(start.line))"
    }
    var diagnostic = problem(
      "key '\(name)' is defined twice\(line ?? "")", at: location.start,
      hint: "rename or remove one of them")
    diagnostic.location = location
    diagnostic.related = [Diagnostic.Related("first defined here", at: first)]
    return diagnostic
  }

  func excessiveDepth() -> Diagnostic {
    problem(
      "arrays and objects are nested deeper than \(Self.depthLimit) levels",
      hint: "reduce the nesting, or split the document")
  }

  func unknownWord() -> Diagnostic {
    problem(
      "unknown word '\(word)'",
      hint: "use true, false or null, or enclose a string in quotation marks")
  }

  func invalidNumber() -> Diagnostic {
    problem("'\(word)' is not a valid number", hint: "use a number such as 0, -12, 0.5 or 1e6")
  }

  func unclosedString(from opening: SourcePosition) -> Diagnostic {
    problem(
      "unterminated string", at: opening,
      hint: "add a closing quotation mark on the same line; use \\n for a line break")
  }

  func unclosedComment(from opening: SourcePosition) -> Diagnostic {
    problem("unterminated comment", at: opening, hint: "close it with */")
  }

  func unexpectedSlash(at start: SourcePosition) -> Diagnostic {
    problem(
      "'/' does not begin a comment", at: start,
      hint: "use // for a comment up to the end of the line, or /* */ around a comment")
  }

  func controlCharacter(_ byte: UInt8) -> Diagnostic {
    let digits = Self.hexadecimal(UInt32(byte), 4)
    let escape = byte == 0x09 ? "\\t" : "\\u\(digits.lowercased())"
    return problem(
      "the string contains the control character U+\(digits)", hint: "escape it as \(escape)")
  }

  func unknownEscape() -> Diagnostic {
    let scalar = scalar(at: offset + 1).map(String.init) ?? ""
    return problem(
      "unknown escape sequence '\\\(scalar)'",
      hint: #"use one of \" \\ \/ \b \f \n \r \t \uXXXX; escape a backslash as \\"#)
  }

  func invalidUnicodeEscape() -> Diagnostic {
    problem(
      "'\\u' must be followed by four hexadecimal digits",
      hint: "use an escape sequence such as \\u00e9")
  }

  func unpairedSurrogate(_ unit: UInt32) -> Diagnostic {
    problem(
      "'\\u\(Self.hexadecimal(unit, 4))' is an unpaired surrogate",
      hint: "use both surrogates, as in \\ud83d\\ude00, or the character itself")
  }

  /// Returns an error at a position, by default the current one.
  private func problem(
    _ message: String, at start: SourcePosition? = nil, hint: String?
  ) -> Diagnostic {
    Diagnostic(
      .error, "invalid-json", message, at: SourceLocation(file: file, start: start ?? position),
      hint: hint, kind: .unreadable)
  }

  /// The word at the current offset, for use in messages.
  private var word: String { String(decoding: bytes[offset..<endOfWord], as: UTF8.self) }

  /// A description of the next character or word, for use in messages.
  private var found: String {
    guard let scalar = scalar(at: offset) else { return "the end of the document" }
    if scalar.value < 0x20 || scalar.value == 0x7F {
      return "U+\(Self.hexadecimal(scalar.value, 4))"
    }
    return endOfWord > offset ? "'\(word)'" : "'\(scalar)'"
  }

  /// A hint for syntax that other languages allow.
  private var hintForFound: String? {
    switch byte {
    case UInt8(ascii: "'"): "enclose strings in double quotation marks"
    case UInt8(ascii: "#"): "begin comments with //"
    default: nil
    }
  }

  /// Returns the scalar at an offset, or `nil` at the end.
  private func scalar(at index: Int) -> Unicode.Scalar? {
    guard index < bytes.count else { return nil }
    var rest = bytes[index..<min(index + 4, bytes.count)].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
    return scalar
  }

  /// Returns a number in uppercase hexadecimal with a minimum number of digits.
  private static func hexadecimal(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
