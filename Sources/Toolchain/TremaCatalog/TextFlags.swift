/// The kinds of characters in a text, found in one pass over its bytes when it is read. A search for
/// something asks first whether it can be there at all: checks, the reader of messages, writers that
/// would have to escape it. Most texts of most catalogs have none of it.
@usableFromInline package struct TextFlags: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt32

  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable package static var digit: TextFlags { TextFlags(rawValue: 1 << 0) }
  /// `.`
  @inlinable package static var fullStop: TextFlags { TextFlags(rawValue: 1 << 1) }
  /// `,` `;` `:`
  @inlinable package static var comma: TextFlags { TextFlags(rawValue: 1 << 2) }
  /// `!` `?`
  @inlinable package static var exclamation: TextFlags { TextFlags(rawValue: 1 << 3) }
  /// `'` `"` and the grave accent
  @inlinable package static var quote: TextFlags { TextFlags(rawValue: 1 << 4) }
  @inlinable package static var hyphen: TextFlags { TextFlags(rawValue: 1 << 5) }
  /// `(` `)` `[` `]` `}`
  @inlinable package static var bracket: TextFlags { TextFlags(rawValue: 1 << 6) }
  /// `<` `>` `&`
  @inlinable package static var markup: TextFlags { TextFlags(rawValue: 1 << 7) }
  @inlinable package static var at: TextFlags { TextFlags(rawValue: 1 << 8) }
  @inlinable package static var slash: TextFlags { TextFlags(rawValue: 1 << 9) }
  /// Two spaces, one after the other.
  @inlinable package static var doubleSpace: TextFlags { TextFlags(rawValue: 1 << 10) }
  /// White space other than a space.
  @inlinable package static var lineBreak: TextFlags { TextFlags(rawValue: 1 << 11) }
  /// Below U+0020 but white space, and U+007F.
  @inlinable package static var control: TextFlags { TextFlags(rawValue: 1 << 12) }
  /// Any character outside ASCII.
  @inlinable package static var foreign: TextFlags { TextFlags(rawValue: 1 << 13) }
  @inlinable package static var percent: TextFlags { TextFlags(rawValue: 1 << 14) }
  @inlinable package static var dollar: TextFlags { TextFlags(rawValue: 1 << 15) }
  @inlinable package static var backslash: TextFlags { TextFlags(rawValue: 1 << 16) }
  @inlinable package static var space: TextFlags { TextFlags(rawValue: 1 << 17) }
  /// A placeholder or an argument.
  @inlinable package static var argument: TextFlags { TextFlags(rawValue: 1 << 18) }
  @inlinable package static var letter: TextFlags { TextFlags(rawValue: 1 << 19) }
  /// `{`, which is a bracket, too.
  @inlinable package static var brace: TextFlags { TextFlags(rawValue: 1 << 20) }
  /// Beyond ASCII and not written with the byte C3 as the accented letters of western Europe are: of
  /// all that is not ASCII, those letters alone are known by their first byte to be nothing but letters;
  /// see ``settled(for:)`` for the others.
  @inlinable package static var strange: TextFlags { TextFlags(rawValue: 1 << 25) }
  /// Characters that begin with the byte EF: the byte order mark, U+FFFE, U+FFFF, and wide forms.
  @inlinable package static var mark: TextFlags { TextFlags(rawValue: 1 << 21) }
  /// White space, of any script, at an end.
  @inlinable package static var edgeSpace: TextFlags { TextFlags(rawValue: 1 << 22) }
  @inlinable package static var underscore: TextFlags { TextFlags(rawValue: 1 << 23) }
  @inlinable package static var star: TextFlags { TextFlags(rawValue: 1 << 24) }

  /// `\\`, `%` and `{`: ``Message/parse(_:backslash:)`` takes a source without any of them as it is.
  @inlinable package static var meaningful: TextFlags {
    TextFlags(rawValue: backslash.rawValue | percent.rawValue | brace.rawValue)
  }

  /// For those who look at every text.
  @inlinable package static var any: TextFlags { TextFlags(rawValue: .max) }

  /// Creates the flags of UTF-8 text.
  package init(in bytes: some Collection<UInt8>) {
    self =
      bytes.withContiguousStorageIfAvailable { TextFlags(in: $0) } ?? TextFlags(in: Array(bytes))
  }

  /// Creates the flags of UTF-8 text.
  package init(in bytes: UnsafeBufferPointer<UInt8>) {
    var found: UInt32 = 0
    // A high bit for each space that follows another.
    var pairs: UInt64 = 0
    var index = 0
    Self.table.withUnsafeBufferPointer { table in
      // Whether there was a space in front of the eight bytes, as its highest bit at the lowest place.
      var before: UInt64 = 0
      while let base = bytes.baseAddress, index + 8 <= bytes.count {
        // In bounds: there are eight bytes from `index` on, and a byte is an index of the 256 rows.
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

  /// The highest bit of each byte that is a space.
  @inline(__always) private static func spaces(in word: UInt64) -> UInt64 {
    let lows: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let rest = word ^ 0x2020_2020_2020_2020
    return ~((rest & lows) &+ lows | rest | lows)
  }

  private static let table: [UInt32] = (0...255).map { sign(of: $0).rawValue }

  private static func sign(of byte: UInt8) -> TextFlags {
    switch byte {
    case 0x80...0xBF, 0xC3: .foreign
    case 0xEF: [.foreign, .strange, .mark]
    case 0xC0...: [.foreign, .strange]
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

  private static func hasEdgeSpace(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return false }
    if first < 0x80 ? isSpace(first) : isWideSpace(bytes.prefix(3)) { return true }
    if last < 0x80 { return isSpace(last) }
    return isWideSpace(bytes.suffix(3)) || isWideSpace(bytes.suffix(2))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

  /// Whether text begins with white space beyond ASCII: U+0085, U+00A0, U+1680, U+2000 to U+200A,
  /// U+2028, U+2029, U+202F, U+205F, U+3000.
  ///
  /// Source: Unicode Character Database, `PropList.txt`, `White_Space`.
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
