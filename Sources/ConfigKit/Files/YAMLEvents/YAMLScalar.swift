import TremaSupport

/// The type and the value of a plain scalar.
package enum YAMLScalar: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// `nil` for an integer outside of -2^63...2^64-1.
  case integer(WholeNumber?)
  /// Not finite for `.inf` and `.nan`, and for a number that is too large.
  case real(Double)
  case string
  /// A date and time of YAML 1.1.
  case timestamp
  /// `=` of YAML 1.1, which most of its readers refuse.
  case defaultValue

  /// Returns what the core schema makes of the text.
  ///
  /// Source: YAML 1.2.2, 10.3.2.
  package static func core(_ text: String) -> YAMLScalar {
    if let word = word(text) { return word }
    if text == "true" || text == "True" || text == "TRUE" { return .boolean(true) }
    if text == "false" || text == "False" || text == "FALSE" { return .boolean(false) }
    var scan = ScalarScan(text)
    guard scan.mightBeNumber else { return .string }
    if text.hasPrefix("0o") { return prefixed(scan.bytes, radix: 8) }
    if text.hasPrefix("0x") { return prefixed(scan.bytes, radix: 16) }
    let sign = scan.sign()
    let whole = scan.digits()
    if scan.isAtEnd { return integer(String(decoding: whole, as: UTF8.self), 10, sign) }
    var fraction = whole[whole.endIndex...]
    if scan.take(".") { fraction = scan.digits() }
    guard !whole.isEmpty || !fraction.isEmpty else { return .string }
    if scan.take("e") || scan.take("E") {
      _ = scan.sign()
      guard !scan.digits().isEmpty else { return .string }
    }
    return scan.isAtEnd ? real(text.utf8) : .string
  }

  /// Returns what readers of YAML 1.1 make of the text. `y` and `n` are strings, as they are to all
  /// readers in use, though they are Booleans to the specification.
  ///
  /// Source: yaml.org/type (`bool`, `int`, `float`, `timestamp`), as PyYAML and libyaml's users read
  /// them.
  package static func version11(_ text: String) -> YAMLScalar {
    if let word = word(text) { return word }
    switch text {
    case "=": return .defaultValue
    case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON": return .boolean(true)
    case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF": return .boolean(false)
    default: break
    }
    let scan = ScalarScan(text)
    guard scan.mightBeNumber else { return .string }
    return integer11(scan) ?? real11(scan) ?? (isTimestamp(scan) ? .timestamp : .string)
  }

  /// Returns the meaning of a word on which both versions of YAML agree.
  private static func word(_ text: String) -> YAMLScalar? {
    switch text {
    case "", "~", "null", "Null", "NULL": .null
    case ".nan", ".NaN", ".NAN": .real(.nan)
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": .real(.infinity)
    case "-.inf", "-.Inf", "-.INF": .real(-.infinity)
    default: nil
    }
  }

  private static func prefixed(_ bytes: [UInt8], radix: Int) -> YAMLScalar {
    let digits = bytes.dropFirst(2)
    let isNumber = digits.allSatisfy { (ASCII.hexadecimal($0) ?? 16) < radix }
    return isNumber ? integer(String(decoding: digits, as: UTF8.self), radix, false) : .string
  }

  /// - Parameter digits: of the radix, at least one; no digit at all is no integer.
  private static func integer(_ digits: String, _ radix: Int, _ isNegative: Bool) -> YAMLScalar {
    if digits.isEmpty { return .string }
    return .integer(
      UInt64(digits, radix: radix).flatMap { WholeNumber(isNegative: isNegative, magnitude: $0) })
  }

  private static func real(_ bytes: some Collection<UInt8>) -> YAMLScalar {
    .real(Double(String(decoding: bytes, as: UTF8.self)) ?? .infinity)
  }

  private static func integer11(_ start: ScalarScan) -> YAMLScalar? {
    var scan = start
    let sign = scan.sign()
    let written = String(decoding: scan.rest, as: UTF8.self)
    func number(_ digits: Substring, _ radix: Int) -> YAMLScalar? {
      let digits = digits.filter { $0 != "_" }
      let isNumber = digits.utf8.allSatisfy { (ASCII.hexadecimal($0) ?? 16) < radix }
      // PyYAML fails on `0x_`.
      return isNumber ? digits.isEmpty ? .integer(nil) : integer(digits, radix, sign) : nil
    }
    guard let first = scan.rest.first, ASCII.isDigit(first) else { return nil }
    if first == UInt8(ascii: "0"), written.utf8.count > 1 {
      let isPrefixed = written.hasPrefix("0b") || written.hasPrefix("0x")
      if isPrefixed, written.utf8.count == 2 { return nil }
      if isPrefixed { return number(written.dropFirst(2), written.hasPrefix("0b") ? 2 : 16) }
      return number(written[...], 8)
    }
    let parts = written.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 1 { return number(parts[0], 10) }
    guard first != UInt8(ascii: "0"), number(parts[0], 10) != nil,
      parts.dropFirst().allSatisfy(isSixtieth)
    else { return nil }
    // Which number it is does not matter: no text is such a number to the core schema.
    return .integer(nil)
  }

  /// `[0-5]?[0-9]`
  private static func isSixtieth(_ text: Substring) -> Bool {
    text.utf8.count <= 2 && text.utf8.allSatisfy(ASCII.isDigit) && (UInt8(text) ?? 60) < 60
  }

  private static func real11(_ start: ScalarScan) -> YAMLScalar? {
    var scan = start
    let hasSign = scan.takeSign()
    let whole = scan.digits(andUnderscores: true)
    var isSexagesimal = false
    while !whole.isEmpty, scan.take(":") {
      isSexagesimal = true
      let part = scan.digits()
      guard isSixtieth(Substring(decoding: part, as: UTF8.self)) else { return nil }
    }
    guard scan.take(".") else { return nil }
    let fraction = scan.digits(andUnderscores: true)
    // Without a digit in front there must be one behind, and no sign.
    guard whole.first.map(ASCII.isDigit) ?? (!hasSign && fraction.first.map(ASCII.isDigit) ?? false)
    else { return nil }
    if isSexagesimal { return scan.isAtEnd ? .real(.nan) : nil }
    if scan.take("e") || scan.take("E") {
      guard scan.takeSign(), !scan.digits().isEmpty else { return nil }
    }
    return scan.isAtEnd ? real(start.bytes.filter { $0 != UInt8(ascii: "_") }) : nil
  }

  private static func isTimestamp(_ start: ScalarScan) -> Bool {
    var scan = start
    guard scan.digits().count == 4, scan.take("-") else { return false }
    let month = scan.digits().count
    guard (1...2).contains(month), scan.take("-") else { return false }
    let day = scan.digits().count
    guard (1...2).contains(day) else { return false }
    if scan.isAtEnd { return month == 2 && day == 2 }
    guard scan.take("T") || scan.take("t") || scan.blanks() else { return false }
    guard (1...2).contains(scan.digits().count) else { return false }
    for _ in 0..<2 { guard scan.take(":"), scan.digits().count == 2 else { return false } }
    if scan.take(".") { _ = scan.digits() }
    _ = scan.blanks()
    if scan.isAtEnd || scan.take("Z") { return scan.isAtEnd }
    guard scan.takeSign(), (1...2).contains(scan.digits().count) else { return false }
    if scan.take(":") { guard scan.digits().count == 2 else { return false } }
    return scan.isAtEnd
  }
}

/// The bytes of a scalar and how many of them are read.
private struct ScalarScan {
  let bytes: [UInt8]
  private var offset = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var rest: ArraySlice<UInt8> { bytes[offset...] }
  var isAtEnd: Bool { offset == bytes.count }

  /// Whether the first byte is one that numbers and dates begin with.
  var mightBeNumber: Bool {
    guard let first = bytes.first else { return false }
    return ASCII.isDigit(first) || first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
      || first == UInt8(ascii: ".")
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, UInt32(bytes[offset]) == character.value else { return false }
    offset += 1
    return true
  }

  mutating func takeSign() -> Bool { take("+") || take("-") }

  /// - Returns: whether the number is negative.
  mutating func sign() -> Bool { take("-") || (take("+") && false) }

  mutating func digits(andUnderscores: Bool = false) -> ArraySlice<UInt8> {
    let start = offset
    while offset < bytes.count,
      ASCII.isDigit(bytes[offset]) || andUnderscores && bytes[offset] == UInt8(ascii: "_")
    { offset += 1 }
    return bytes[start..<offset]
  }

  /// - Returns: whether there is at least one.
  mutating func blanks() -> Bool {
    let start = offset
    while take(" ") || take("\t") {}
    return offset > start
  }
}
