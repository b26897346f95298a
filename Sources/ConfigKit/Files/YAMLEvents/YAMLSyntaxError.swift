import TremaSupport

/// A syntax error in a YAML file, worded for the author of the file.
struct YAMLSyntaxError {
  /// The problem.
  let message: String
  /// The advice on how to correct the file.
  let hint: String
  /// Whether the location to correct is where the construct starts rather than the position where
  /// its end is missing.
  var isAboutContext = false

  /// Creates a syntax error.
  private init(_ message: String, hint: String, isAboutContext: Bool = false) {
    self.message = message
    self.hint = hint
    self.isAboutContext = isAboutContext
  }

  /// Creates the error for a libyaml problem description.
  ///
  /// - Parameter problem: The description. An unknown description results in a general message.
  init(_ problem: String) {
    self =
      Self.byDescription[problem]
      ?? Self(
        "the file is not valid YAML", hint: "correct the syntax here or above")
  }

  /// Returns the error as a diagnostic.
  func diagnostic(at position: SourcePosition, in file: String) -> Diagnostic {
    Diagnostic(
      .error, "invalid-yaml", message, at: SourceLocation(file: file, start: position), hint: hint,
      kind: .unreadable)
  }

  /// Returns the offset of the first byte that is not allowed in a YAML file or is interpreted
  /// differently by YAML versions, with its error. Returns `nil` if there is none.
  static func firstInvalidByte(_ bytes: [UInt8]) -> (offset: Int, error: YAMLSyntaxError)? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: mark + mark) {
      return (
        3,
        YAMLSyntaxError(
          "the file contains a second byte order mark", hint: "remove one of them")
      )
    }
    if let offset = bytes.firstIndex(of: 0) {
      return (
        offset,
        YAMLSyntaxError(
          "the file contains a NUL byte at offset \(offset)", hint: "save the file as UTF-8")
      )
    }
    // Decoding replaces invalid bytes, so the first difference is at the first invalid byte.
    let decoded = String(decoding: bytes, as: UTF8.self).utf8
    if let offset = zip(bytes.indices, decoded).first(where: { bytes[$0] != $1 })?.0 {
      return (
        offset,
        YAMLSyntaxError("the byte at offset \(offset) is not UTF-8", hint: "save the file as UTF-8")
      )
    }
    for offset in bytes.indices where bytes[offset] == 0xC2 || bytes[offset] == 0xE2 {
      for (character, escape) in lineBreaks where bytes[offset...].starts(with: character) {
        return (
          offset,
          YAMLSyntaxError(
            "U+\(escape) is a line break in YAML 1.1, but not in YAML 1.2",
            hint: "use \\u\(escape) in double quotation marks, or remove it")
        )
      }
    }
    return nil
  }

  /// The characters that only YAML 1.1 treats as line breaks, in UTF-8 and as escapes.
  private static let lineBreaks: [(character: [UInt8], escape: String)] = [
    ([0xC2, 0x85], "0085"), ([0xE2, 0x80, 0xA8], "2028"), ([0xE2, 0x80, 0xA9], "2029"),
  ]

  /// A hint that multiple errors share.
  private static let quoteHint = "put the string in quotation marks"
  /// A hint that multiple errors share.
  private static let indentationHint = "indent all keys of a dictionary equally"

  /// The errors by libyaml problem description.
  private static let byDescription: [String: YAMLSyntaxError] = [
    "control characters are not allowed": Self(
      "control characters are not allowed",
      hint: "escape it in double quotation marks, or remove it"),
    "found character that cannot start any token": Self(
      "a value cannot begin with this character",
      hint: "\(quoteHint); indent with spaces, not with tabs"),
    "found a tab character that violates indentation": Self(
      "the indentation contains a tab", hint: "indent with spaces"),
    "found a tab character where an indentation space is expected": Self(
      "the indentation contains a tab", hint: "indent with spaces"),
    "mapping values are not allowed in this context": Self(
      "unexpected ':'", hint: "\(quoteHint), or correct the indentation"),
    "mapping keys are not allowed in this context": Self(
      "unexpected key", hint: "correct the indentation"),
    "block sequence entries are not allowed in this context": Self(
      "unexpected '-'", hint: "begin the array on a line of its own"),
    "could not find expected ':'": Self(
      "the key is not followed by ':'",
      hint: "use 'key: value', or put a longer string in quotation marks"),
    "did not find expected key": Self("expected a key", hint: indentationHint),
    "did not find expected '-' indicator": Self(
      "expected '-'", hint: "indent all elements of an array equally"),
    "did not find expected ',' or ']'": Self(
      "expected ',' or ']'", hint: "separate the elements with commas"),
    "did not find expected ',' or '}'": Self(
      "expected ',' or '}'", hint: "separate the entries with commas"),
    "did not find expected node content": Self("expected a value", hint: quoteHint),
    "did not find expected <document start>": Self(
      "unexpected content after the end of the document", hint: "remove it, or indent it correctly"),
    "found unexpected end of stream": Self(
      "unterminated string", hint: "close the quotation mark, or double it inside '…'",
      isAboutContext: true),
    "found unexpected document indicator": Self(
      "unterminated string", hint: "close the quotation mark, or double it inside '…'",
      isAboutContext: true),
    "found unknown escape character": Self(
      "unknown escape sequence",
      hint: "escape a backslash as \\\\, or use single quotation marks"),
    "did not find expected hexdecimal number": Self(
      "the escape sequence requires more hexadecimal digits",
      hint: "use \\xNN, \\uNNNN or \\UNNNNNNNN"),
    "found invalid Unicode character escape code": Self(
      "the escape sequence is not a valid character",
      hint: "combine a surrogate pair into one \\UNNNNNNNN"),
    "found undefined tag handle": Self(
      "the tag handle is not declared", hint: "remove the tag"),
    "found incompatible YAML document": Self(
      "this version of YAML is not supported", hint: "use %YAML 1.2, or remove the line"),
    "did not find expected comment or line break": Self(
      "expected a line break", hint: "begin the string on the next line"),
    "did not find expected alphabetic or numeric character": Self(
      "the anchor or alias has no name",
      hint: "\(quoteHint); '&' and '*' begin anchors and aliases"),
    "did not find expected whitespace or line break": Self(
      "expected a space", hint: quoteHint),
  ]
}
