import TremaJSON
import TremaSupport

/// A decimal number: `magnitude` times ten to the power of `exponent`. Up to 19 significant digits
/// are exact, so 0.3 is exactly three times 0.1.
struct SchemaNumber: Hashable, Sendable {
  /// Whether the number is less than 0.
  let isNegative: Bool
  /// The digits without trailing zeros. The number 0 has exponent 0.
  let magnitude: UInt64
  /// The power of ten.
  let exponent: Int
  /// Whether the schema contains the number without a fraction or an exponent.
  var isWrittenAsInteger = false

  /// Returns whether the two numbers are equal, regardless of how they are written.
  static func == (a: Self, b: Self) -> Bool {
    a.isNegative == b.isNegative && a.magnitude == b.magnitude && a.exponent == b.exponent
  }

  /// Hashes the parts that `==` compares.
  func hash(into hasher: inout Hasher) {
    hasher.combine(isNegative)
    hasher.combine(magnitude)
    hasher.combine(exponent)
  }

  /// Creates a number in normal form.
  private init(isNegative: Bool, _ magnitude: UInt64, exponent: Int) {
    var (magnitude, exponent) = (magnitude, exponent)
    while magnitude != 0, magnitude % 10 == 0 {
      magnitude /= 10
      exponent += 1
    }
    self.isNegative = isNegative && magnitude != 0
    self.magnitude = magnitude
    self.exponent = magnitude == 0 ? 0 : exponent
  }

  /// Creates an integer.
  init(_ number: WholeNumber) {
    if let value = number.uint64 {
      self.init(isNegative: false, value, exponent: 0)
    } else {
      self.init(isNegative: true, number.int64?.magnitude ?? 0, exponent: 0)
    }
  }

  /// Creates the number with the fewest decimal digits that identify a binary number.
  ///
  /// - Returns: `nil` for infinity and NaN.
  init?(_ number: Double) {
    guard number.isFinite else { return nil }
    self.init(decimal: number.description.utf8)
  }

  /// Creates a number from a JSON number.
  init(_ number: JSONNumber) {
    self.init(decimal: number.text.utf8)
    isWrittenAsInteger = number.text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D }
  }

  /// Reads a decimal number. Digits after the nineteenth are replaced by zeros.
  ///
  /// - Parameter text: A number in the syntax of JSON or Swift descriptions.
  private init(decimal text: some Sequence<UInt8>) {
    var magnitude: UInt64 = 0
    var (exponent, written) = (0, 0)
    var (isNegative, hasNegativeExponent, isFraction, isExponent) = (false, false, false, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"):
        if isExponent { hasNegativeExponent = true } else { isNegative = true }
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = UInt64(byte & 0x0F)
        if isExponent {
          // The limit prevents an overflow. Larger exponents are indistinguishable.
          written = min(written * 10 + Int(digit), 1_000_000)
          continue
        }
        let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(digit)
        if overflow || carry {
          if !isFraction { exponent += 1 }
        } else {
          magnitude = sum
          if isFraction { exponent -= 1 }
        }
      default: break
      }
    }
    self.init(
      isNegative: isNegative, magnitude,
      exponent: exponent + (hasNegativeExponent ? -written : written))
  }

  /// Whether the number is an integer.
  var isWhole: Bool { exponent >= 0 }
  /// Whether the number is greater than 0.
  var isPositive: Bool { !isNegative && magnitude > 0 }

  /// Returns whether the number is an exact multiple of another number. Both are compared at the
  /// same power of ten.
  func isMultiple(of divisor: SchemaNumber) -> Bool {
    guard magnitude != 0 else { return true }
    guard divisor.magnitude != 0 else { return false }
    let shift = exponent - divisor.exponent
    guard shift < 0 else {
      let power = Self.power(of: 10, shift, modulo: divisor.magnitude)
      return Self.product(magnitude % divisor.magnitude, power, modulo: divisor.magnitude) == 0
    }
    // The divisor is multiplied by the missing powers of ten. If it overflows, it exceeds the
    // magnitude.
    var scaled = divisor.magnitude
    for _ in 0..<min(-shift, 20) {
      let (product, overflow) = scaled.multipliedReportingOverflow(by: 10)
      if overflow { return false }
      scaled = product
    }
    return magnitude % scaled == 0
  }

  /// Returns the product of two remainders, modulo a number.
  private static func product(_ a: UInt64, _ b: UInt64, modulo: UInt64) -> UInt64 {
    // Both factors are less than the modulus, so the high half of the product is also less.
    modulo.dividingFullWidth(a.multipliedFullWidth(by: b)).remainder
  }

  /// Returns a power modulo a number, by repeated squaring.
  private static func power(of base: UInt64, _ exponent: Int, modulo: UInt64) -> UInt64 {
    var (result, square, rest) = (1 % modulo, base % modulo, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = product(result, square, modulo: modulo) }
      square = product(square, square, modulo: modulo)
      rest >>= 1
    }
    return result
  }
}

extension SchemaNumber: Comparable {
  /// Returns whether a number is less than another number.
  static func < (a: SchemaNumber, b: SchemaNumber) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? isLess(b, a) : isLess(a, b)
  }

  /// Returns whether the number has a smaller magnitude than another number.
  private static func isLess(_ a: SchemaNumber, _ b: SchemaNumber) -> Bool {
    guard a.magnitude != 0, b.magnitude != 0 else { return a.magnitude < b.magnitude }
    let (digitsA, digitsB) = (String(a.magnitude).utf8, String(b.magnitude).utf8)
    let (orderA, orderB) = (digitsA.count + a.exponent, digitsB.count + b.exponent)
    // Neither number ends with a zero, so if one is a prefix of the other, the shorter one is less.
    return orderA == orderB ? digitsA.lexicographicallyPrecedes(digitsB) : orderA < orderB
  }
}

extension SchemaNumber: CustomStringConvertible {
  /// The number in JavaScript notation, with an exponent only if it is very large or very small.
  var description: String {
    let digits = String(magnitude)
    let sign = isNegative ? "-" : ""
    if exponent >= 0, digits.utf8.count + exponent <= 21 {
      return sign + digits + String(repeating: "0", count: exponent)
    }
    let point = digits.utf8.count + exponent
    if exponent < 0, point > -6 {
      let padded = String(repeating: "0", count: max(0, 1 - point)) + digits
      let split = padded.utf8.index(padded.startIndex, offsetBy: max(1, point))
      return sign + padded[..<split] + "." + padded[split...]
    }
    return "\(sign)\(digits)e\(exponent)"
  }
}
