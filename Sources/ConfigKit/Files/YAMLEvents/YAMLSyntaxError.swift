import TremaSupport

/// A syntax error in a YAML file, worded for the author of the file.
struct YAMLSyntaxError {
  /// The problem.
  let message: String
  /// The advice on how to correct the file.
  let hint: String
  /// Whether the location to correct is the beginning of the construct instead of the position
  /// where its end is missing.
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
      Self.byDescription[problem] ?? Self("this is not YAML", hint: "correct it here, or above")
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
      return (3, YAMLSyntaxError("a second byte order mark", hint: "remove one of the two"))
    }
    if let offset = bytes.firstIndex(of: 0) {
      return (
        offset, YAMLSyntaxError("a NUL byte at offset \(offset)", hint: "save the file as UTF-8")
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
            hint: "write \\u\(escape) in double quotation marks, or remove it")
        )
      }
    }
    return nil
  }

  /// The characters that only YAML 1.1 treats as line breaks, in UTF-8 and as escapes.
  private static let lineBreaks: [(character: [UInt8], escape: String)] = [
    ([0xC2, 0x85], "0085"), ([0xE2, 0x80, 0xA8], "2028"), ([0xE2, 0x80, 0xA9], "2029"),
  ]

  /// A hint that several errors share.
  private static let quoteHint = "put the text in quotation marks"
  /// A hint that several errors share.
  private static let indentationHint = "indent all keys of a dictionary equally"

  /// The errors by libyaml problem description.
  private static let byDescription: [String: YAMLSyntaxError] = [
    "control characters are not allowed": Self(
      "a control character", hint: "write it as an escape in double quotation marks, or remove it"),
    "found character that cannot start any token": Self(
      "a value cannot begin with this character",
      hint: "\(quoteHint); indent with spaces, not with tabs"),
    "found a tab character that violates indentation": Self(
      "a tab in the indentation", hint: "indent with spaces"),
    "found a tab character where an indentation space is expected": Self(
      "a tab in the indentation", hint: "indent with spaces"),
    "mapping values are not allowed in this context": Self(
      "':' is not expected here", hint: "\(quoteHint), or correct the indentation"),
    "mapping keys are not allowed in this context": Self(
      "a key is not expected here", hint: "correct the indentation"),
    "block sequence entries are not allowed in this context": Self(
      "'-' is not expected here", hint: "begin the list on a line of its own"),
    "could not find expected ':'": Self(
      "the key has no ':'", hint: "write 'key: value', or put a longer string in quotation marks"),
    "did not find expected key": Self("a key is expected here", hint: indentationHint),
    "did not find expected '-' indicator": Self(
      "'-' is expected here", hint: "indent all elements of a list equally"),
    "did not find expected ',' or ']'": Self(
      "',' or ']' is expected here", hint: "separate the elements with commas"),
    "did not find expected ',' or '}'": Self(
      "',' or '}' is expected here", hint: "separate the entries with commas"),
    "did not find expected node content": Self("a value is expected here", hint: quoteHint),
    "did not find expected <document start>": Self(
      "the document ended before this", hint: "keep one document"),
    "found unexpected end of stream": Self(
      "the quotation mark is not closed", hint: "close it, or double it inside '…'",
      isAboutContext: true),
    "found unexpected document indicator": Self(
      "the quotation mark is not closed", hint: "close it, or double it inside '…'",
      isAboutContext: true),
    "found unknown escape character": Self(
      "unknown escape", hint: "write \\\\ for a backslash, or use single quotation marks"),
    "did not find expected hexdecimal number": Self(
      "the escape needs more hexadecimal digits", hint: "write \\xNN, \\uNNNN or \\UNNNNNNNN"),
    "found invalid Unicode character escape code": Self(
      "the escape is not a character", hint: "write a pair of surrogates as one \\UNNNNNNNN"),
    "found undefined tag handle": Self(
      "the handle of the tag is not declared", hint: "remove the tag"),
    "found incompatible YAML document": Self(
      "this version of YAML is not supported", hint: "write %YAML 1.2, or remove the line"),
    "did not find expected comment or line break": Self(
      "a line break is expected here", hint: "begin the text on the next line"),
    "did not find expected alphabetic or numeric character": Self(
      "the name of the anchor is missing",
      hint: "\(quoteHint): '&' and '*' begin anchors and aliases"),
    "did not find expected whitespace or line break": Self(
      "a space is expected here", hint: quoteHint),
  ]
}
