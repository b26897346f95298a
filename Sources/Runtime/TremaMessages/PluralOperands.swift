/// A number as plural rules see it: its value and its format, because "1" and "1.0" can have
/// different categories. The sign is ignored.
///
/// Numbers of any length are supported. If the digits don't fit into 64 bits, the last 18 are kept
/// and 10¹⁸ is added, because rules use only the last digits of such large numbers.
///
/// See UTS #35 part 3, "Operands". The properties have the names used there. The operand `n`, the
/// value, equals `i` if `isWhole` is true.
package struct PluralOperands: Hashable, Sendable {
  /// The integer digits.
  package let i: UInt64
  /// The number of fraction digits, with (`v`) and without (`w`) trailing zeros.
  package let v, w: Int
  /// The fraction digits as an integer, with (`f`) and without (`t`) trailing zeros.
  package let f, t: UInt64
  /// The exponent of a compact form: 6 in "1M". The other operands refer to the expanded number.
  package let e: Int

  /// Whether the value is an integer in any format: 1, 1.0, 1.5c6.
  package var isWhole: Bool { w == 0 }

  /// Creates the operands of an integer that is formatted without decimals.
  package init(_ magnitude: UInt64) {
    (i, v, w, f, t, e) = (magnitude, 0, 0, 0, 0, 0)
  }

  /// Creates the operands of an integer that is formatted without decimals.
  package init(_ integer: Int64) {
    self.init(integer.magnitude)
  }

  /// Creates the operands of an integer that is formatted without decimals.
  package init(_ integer: Int) {
    self.init(UInt64(integer.magnitude))
  }

  /// Parses a number as formatted, but with ASCII digits and a decimal point: `1`, `1.50`, `-3`. In
  /// a compact form, the exponent follows `c` (or the older `e`): `1.2c6` is 1,200,000 formatted as
  /// "1.2M".
  ///
  /// - Returns: The operands, or `nil` for any other string, such as "1,000", ".5", "1." or "+1".
  package init?(_ decimal: String) {
    var rest = Substring(decimal).utf8
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = Self.takeDigits(&rest)
    guard !whole.isEmpty else { return nil }
    var fraction = Substring().utf8
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = Self.takeDigits(&rest)
      guard !fraction.isEmpty else { return nil }
    }
    var exponent = 0
    if let letter = rest.first, letter == UInt8(ascii: "c") || letter == UInt8(ascii: "e") {
      rest.removeFirst()
      guard let number = Int(Substring(Self.takeDigits(&rest))) else { return nil }
      exponent = number
    }
    guard rest.isEmpty else { return nil }
    self.init(whole: whole, fraction: fraction, exponent: exponent)
  }

  /// Creates operands from the digits before and after the decimal point, and an exponent.
  private init(whole: Substring.UTF8View, fraction: Substring.UTF8View, exponent: Int) {
    let moved = min(exponent, fraction.count)
    let following = fraction.dropFirst(moved)
    var integer = LastDigits()
    whole.forEach { integer.append($0) }
    fraction.prefix(moved).forEach { integer.append($0) }
    // Once 20 zeros are appended, more of them change nothing.
    for _ in 0..<min(exponent - moved, 20) { integer.append(UInt8(ascii: "0")) }
    var (all, significant) = (LastDigits(), LastDigits())
    let zeros = following.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    following.forEach { all.append($0) }
    following.dropLast(zeros).forEach { significant.append($0) }
    (i, f, t) = (integer.value, all.value, significant.value)
    (v, w, e) = (following.count, following.count - zeros, exponent)
  }

  /// Removes and returns the leading digits.
  private static func takeDigits(_ rest: inout Substring.UTF8View) -> Substring.UTF8View {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest[digits.endIndex...]
    return digits
  }
}

/// An integer that is built digit by digit. If it exceeds 64 bits, its last 18 digits are kept,
/// preceded by a 1.
private struct LastDigits {
  private static let limit: UInt64 = 1_000_000_000_000_000_000
  private(set) var value: UInt64 = 0
  /// Whether leading digits were dropped.
  private var isTruncated = false

  /// Appends an ASCII digit.
  mutating func append(_ digit: UInt8) {
    let number = UInt64(digit - UInt8(ascii: "0"))
    if !isTruncated {
      let (shifted, isTooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLarge) = shifted.addingReportingOverflow(number)
      if !isTooLong && !isTooLarge {
        value = sum
        return
      }
      isTruncated = true
    }
    value = Self.limit + value % (Self.limit / 10) * 10 + number
  }
}
