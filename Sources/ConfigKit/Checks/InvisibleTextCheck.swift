import TremaDiagnostics

/// Reports whitespace at the ends of values, and invisible characters in them.
struct InvisibleTextCheck: ConfigRowCheck {
  /// The rule for whitespace at the start or the end of a value.
  static let edge = Rule(
    .warning, "edge-space", "A value begins or ends with whitespace.",
    why:
      "The whitespace is invisible, is usually copied with the value, and changes a key, a host or "
      + "a path. Values that consist only of whitespace and punctuation, such as separators, and "
      + "values of several lines are not reported.",
    example: """
      <key>apiKey</key><string>abc123 </string>
      """,
    fix: "Remove it; if it is intended, suppress the finding with `x-ignore` in the schema.")
  /// The rule for characters without a visible glyph.
  static let invisible = Rule(
    .warning, "invisible-character", "A value contains an invisible character.",
    why:
      "Zero-width and no-break spaces are often copied from web pages, and make values that look "
      + "the same differ. Joiners and direction marks are not reported in scripts that require "
      + "them, and no-break spaces are not reported between words.",
    example: """
      <key>host</key><string>api.exam(U+200B)ple.com</string>
      """,
    fix: "Retype the value.")
  static var rules: [Rule] { [edge, invisible] }

  /// Checks the strings of one key. A string with an invisible character is not checked for
  /// whitespace at its ends.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    for text in row.texts {
      if let scalar = InvisibleText.firstScalar(in: text.text) {
        findings.report(
          invisible, "the value of '\(text.path)' contains \(InvisibleText.title(of: scalar))",
          about: text.path, at: text.location, in: matrix.names(text.columns),
          hint: "retype the value")
      } else if let end = InvisibleText.edgeVerb(of: text.text), !isBlock(text) {
        findings.report(
          edge, "the value of '\(text.path)' \(end) with whitespace", about: text.path,
          at: text.location, in: matrix.names(text.columns), hint: "remove it")
      }
    }
  }

  /// Returns whether a string has multiple lines or is a YAML block scalar, which ends with a line
  /// feed.
  private static func isBlock(_ text: ConfigRow.Text) -> Bool {
    let bytes = Array(text.text.utf8)
    let trimmed = bytes.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }
    if trimmed.contains(UInt8(ascii: "\n")) { return true }
    let hasLines = text.location.start?.line != text.location.end?.line
    return hasLines && bytes.last == UInt8(ascii: "\n") && bytes.first.map { $0 > 0x20 } == true
  }
}

/// Finds invisible characters in strings.
enum InvisibleText {
  /// Returns the first invisible character that the string's script does not require.
  ///
  /// Joiners and directional marks are reported only in strings that are otherwise ASCII. No-break
  /// spaces are reported at the ends of a string, and in ASCII strings without ordinary spaces.
  static func firstScalar(in text: String) -> Unicode.Scalar? {
    // Nearly all strings are ASCII, for which this test is sufficient.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    let scalars = text.unicodeScalars
    // Some scripts need joiners and directional marks, and prose may contain no-break spaces.
    let isASCII = scalars.allSatisfy { $0.isASCII || names[$0] != nil }
    let isProse = scalars.contains(" ")
    return scalars.enumerated().first { index, scalar in
      switch scalar {
      case "\u{200B}", "\u{2060}", "\u{FEFF}": true
      case "\u{A0}", "\u{202F}", "\u{2007}":
        !isProse && isASCII || index == 0 || index == scalars.count - 1
      default: isASCII && names[scalar] != nil
      }
    }?.element
  }

  /// Returns the name of a character with its code point, for messages.
  static func title(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "\(names[scalar] ?? "an invisible character") (U+\(code))"
  }

  /// The names of the invisible characters.
  private static let names: [Unicode.Scalar: String] = [
    "\u{A0}": "a no-break space", "\u{202F}": "a narrow no-break space",
    "\u{2007}": "a figure space", "\u{200B}": "a zero-width space",
    "\u{200C}": "a zero-width non-joiner", "\u{200D}": "a zero-width joiner",
    "\u{2060}": "a word joiner", "\u{FEFF}": "a byte order mark", "\u{AD}": "a soft hyphen",
    "\u{200E}": "a left-to-right mark", "\u{200F}": "a right-to-left mark",
    "\u{202A}": "a direction mark", "\u{202B}": "a direction mark",
    "\u{202C}": "a direction mark", "\u{202D}": "a direction mark",
    "\u{202E}": "a direction mark", "\u{2066}": "a direction mark",
    "\u{2067}": "a direction mark", "\u{2068}": "a direction mark",
    "\u{2069}": "a direction mark",
  ]

  /// Returns `begins`, `ends`, or both as the verb for a message if a string has whitespace at its
  /// ends, or `nil` for a string that consists of whitespace and punctuation only.
  static func edgeVerb(of text: String) -> String? {
    let (first, last) = (text.utf8.first.map(isBlank), text.utf8.last.map(isBlank))
    guard first == true || last == true, text.unicodeScalars.contains(where: isWord) else {
      return nil
    }
    return first == last ? "begins and ends" : first == true ? "begins" : "ends"
  }

  /// Returns whether a byte is a space, a tab or a line break.
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Returns whether a character is a letter or an ASCII digit.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }
}
