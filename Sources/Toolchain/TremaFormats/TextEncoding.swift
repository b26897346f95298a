import TremaSupport

/// The encoding of a text file, and its bytes as UTF-8.
enum TextEncoding: Hashable {
  case utf8
  /// ISO-8859-1: each byte is the character of its number.
  case latin1
  /// ISO-8859-15: Latin-1 with the euro sign and seven letters in other places.
  case latin9

  /// The encoding by one of its names in the registry of IANA, in any case.
  init?(name: String) {
    switch String(decoding: name.utf8.map { $0.lowercasedASCII }, as: UTF8.self) {
    case "utf-8", "utf8", "us-ascii", "ascii", "ansi_x3.4-1968": self = .utf8
    case "iso-8859-1", "iso_8859-1", "latin1", "iso8859-1": self = .latin1
    case "iso-8859-15", "iso_8859-15", "latin-9", "iso8859-15": self = .latin9
    default: return nil
    }
  }

  /// Returns the character of a byte beyond ASCII; `nil` in UTF-8, where it takes several.
  func scalar(_ byte: UInt8) -> Unicode.Scalar? {
    switch self {
    case .utf8: nil
    case .latin1: Unicode.Scalar(byte)
    case .latin9: Self.movedInLatin9[byte] ?? Unicode.Scalar(byte)
    }
  }

  private static let movedInLatin9: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]

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

  /// The offset of the first byte that is not UTF-8; nil when all are.
  ///
  /// Source: The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
  static func firstInvalid(_ bytes: some Collection<UInt8>) -> Int? {
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

  /// Finds the byte order mark, if there is one.
  ///
  /// - Returns: how many bytes a mark of UTF-8 takes: 3 or 0.
  /// - Throws: where the file is UTF-16, which neither gettext nor Java reads here.
  static func markLength(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Int {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return 3 }
    guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return 0 }
    throw Diagnostic(
      .error, "unsupported-encoding", "the file is UTF-16",
      at: SourceLocation(file: file, start: .start), hint: "save it as UTF-8", kind: .unreadable)
  }
}

extension UInt8 {
  var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  /// The value of a hexadecimal digit.
  var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
