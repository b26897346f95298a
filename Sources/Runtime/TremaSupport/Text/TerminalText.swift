/// Escaping and width calculation for strings on a terminal.
package enum TerminalText {
  /// Returns a string with control characters escaped so that it can neither control the terminal
  /// nor imitate a different line.
  package static func escaped(_ text: String) -> String {
    // Most strings are printable ASCII, for which checking the bytes suffices.
    if text.isPrintableASCII { return text }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns whether a character is a control: C0, DEL and C1, line and paragraph separators, and
  /// the controls of the bidirectional algorithm (Unicode Technical Report 36, section 2), which
  /// can make a line appear in a different order.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Returns a character's width in columns: 0, 1 or 2. A tab counts as 1; its effect depends on
  /// the terminal.
  package static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if isWide(first) || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// Returns the width in columns of a string without control characters.
  package static func width(of text: String) -> Int {
    text.isPrintableASCII ? text.utf8.count : text.reduce(0) { $0 + width(of: $1) }
  }

  /// Returns whether a character is two columns wide.
  ///
  /// See the W and F blocks in Unicode's `EastAsianWidth.txt`. The emoji among them are identified
  /// by a Swift property.
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
  /// Whether all characters are printable ASCII.
  fileprivate var isPrintableASCII: Bool {
    utf8.withContiguousStorageIfAvailable { $0.isPrintableASCII }
      ?? utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are printable ASCII. The loop has no early exit so that it can be
  /// vectorized, which pays off because most strings are printable ASCII.
  package var isPrintableASCII: Bool {
    var isPrintable = true
    for byte in self where !(0x20...0x7E ~= byte) { isPrintable = false }
    return isPrintable
  }
}
