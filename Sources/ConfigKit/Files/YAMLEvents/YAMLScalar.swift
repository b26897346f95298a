import TremaSupport

/// The type and value of a plain scalar.
package enum YAMLScalar: Hashable, Sendable {
  /// `null`, `~` or an empty scalar.
  case null
  case boolean(Bool)
  /// An integer, or `nil` if it is outside -2^63...2^64-1.
  case integer(WholeNumber?)
  /// A real number. It is not finite for `.inf`, `.nan` and numbers that are too large.
  case real(Double)
  /// A string.
  case string
  /// A YAML 1.1 timestamp.
  case timestamp
  /// The YAML 1.1 default value (`=`), which most of its readers reject.
  case defaultValue

  /// Returns the type and value of a plain scalar in the core schema.
  ///
  /// See YAML 1.2.2, section 10.3.2.
  package static func core(_ text: String) -> YAMLScalar {
    if let word = word(text) { return word }
    if text == "true" || text == "True" || text == "TRUE" { return .boolean(true) }
    if text == "false" || text == "False" || text == "FALSE" { return .boolean(false) }
    var scan = ScalarScanner(text)
    guard scan.mightBeNumber else { return .string }
    if text.hasPrefix("0o") { return prefixed(scan.bytes, radix: 8) }
    if text.hasPrefix("0x") { return prefixed(scan.bytes, radix: 16) }
    // At this point, only a decimal number with an optional fraction and exponent is possible.
    let sign = scan.takeOptionalSign()
    let whole = scan.takeDigits()
    if scan.isAtEnd { return integer(String(decoding: whole, as: UTF8.self), 10, sign) }
    var fraction = whole[whole.endIndex...]
    if scan.take(".") { fraction = scan.takeDigits() }
    guard !whole.isEmpty || !fraction.isEmpty else { return .string }
    if scan.take("e") || scan.take("E") {
      _ = scan.takeOptionalSign()
      guard !scan.takeDigits().isEmpty else { return .string }
    }
    return scan.isAtEnd ? real(text.utf8) : .string
  }

  /// Returns the type and value of a plain scalar for YAML 1.1 readers. `y` and `n` are strings, as
  /// in all common readers, although the specification defines them as Booleans.
  ///
  /// See https://yaml.org/type/ (`bool`, `int`, `float`, `timestamp`), as implemented by PyYAML and
  /// libyaml-based readers.
  package static func version11(_ text: String) -> YAMLScalar {
    if let word = word(text) { return word }
    switch text {
    case "=": return .defaultValue
    case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON": return .boolean(true)
    case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF": return .boolean(false)
    default: break
    }
    let scan = ScalarScanner(text)
    guard scan.mightBeNumber else { return .string }
    return integer11(scan) ?? real11(scan) ?? (isTimestamp(scan) ? .timestamp : .string)
  }

  /// Returns the value of a word that means the same in both YAML versions, otherwise `nil`.
  private static func word(_ text: String) -> YAMLScalar? {
    switch text {
    case "", "~", "null", "Null", "NULL": .null
    case ".nan", ".NaN", ".NAN": .real(.nan)
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": .real(.infinity)
    case "-.inf", "-.Inf", "-.INF": .real(-.infinity)
    default: nil
    }
  }

  /// Returns the integer after a two-byte prefix, or a string if other characters than digits
  /// follow.
  private static func prefixed(_ bytes: [UInt8], radix: Int) -> YAMLScalar {
    let digits = bytes.dropFirst(2)
    let isNumber = digits.allSatisfy { (ASCII.hexDigitValue($0) ?? 16) < radix }
    return isNumber ? integer(String(decoding: digits, as: UTF8.self), radix, false) : .string
  }

  /// Returns an integer in a radix.
  ///
  /// - Parameters:
  ///   - digits: The digits. If there are none, a string is returned.
  ///   - isNegative: Whether the number has a minus sign.
  private static func integer(_ digits: String, _ radix: Int, _ isNegative: Bool) -> YAMLScalar {
    if digits.isEmpty { return .string }
    return .integer(
      UInt64(digits, radix: radix).flatMap { WholeNumber(isNegative: isNegative, magnitude: $0) })
  }

  /// Returns a real number, which is infinite if it is too large.
  private static func real(_ bytes: some Collection<UInt8>) -> YAMLScalar {
    .real(Double(String(decoding: bytes, as: UTF8.self)) ?? .infinity)
  }

  /// Returns a YAML 1.1 integer (binary, octal, decimal, hexadecimal or sexagesimal, with
  /// underscores between digits), or `nil` if it is not one.
  private static func integer11(_ start: ScalarScanner) -> YAMLScalar? {
    var scan = start
    let sign = scan.takeOptionalSign()
    let written = String(decoding: scan.remainder, as: UTF8.self)
    /// Returns the integer with the digits, or `nil` if one of them is not a digit in the radix.
    func number(_ digits: Substring, _ radix: Int) -> YAMLScalar? {
      let digits = digits.filter { $0 != "_" }
      let isNumber = digits.utf8.allSatisfy { (ASCII.hexDigitValue($0) ?? 16) < radix }
      // PyYAML fails for `0x_`.
      return isNumber ? digits.isEmpty ? .integer(nil) : integer(digits, radix, sign) : nil
    }
    guard let first = scan.remainder.first, ASCII.isDigit(first) else { return nil }
    if first == UInt8(ascii: "0"), written.utf8.count > 1 {
      let isPrefixed = written.hasPrefix("0b") || written.hasPrefix("0x")
      if isPrefixed, written.utf8.count == 2 { return nil }
      if isPrefixed { return number(written.dropFirst(2), written.hasPrefix("0b") ? 2 : 16) }
      return number(written[...], 8)
    }
    let parts = written.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 1 { return number(parts[0], 10) }
    guard first != UInt8(ascii: "0"), number(parts[0], 10) != nil,
      parts.dropFirst().allSatisfy(isSexagesimalPart)
    else { return nil }
    // The value isn't needed: in the core schema, the scalar is never a number, so the two always
    // differ.
    return .integer(nil)
  }

  /// Returns whether a string is a part of a sexagesimal number: `[0-5]?[0-9]`.
  private static func isSexagesimalPart(_ text: Substring) -> Bool {
    text.utf8.count <= 2 && text.utf8.allSatisfy(ASCII.isDigit) && (UInt8(text) ?? 60) < 60
  }

  /// Returns a YAML 1.1 real number, which always has a decimal point, or `nil` if it is not one.
  private static func real11(_ start: ScalarScanner) -> YAMLScalar? {
    var scan = start
    let hasSign = scan.takeSign()
    let whole = scan.takeDigits(andUnderscores: true)
    var isSexagesimal = false
    while !whole.isEmpty, scan.take(":") {
      isSexagesimal = true
      let part = scan.takeDigits()
      guard isSexagesimalPart(Substring(decoding: part, as: UTF8.self)) else { return nil }
    }
    guard scan.take(".") else { return nil }
    let fraction = scan.takeDigits(andUnderscores: true)
    // Without a digit before the point, there must be one after it, and no sign.
    guard whole.first.map(ASCII.isDigit) ?? (!hasSign && fraction.first.map(ASCII.isDigit) ?? false)
    else { return nil }
    // As for integers, the value of a sexagesimal number isn't needed.
    if isSexagesimal { return scan.isAtEnd ? .real(.nan) : nil }
    if scan.take("e") || scan.take("E") {
      guard scan.takeSign(), !scan.takeDigits().isEmpty else { return nil }
    }
    return scan.isAtEnd ? real(start.bytes.filter { $0 != UInt8(ascii: "_") }) : nil
  }

  /// Returns whether a scalar is a YAML 1.1 timestamp: a date, or a date and time with an optional
  /// time zone.
  private static func isTimestamp(_ start: ScalarScanner) -> Bool {
    var scan = start
    guard scan.takeDigits().count == 4, scan.take("-") else { return false }
    let month = scan.takeDigits().count
    guard (1...2).contains(month), scan.take("-") else { return false }
    let day = scan.takeDigits().count
    guard (1...2).contains(day) else { return false }
    // A date without a time needs two digits for month and day; with a time, one digit is
    // sufficient.
    if scan.isAtEnd { return month == 2 && day == 2 }
    guard scan.take("T") || scan.take("t") || scan.takeBlanks() else { return false }
    guard (1...2).contains(scan.takeDigits().count) else { return false }
    for _ in 0..<2 { guard scan.take(":"), scan.takeDigits().count == 2 else { return false } }
    if scan.take(".") { _ = scan.takeDigits() }
    _ = scan.takeBlanks()
    if scan.isAtEnd || scan.take("Z") { return scan.isAtEnd }
    guard scan.takeSign(), (1...2).contains(scan.takeDigits().count) else { return false }
    if scan.take(":") { guard scan.takeDigits().count == 2 else { return false } }
    return scan.isAtEnd
  }
}

