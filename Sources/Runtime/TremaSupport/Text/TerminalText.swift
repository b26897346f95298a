/// The look of text in a terminal.
package enum TerminalText {
  /// The text with every control spelled out, so that it neither acts on the terminal nor makes
  /// one line look like another.
  package static func shown(_ text: String) -> String {
    // Most is printable ASCII, which is told byte by byte.
    if text.isPrintableASCII { return text }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// C0, DEL and C1; line and paragraph separators; the controls of the bidirectional algorithm
  /// (Unicode Technical Report 36, section 2: a line that reads otherwise than it is).
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Columns that a character takes up: 0, 1 or 2. A tab counts as 1; how far it reaches is the
  /// terminal's business.
  package static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if isWide(first) || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// Columns that a text without controls takes up.
  package static func width(of text: String) -> Int {
    text.isPrintableASCII ? text.utf8.count : text.reduce(0) { $0 + width(of: $1) }
  }

  /// Source: Unicode, `EastAsianWidth.txt`, the blocks of W and F; the emoji among them are a
  /// property that Swift has.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x1100: false
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
      0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}

extension String {
  fileprivate var isPrintableASCII: Bool {
    utf8.withContiguousStorageIfAvailable { $0.isPrintableASCII }
      ?? utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Looks at many bytes at a time, which is worth while, as it mostly is.
  package var isPrintableASCII: Bool {
    var isPrintable = true
    for byte in self where !(0x20...0x7E ~= byte) { isPrintable = false }
    return isPrintable
  }
}
