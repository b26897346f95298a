/// A reference to a cell in a worksheet, such as `C14`.
///
/// See ECMA-376 Part 1, section 18.18.7, `ST_CellRef`; the limits are Excel's.
struct CellReference: Equatable, CustomStringConvertible {
  /// The maximum number of rows in a worksheet.
  static let lastRow = 1_048_576
  /// The maximum number of columns in a worksheet.
  static let lastColumn = 16_384

  /// The row, from 1.
  var row: Int
  /// The column, from 1; `A` is 1 and `AA` is 27.
  var column: Int

  init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }

  /// Parses a reference, ignoring the case of its letters.
  ///
  /// - Returns: The reference, or `nil` if `text` is not a reference or exceeds the limits.
  init?(_ text: String) {
    var column = 0
    var rest = text.utf8[...]
    while let byte = rest.first, let letter = Self.letter(byte) {
      column = column * 26 + letter
      guard column <= Self.lastColumn else { return nil }
      rest = rest.dropFirst()
    }
    guard column > 0, let row = Self.row(rest) else { return nil }
    self.init(row: row, column: column)
  }

  /// Returns a row number, or `nil` if the digits are not a number or exceed the limit.
  static func row(_ digits: some Sequence<UInt8>) -> Int? {
    var row = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      row = row * 10 + Int(byte - UInt8(ascii: "0"))
      guard row <= lastRow else { return nil }
    }
    return row > 0 ? row : nil
  }

  /// Returns the value of a letter, from 1, or `nil` for any other byte.
  private static func letter(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 1
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 1
    default: nil
    }
  }

  /// The reference, with uppercase letters.
  var description: String {
    // The letters are digits in base 26 without a zero, computed from the last to the first.
    var letters: [UInt8] = []
    var rest = column
    while rest > 0 {
      letters.append(UInt8(ascii: "A") + UInt8((rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self) + String(row)
  }
}