/// A cursor over the bytes of a scalar.
private struct ScalarScanner {
  /// The bytes of the scalar.
  let bytes: [UInt8]
  /// The number of bytes read so far.
  private var offset = 0

  /// Creates a cursor at the first byte.
  init(_ text: String) { bytes = Array(text.utf8) }

  /// The bytes that have not been read.
  var remainder: ArraySlice<UInt8> { bytes[offset...] }
  /// Whether all bytes have been read.
  var isAtEnd: Bool { offset == bytes.count }

  /// Whether the first byte can start a number or a date.
  var mightBeNumber: Bool {
    guard let first = bytes.first else { return false }
    return ASCII.isDigit(first) || first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
      || first == UInt8(ascii: ".")
  }

  /// Reads a character if it is next, and returns whether it was.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, UInt32(bytes[offset]) == character.value else { return false }
    offset += 1
    return true
  }

  /// Reads a sign, and returns whether there was one.
  mutating func takeSign() -> Bool { take("+") || take("-") }

  /// Reads an optional sign, and returns whether it was a minus sign.
  mutating func takeOptionalSign() -> Bool { take("-") || (take("+") && false) }

  /// Reads the digits that follow, if any.
  mutating func takeDigits(andUnderscores: Bool = false) -> ArraySlice<UInt8> {
    let start = offset
    while offset < bytes.count,
      ASCII.isDigit(bytes[offset]) || andUnderscores && bytes[offset] == UInt8(ascii: "_")
    { offset += 1 }
    return bytes[start..<offset]
  }

  /// Reads spaces and tabs, and returns whether there was at least one.
  mutating func takeBlanks() -> Bool {
    let start = offset
    while take(" ") || take("\t") {}
    return offset > start
  }
}
