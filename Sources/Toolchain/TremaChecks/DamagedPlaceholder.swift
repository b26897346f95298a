/// Finds the remains of damaged placeholders.
enum DamagedPlaceholder {
  /// Returns the range of the first damaged placeholder in a reading.
  ///
  /// - Parameter isMissed: Whether the translation lacks a placeholder of the master. In this case,
  ///   weaker evidence is sufficient.
  static func range(in reading: [UInt8], isMissed: Bool) -> Range<Int>? {
    for index in reading.indices {
      let end: Int?
      switch reading[index] {
      case UInt8(ascii: "%"): end = afterPercent(reading, index + 1, isMissed: isMissed)
      // U+FF05, the full-width percent sign. U+FFFC starts with the same byte, and a value can
      // contain thousands of them.
      case 0xEF
      where index + 2 < reading.count && reading[index + 1] == 0xBC && reading[index + 2] == 0x85:
        end = afterWidePercent(reading, index + 3, isMissed: isMissed)
      case UInt8(ascii: "$"): end = afterDollar(reading, index + 1)
      case UInt8(ascii: "{") where isMissed: end = afterBrace(reading, index + 1)
      case UInt8(ascii: "@") where isMissed: end = afterAt(reading, index + 1)
      default: continue
      }
      if let end { return index..<end }
    }
    return nil
  }

  /// Returns the end of a damaged placeholder after `%`: `% @`, `%1 $@`, `%1$ s`, `%1$`. `% d`
  /// counts only if a placeholder is missing, because "5 % d" may be text.
  ///
  /// - Parameter start: The offset after the percent sign.
  private static func afterPercent(_ bytes: [UInt8], _ start: Int, isMissed: Bool) -> Int? {
    var index = spaces(bytes, start)
    let digits = index
    while index < bytes.count, bytes[index].isDigit { index += 1 }
    let hasDigits = index > digits
    let dollar = spaces(bytes, index)
    if hasDigits, dollar < bytes.count, bytes[dollar] == UInt8(ascii: "$") {
      let letter = spaces(bytes, dollar + 1)
      return letter < bytes.count && isConversion(bytes, letter) ? letter + 1 : dollar + 1
    }
    guard index > start, isMissed else { return nil }
    return index < bytes.count && isConversion(bytes, index) ? index + 1 : nil
  }

  /// Returns the end of a damaged placeholder after a full-width percent sign. The following
  /// characters may also be full-width.
  private static func afterWidePercent(_ bytes: [UInt8], _ start: Int, isMissed: Bool) -> Int? {
    var index = start
    while index < bytes.count, bytes[index].isDigit { index += 1 }
    if index > start, index < bytes.count, bytes[index] == UInt8(ascii: "$") {
      return index + 1 < bytes.count && bytes[index + 1] < 0x80 ? index + 2 : index + 1
    }
    // U+FF20, the full-width @.
    if bytes[index...].starts(with: [0xEF, 0xBC, 0xA0]) { return index + 3 }
    guard isMissed, index < bytes.count, isConversion(bytes, index) else { return nil }
    return index + 1
  }

  /// Returns the end of a placeholder whose number is outside it: `$1%s`.
  private static func afterDollar(_ bytes: [UInt8], _ start: Int) -> Int? {
    var index = start
    while index < bytes.count, bytes[index].isDigit { index += 1 }
    guard index > start, bytes[index...].starts(with: Prose.placeholder) else { return nil }
    return index + Prose.placeholder.count
  }

  /// Returns the end of a brace placeholder from a different format: `{0}`, `{name}`.
  private static func afterBrace(_ bytes: [UInt8], _ start: Int) -> Int? {
    var index = start
    while index < bytes.count, bytes[index].isDigit || bytes[index].isPartOfLetter { index += 1 }
    guard index > start, index < bytes.count, bytes[index] == UInt8(ascii: "}") else { return nil }
    return index + 1
  }

  /// Returns the end of `@%`, a reversed placeholder.
  private static func afterAt(_ bytes: [UInt8], _ start: Int) -> Int? {
    start < bytes.count && bytes[start] == UInt8(ascii: "%") ? start + 1 : nil
  }

  /// Returns the offset of the first byte that is neither a space nor a no-break space.
  ///
  /// - Parameter start: The offset at which the search starts.
  private static func spaces(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: " ") {
        index += 1
      } else if bytes[index...].starts(with: [0xC2, 0xA0]) {
        index += 2
      } else {
        break
      }
    }
    return index
  }

  /// Returns whether the byte is `@`, or a conversion letter that does not start a word.
  private static func isConversion(_ bytes: [UInt8], _ index: Int) -> Bool {
    if bytes[index] == UInt8(ascii: "@") { return true }
    guard "sdifuSD".utf8.contains(bytes[index]) else { return false }
    return index + 1 == bytes.count || !bytes[index + 1].isPartOfLetter
  }
}
