import TremaSupport

/// Access to the scalars of valid UTF-8 by byte offsets.
///
/// An offset before the first byte or after the last byte yields U+0000, so the edges need no
/// special case. The parts that ``Prose/masked`` removes yield U+0000 as well.
extension [UInt8] {
  /// Returns the scalar at an offset.
  ///
  /// - Parameter index: The offset of the first byte of a scalar, or an offset outside the bytes.
  /// - Returns: U+0000 for an offset outside the bytes, and U+FFFD for an incomplete or invalid
  ///   sequence.
  func scalar(at index: Int) -> Unicode.Scalar {
    guard indices.contains(index) else { return "\0" }
    let first = self[index]
    if first < 0x80 { return Unicode.Scalar(first) }
    let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard index + count <= self.count else { return "\u{FFFD}" }
    var value = UInt32(first) & (count == 2 ? 0x1F : count == 3 ? 0x0F : 0x07)
    for offset in 1..<count { value = value << 6 | UInt32(self[index + offset] & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// Returns the start of the scalar that ends before an offset, or -1 if there is none.
  func start(before index: Int) -> Int {
    var start = index - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// Returns the scalar that ends before an offset, or U+0000 if there is none.
  func scalar(before index: Int) -> Unicode.Scalar { scalar(at: start(before: index)) }

  /// The scalars with their byte offsets.
  var scalars: OffsetScalars { OffsetScalars(bytes: self) }
}

/// An iterator over scalars with their byte offsets.
struct OffsetScalars: Sequence, IteratorProtocol {
  let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (scalar: Unicode.Scalar, start: Int)? {
    guard offset < bytes.count else { return nil }
    let start = offset
    let scalar = bytes.scalar(at: start)
    offset += scalar.width
    return (scalar, start)
  }
}

extension String {
  /// Creates a lowercase string from a range of ASCII bytes.
  init(lowercasingASCII bytes: borrowing [UInt8], _ range: Range<Int>) {
    self.init(unsafeUninitializedCapacity: range.count) { buffer in
      for index in range { buffer[index - range.lowerBound] = ASCII.lowercased(bytes[index]) }
      return range.count
    }
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether the byte is an ASCII letter, or belongs to a non-ASCII character.
  var isPartOfLetter: Bool { self >= 0x80 || (0x61...0x7A).contains(self | 0x20) }
}

extension Unicode.Scalar {
  /// The scalar's length in UTF-8.
  var width: Int { value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4 }

  /// Whether the scalar is a letter. ASCII and frequent blocks are handled without the Unicode
  /// property tables, which are slow.
  var isLetter: Bool {
    if value < 0x80 { return (0x61...0x7A).contains(value | 0x20) }
    return isUsualLetter || !isPlaceholder && properties.isAlphabetic
  }

  /// Whether the scalar belongs to a block that contains almost only letters: non-ASCII Latin,
  /// Cyrillic, ideographs and Hangul.
  var isUsualLetter: Bool {
    switch value {
    case 0xD7, 0xF7, 0x482...0x489: false
    case 0xC0...0x24F, 0x400...0x52F, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }

  /// Whether the scalar represents a placeholder. Placeholders are not letters, and a value may
  /// contain thousands of them, so the Unicode property tables are not consulted.
  private var isPlaceholder: Bool { value == 0xFFFC }

  /// Whether the scalar is a letter or a combining mark.
  var isWordPart: Bool {
    if value < 0x80 { return (0x61...0x7A).contains(value | 0x20) }
    if isPlaceholder { return false }
    if isUsualLetter || properties.isAlphabetic { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }

  /// Whether the scalar is an ASCII digit.
  var isASCIIDigit: Bool { (0x30...0x39).contains(value) }

  /// Whether the scalar is a decimal digit of any script.
  var isDecimalDigit: Bool {
    value < 0x80 ? isASCIIDigit : properties.generalCategory == .decimalNumber
  }

  /// Whether the scalar is an uppercase letter of a script with case.
  var isUppercaseLetter: Bool {
    value < 0x80 ? (0x41...0x5A).contains(value) : properties.generalCategory == .uppercaseLetter
  }

  /// Whether the scalar is a lowercase letter of a script with case.
  var isLowercaseLetter: Bool {
    if value < 0x80 { return (0x61...0x7A).contains(value) }
    // Georgian uses uppercase only for whole words, so its ordinary letters don't count as
    // lowercase.
    return properties.generalCategory == .lowercaseLetter && !(0x10D0...0x10FF).contains(value)
  }

  /// Whether the scalar is a space of any width or a line break.
  var isSpace: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }

  /// Whether the scalar is a space that prevents a line break.
  var isNoBreakSpace: Bool { value == 0xA0 || value == 0x202F || value == 0x2007 }

  /// Whether the scalar belongs to a script that is written without spaces between words.
  var isIdeographic: Bool {
    (0x2E80...0xA4CF).contains(value) || (0xAC00...0xD7FF).contains(value)
      || (0xF900...0xFAFF).contains(value) || (0xFF00...0xFFEF).contains(value)
      || (0x20000...0x3FFFF).contains(value)
  }

  /// The scalar in the notation `U+00A0`.
  var name: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
