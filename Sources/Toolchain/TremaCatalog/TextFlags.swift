/// The kinds of characters in a text, determined in one pass over its bytes when the text is read.
///
/// Checks, the message parser and writers that escape characters test these flags before they
/// search a text. Most texts contain none of the characters in question.
@usableFromInline package struct TextFlags: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt32

  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// ASCII digits.
  @inlinable package static var digit: TextFlags { TextFlags(rawValue: 1 << 0) }
  /// The character `.`.
  @inlinable package static var fullStop: TextFlags { TextFlags(rawValue: 1 << 1) }
  /// The characters `,`, `;` and `:`.
  @inlinable package static var comma: TextFlags { TextFlags(rawValue: 1 << 2) }
  /// The characters `!` and `?`.
  @inlinable package static var exclamation: TextFlags { TextFlags(rawValue: 1 << 3) }
  /// The characters `'` and `"`, and the grave accent.
  @inlinable package static var quote: TextFlags { TextFlags(rawValue: 1 << 4) }
  /// The character `-`.
  @inlinable package static var hyphen: TextFlags { TextFlags(rawValue: 1 << 5) }
  /// The characters `(`, `)`, `[`, `]`, `{` and `}`.
  @inlinable package static var bracket: TextFlags { TextFlags(rawValue: 1 << 6) }
  /// The characters `<`, `>` and `&`.
  @inlinable package static var markup: TextFlags { TextFlags(rawValue: 1 << 7) }
  /// The character `@`.
  @inlinable package static var at: TextFlags { TextFlags(rawValue: 1 << 8) }
  /// The character `/`.
  @inlinable package static var slash: TextFlags { TextFlags(rawValue: 1 << 9) }
  /// Two consecutive spaces.
  @inlinable package static var doubleSpace: TextFlags { TextFlags(rawValue: 1 << 10) }
  /// Whitespace other than the space.
  @inlinable package static var lineBreak: TextFlags { TextFlags(rawValue: 1 << 11) }
  /// Control characters of ASCII that are not whitespace.
  @inlinable package static var control: TextFlags { TextFlags(rawValue: 1 << 12) }
  /// Any non-ASCII character.
  @inlinable package static var nonASCII: TextFlags { TextFlags(rawValue: 1 << 13) }
  /// The character `%`.
  @inlinable package static var percent: TextFlags { TextFlags(rawValue: 1 << 14) }
  /// The character `$`.
  @inlinable package static var dollar: TextFlags { TextFlags(rawValue: 1 << 15) }
  /// The character `\`.
  @inlinable package static var backslash: TextFlags { TextFlags(rawValue: 1 << 16) }
  /// The space.
  @inlinable package static var space: TextFlags { TextFlags(rawValue: 1 << 17) }
  /// A placeholder or an argument.
  @inlinable package static var argument: TextFlags { TextFlags(rawValue: 1 << 18) }
  /// ASCII letters.
  @inlinable package static var letter: TextFlags { TextFlags(rawValue: 1 << 19) }
  /// The character `{`, which also sets ``bracket``.
  @inlinable package static var brace: TextFlags { TextFlags(rawValue: 1 << 20) }
  /// Non-ASCII characters that do not start with the byte C3.
  ///
  /// The accented letters of western Europe start with C3, and are the only non-ASCII characters
  /// whose first byte identifies them as letters. For the others, see
  /// ``resolvingUnclassified(in:)``.
  @inlinable package static var unclassified: TextFlags { TextFlags(rawValue: 1 << 25) }
  /// Characters that start with the byte EF, such as the byte order mark, U+FFFE, U+FFFF and
  /// full-width forms.
  @inlinable package static var mark: TextFlags { TextFlags(rawValue: 1 << 21) }
  /// Unicode whitespace at the start or the end.
  @inlinable package static var edgeSpace: TextFlags { TextFlags(rawValue: 1 << 22) }
  /// The character `_`.
  @inlinable package static var underscore: TextFlags { TextFlags(rawValue: 1 << 23) }
  /// The character `*`.
  @inlinable package static var star: TextFlags { TextFlags(rawValue: 1 << 24) }

  /// The characters `\`, `%` and `{`. A source without any of them equals its message; see
  /// ``Message/parse(_:backslash:)``.
  @inlinable package static var messageSyntax: TextFlags {
    TextFlags(rawValue: backslash.rawValue | percent.rawValue | brace.rawValue)
  }

  /// All flags, for checks that examine every text.
  @inlinable package static var any: TextFlags { TextFlags(rawValue: .max) }

  /// Determines the flags of UTF-8 text.
  package init(in bytes: some Collection<UInt8>) {
    self =
      bytes.withContiguousStorageIfAvailable { TextFlags(in: $0) } ?? TextFlags(in: Array(bytes))
  }

  /// Determines the flags of UTF-8 text.
  package init(in bytes: UnsafeBufferPointer<UInt8>) {
    var found: UInt32 = 0
    // The highest bit of a byte is set for each space that follows a space.
    var pairs: UInt64 = 0
    var index = 0
    Self.table.withUnsafeBufferPointer { table in
      // Whether a space precedes the eight bytes, in bit 7.
      var before: UInt64 = 0
      while let base = bytes.baseAddress, index + 8 <= bytes.count {
        // In bounds: at least eight bytes follow `index`, and every byte is a valid index of the
        // 256 rows.
        let low = table[Int(base[index])] | table[Int(base[index + 1])]
        let second = table[Int(base[index + 2])] | table[Int(base[index + 3])]
        let third = table[Int(base[index + 4])] | table[Int(base[index + 5])]
        let high = table[Int(base[index + 6])] | table[Int(base[index + 7])]
        found |= (low | second) | (third | high)
        let word = UInt64(
          littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
        let spaces = Self.spaces(in: word)
        pairs |= spaces & (spaces << 8 | before)
        before = spaces >> 56
        index += 8
      }
      while index < bytes.count {
        let byte = bytes[index]
        found |= table[Int(byte)]
        let space: UInt64 = byte == 0x20 ? 0x80 : 0
        pairs |= space & before
        before = space
        index += 1
      }
    }
    if pairs != 0 { found |= TextFlags.doubleSpace.rawValue }
    if Self.hasEdgeSpace(bytes) { found |= TextFlags.edgeSpace.rawValue }
    rawValue = found
  }

  /// Returns the highest bit of each byte that is a space.
  @inline(__always) private static func spaces(in word: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let rest = word ^ 0x2020_2020_2020_2020
    return ~((rest & low) &+ low | rest | low)
  }

  /// The flags of each byte.
  private static let table: [UInt32] = (0...255).map { flags(of: $0).rawValue }

  /// Returns the flags that a byte implies by itself.
  private static func flags(of byte: UInt8) -> TextFlags {
    switch byte {
    case 0x80...0xBF, 0xC3: .nonASCII
    case 0xEF: [.nonASCII, .unclassified, .mark]
    case 0xC0...: [.nonASCII, .unclassified]
    case 0x09, 0x0A, 0x0D: .lineBreak
    case 0..<0x20, 0x7F: .control
    case 0x20: .space
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): .letter
    case UInt8(ascii: "."): .fullStop
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"): .comma
    case UInt8(ascii: "!"), UInt8(ascii: "?"): .exclamation
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): .quote
    case UInt8(ascii: "-"): .hyphen
    case UInt8(ascii: "{"): [.bracket, .brace]
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "}"):
      .bracket
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"): .markup
    case UInt8(ascii: "@"): .at
    case UInt8(ascii: "/"): .slash
    case UInt8(ascii: "%"): .percent
    case UInt8(ascii: "$"): .dollar
    case UInt8(ascii: "\\"): .backslash
    case UInt8(ascii: "_"): .underscore
    case UInt8(ascii: "*"): .star
    default: []
    }
  }

  // MARK: Ends

  /// Returns whether the text starts or ends with Unicode whitespace.
  private static func hasEdgeSpace(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return false }
    if first < 0x80 ? isSpace(first) : isWideSpace(bytes.prefix(3)) { return true }
    if last < 0x80 { return isSpace(last) }
    return isWideSpace(bytes.suffix(3)) || isWideSpace(bytes.suffix(2))
  }

  /// Returns whether a byte is ASCII whitespace.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

  /// Returns whether the bytes start with non-ASCII whitespace: U+0085, U+00A0, U+1680, U+2000 to
  /// U+200A, U+2028, U+2029, U+202F, U+205F, U+3000.
  ///
  /// See the Unicode Character Database, `PropList.txt`, `White_Space`.
  private static func isWideSpace(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes.count >= 2, let first = bytes.first else { return false }
    let second = bytes[bytes.startIndex + 1]
    if first == 0xC2 { return second == 0x85 || second == 0xA0 }
    guard bytes.count == 3, let third = bytes.last else { return false }
    switch (first, second) {
    case (0xE1, 0x9A): return third == 0x80
    case (0xE2, 0x80):
      return third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF
    case (0xE2, 0x81): return third == 0x9F
    case (0xE3, 0x80): return third == 0x80
    default: return false
    }
  }
}
