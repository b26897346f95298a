import TremaSupport

/// A text file's encoding, and the conversion of its bytes to UTF-8.
enum TextEncoding: Hashable {
  case utf8
  /// ISO-8859-1: each byte is the code point of its character.
  case latin1
  /// ISO-8859-15: Latin-1 with eight characters replaced, one of them with the euro sign.
  case latin9

  /// Creates an encoding from one of its IANA-registered names, ignoring case. Returns `nil` if the
  /// encoding is not supported.
  init?(name: String) {
    switch String(decoding: name.utf8.map { $0.lowercasedASCII }, as: UTF8.self) {
    case "utf-8", "utf8", "us-ascii", "ascii", "ansi_x3.4-1968": self = .utf8
    case "iso-8859-1", "iso_8859-1", "latin1", "iso8859-1": self = .latin1
    case "iso-8859-15", "iso_8859-15", "latin-9", "iso8859-15": self = .latin9
    default: return nil
    }
  }

  /// Returns the character for a non-ASCII byte, or `nil` in UTF-8, which encodes such characters
  /// with multiple bytes.
  func scalar(_ byte: UInt8) -> Unicode.Scalar? {
    switch self {
    case .utf8: nil
    case .latin1: Unicode.Scalar(byte)
    case .latin9: Self.latin9Replacements[byte] ?? Unicode.Scalar(byte)
    }
  }

  /// The characters of Latin-9 that differ from Latin-1.
  private static let latin9Replacements: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]

  /// Converts bytes in this encoding to UTF-8. Bytes that are already in UTF-8 are returned
  /// unchanged, without validation.
  func utf8(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    guard self != .utf8 else { return Array(bytes) }
    var result: [UInt8] = []
    for byte in bytes {
      if byte >= 0x80, let scalar = scalar(byte) {
        result += Array(Unicode.UTF8.encode(scalar) ?? .init())
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// Returns the offset of the first byte that does not start a well-formed character, or `nil` if
  /// all bytes are valid UTF-8.
  ///
  /// See the Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
  static func firstInvalid(_ bytes: some Collection<UInt8>) -> Int? {
    // The number of continuation bytes that are still expected, and the next one's range. Only the
    // first continuation byte has a narrower range.
    var remaining = 0
    var (lower, upper): (UInt8, UInt8) = (0x80, 0xBF)
    var start = 0
    for (offset, byte) in bytes.enumerated() {
      if remaining > 0 {
        guard (lower...upper).contains(byte) else { return start }
        remaining -= 1
        (lower, upper) = (0x80, 0xBF)
        continue
      }
      start = offset
      switch byte {
      case 0..<0x80: break
      case 0xC2...0xDF: remaining = 1
      case 0xE0: (remaining, lower) = (2, 0xA0)
      case 0xED: (remaining, upper) = (2, 0x9F)
      case 0xE1...0xEF: remaining = 2
      case 0xF0: (remaining, lower) = (3, 0x90)
      case 0xF1...0xF3: remaining = 3
      case 0xF4: (remaining, upper) = (3, 0x8F)
      default: return offset
      }
    }
    return remaining > 0 ? start : nil
  }

  /// Returns the length of the UTF-8 byte order mark: 3, or 0 if there is none.
  ///
  /// - Throws: `unsupported-encoding` if the file starts with a UTF-16 byte order mark. The readers
  ///   for gettext and Java files do not support UTF-16.
  static func markLength(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Int {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return 3 }
    guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return 0 }
    throw Diagnostic(
      .error, "unsupported-encoding", "the file is encoded in UTF-16, which is not supported",
      at: SourceLocation(file: file, start: .start), hint: "save it as UTF-8", kind: .unreadable)
  }
}

extension UInt8 {
  /// The lowercase form of an uppercase ASCII letter. Any other byte is unchanged.
  var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  /// The value of a hexadecimal digit, or `nil` if the byte is not a digit.
  var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
