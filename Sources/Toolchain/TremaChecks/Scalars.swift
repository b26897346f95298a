import TremaSupport

/// The scalars of UTF-8 that is known to be valid, found from byte offsets.
///
/// What is before the first byte and behind the last reads as U+0000, so that edges need no
/// question of their own; what ``Prose/masked`` takes out reads the same.
extension [UInt8] {
  /// - Parameter index: of the first byte of a scalar, or beyond an end.
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

  /// The start of the scalar that ends before `index`; -1 for none.
  func start(before index: Int) -> Int {
    var start = index - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  func scalar(before index: Int) -> Unicode.Scalar { scalar(at: start(before: index)) }

  /// Each scalar with the offset of its first byte.
  var scalars: PlacedScalars { PlacedScalars(bytes: self) }
}

struct PlacedScalars: Sequence, IteratorProtocol {
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
  /// Some bytes, all of ASCII, in lower case.
  init(lowercasingASCII bytes: borrowing [UInt8], _ range: Range<Int>) {
    self.init(unsafeUninitializedCapacity: range.count) { buffer in
      for index in range { buffer[index - range.lowerBound] = ASCII.lowercased(bytes[index]) }
      return range.count
    }
  }
}

extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// A letter of ASCII, or a byte of any other character.
  var isPartOfLetter: Bool { self >= 0x80 || (0x61...0x7A).contains(self | 0x20) }
}

extension Unicode.Scalar {
  /// In bytes of UTF-8.
  var width: Int { value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4 }

  /// The tables of Unicode are slow to ask: ASCII does without.
  var isLetter: Bool {
    if value < 0x80 { return (0x61...0x7A).contains(value | 0x20) }
    return isUsualLetter || !isPlaceholder && properties.isAlphabetic
  }

  /// A letter of a block that is hardly anything else: Latin beyond ASCII, Cyrillic, ideographs and Hangul.
  var isUsualLetter: Bool {
    switch value {
    case 0xD7, 0xF7, 0x482...0x489: false
    case 0xC0...0x24F, 0x400...0x52F, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }

  /// Whether it means a placeholder, of which a value may have thousands: no letter, for which the
  /// tables of Unicode need not be asked.
  private var isPlaceholder: Bool { value == 0xFFFC }

  /// A letter or a mark on one.
  var isWordPart: Bool {
    if value < 0x80 { return (0x61...0x7A).contains(value | 0x20) }
    if isPlaceholder { return false }
    if isUsualLetter || properties.isAlphabetic { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }

  var isASCIIDigit: Bool { (0x30...0x39).contains(value) }

  /// A digit of any script.
  var isDecimalDigit: Bool {
    value < 0x80 ? isASCIIDigit : properties.generalCategory == .decimalNumber
  }

  /// Whether it is an upper case letter of a script with cases.
  var isUppercaseLetter: Bool {
    value < 0x80 ? (0x41...0x5A).contains(value) : properties.generalCategory == .uppercaseLetter
  }

  var isLowercaseLetter: Bool {
    if value < 0x80 { return (0x61...0x7A).contains(value) }
    // Georgian has capitals for whole words alone.
    return properties.generalCategory == .lowercaseLetter && !(0x10D0...0x10FF).contains(value)
  }

  /// Spaces of any width, and line breaks.
  var isSpace: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }

  /// A space that keeps a line from breaking.
  var isNoBreakSpace: Bool { value == 0xA0 || value == 0x202F || value == 0x2007 }

  /// Written without spaces between words.
  var isIdeographic: Bool {
    (0x2E80...0xA4CF).contains(value) || (0xAC00...0xD7FF).contains(value)
      || (0xF900...0xFAFF).contains(value) || (0xFF00...0xFFEF).contains(value)
      || (0x20000...0x3FFFF).contains(value)
  }

  /// `U+00A0`
  var name: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
