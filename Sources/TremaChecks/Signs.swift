/// Characters that something can be wrong with. A check says which it is about, and is asked only
/// of values that have one: most of most catalogues have none.
struct Signs: OptionSet, Sendable {
  let rawValue: UInt32

  static let digit = Signs(rawValue: 1 << 0)
  /// `.`
  static let fullStop = Signs(rawValue: 1 << 1)
  /// `,` `;` `:`
  static let comma = Signs(rawValue: 1 << 2)
  /// `!` `?`
  static let exclamation = Signs(rawValue: 1 << 3)
  /// `'` `"` and the grave accent
  static let quote = Signs(rawValue: 1 << 4)
  static let hyphen = Signs(rawValue: 1 << 5)
  /// `(` `)` `[` `]` `{` `}`
  static let bracket = Signs(rawValue: 1 << 6)
  /// `<` `>` `&`
  static let markup = Signs(rawValue: 1 << 7)
  static let at = Signs(rawValue: 1 << 8)
  static let slash = Signs(rawValue: 1 << 9)
  /// Two spaces, one after the other.
  static let doubleSpace = Signs(rawValue: 1 << 10)
  /// White space other than a space.
  static let lineBreak = Signs(rawValue: 1 << 11)
  /// Below U+0020 but white space, and U+007F.
  static let control = Signs(rawValue: 1 << 12)
  /// Whatever is not ASCII.
  static let foreign = Signs(rawValue: 1 << 13)
  static let percent = Signs(rawValue: 1 << 14)
  static let dollar = Signs(rawValue: 1 << 15)
  static let backslash = Signs(rawValue: 1 << 16)
  static let space = Signs(rawValue: 1 << 17)
  /// A placeholder or an argument.
  static let argument = Signs(rawValue: 1 << 18)
  static let letter = Signs(rawValue: 1 << 19)

  /// For checks that look at every value.
  static let any = Signs(rawValue: .max)

  /// What stands in UTF-8 text.
  init(in bytes: some Collection<UInt8>) {
    var found: UInt32 = 0
    var last: UInt8 = 0
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes {
        found |= table[Int(byte)]
        if byte == 0x20, last == 0x20 { found |= Self.doubleSpace.rawValue }
        last = byte
      }
    }
    rawValue = found
  }

  init(rawValue: UInt32) { self.rawValue = rawValue }

  private static let table: [UInt32] = (0...255).map { sign(of: $0).rawValue }

  private static func sign(of byte: UInt8) -> Signs {
    switch byte {
    case 0x80...: .foreign
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
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"):
      .bracket
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"): .markup
    case UInt8(ascii: "@"): .at
    case UInt8(ascii: "/"): .slash
    case UInt8(ascii: "%"): .percent
    case UInt8(ascii: "$"): .dollar
    case UInt8(ascii: "\\"): .backslash
    default: []
    }
  }
}
