/// Parses numbers with units, such as `1h30m` and `10MB`, into whole multiples of the smallest
/// unit.
package enum UnitText {
  /// The reason that a string is not a duration or a size.
  package enum Problem: Error, Hashable, Sendable {
    /// The string does not have the syntax of a number and a unit.
    case malformed
    /// There is no unit with this name.
    case unknownUnit(String)
    /// The unit is not smaller than the preceding one.
    case wrongOrder(String)
    /// The value has a fraction of the smallest unit.
    case tooFine
    /// The value exceeds `Int64`.
    case tooLarge
    /// The string contains years or months, whose length is not fixed.
    case calendar
  }

  /// A unit, as a multiple of the smallest unit.
  private struct Unit {
    let name: String
    let factor: Int64
  }

  /// The units of durations and their factors in nanoseconds, in descending order. Microseconds may
  /// be written with `u`, the micro sign (U+00B5) or the Greek letter mu (U+03BC).
  private static let durations = [
    Unit(name: "d", factor: 86_400_000_000_000), Unit(name: "h", factor: 3_600_000_000_000),
    Unit(name: "m", factor: 60_000_000_000), Unit(name: "s", factor: 1_000_000_000),
    Unit(name: "ms", factor: 1_000_000), Unit(name: "us", factor: 1000),
    Unit(name: "\u{B5}s", factor: 1000), Unit(name: "\u{3BC}s", factor: 1000),
    Unit(name: "ns", factor: 1),
  ]

  /// The units of sizes and their factors in bytes. Like `kB`, `KB` is 1000 bytes.
  private static let sizes = [
    Unit(name: "B", factor: 1),
    Unit(name: "kB", factor: 1000), Unit(name: "KB", factor: 1000),
    Unit(name: "MB", factor: 1_000_000), Unit(name: "GB", factor: 1_000_000_000),
    Unit(name: "TB", factor: 1_000_000_000_000), Unit(name: "PB", factor: 1_000_000_000_000_000),
    Unit(name: "KiB", factor: 1 << 10), Unit(name: "MiB", factor: 1 << 20),
    Unit(name: "GiB", factor: 1 << 30), Unit(name: "TiB", factor: 1 << 40),
    Unit(name: "PiB", factor: 1 << 50),
  ]

  /// Parses a duration such as `30s`, `1h30m` or `250ms`, or in ISO 8601 format, such as `PT30S`.
  ///
  /// - Returns: The duration in nanoseconds.
  package static func nanoseconds(_ text: String) throws(Problem) -> Int64 {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "P") { return try isoNanoseconds(rest.dropFirst()) }
    var (sum, last) = (Int64(0), Int64.max)
    repeat {
      let number = try takeNumber(&rest)
      let unit = try takeUnit(&rest, among: durations)
      guard unit.factor < last else { throw .wrongOrder(unit.name) }
      // Only the last number may have a fraction.
      if number.hasFraction, !rest.isEmpty { throw .malformed }
      sum = try added(sum, try number.times(unit.factor))
      last = unit.factor
    } while !rest.isEmpty
    return sum
  }

  /// Parses a size such as `10MB` or `1.5KiB`. A space may precede the unit.
  ///
  /// - Returns: The size in bytes.
  package static func bytes(_ text: String) throws(Problem) -> Int64 {
    var rest = text.utf8[...]
    let number = try takeNumber(&rest)
    if rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    let unit = try takeUnit(&rest, among: sizes)
    guard rest.isEmpty else { throw .malformed }
    return try number.times(unit.factor)
  }

  /// Parses an ISO 8601 duration after its `P`.
  ///
  /// See ISO 8601-1:2019, section 5.5.2. Years and months are not supported.
  private static func isoNanoseconds(_ text: Substring.UTF8View) throws(Problem) -> Int64 {
    var rest = text
    let day: Int64 = 86_400_000_000_000
    var (sum, last, isTime) = (Int64(0), Int64.max, false)
    repeat {
      if !isTime, rest.first == UInt8(ascii: "T") {
        isTime = true
        rest.removeFirst()
      }
      let number = try takeNumber(&rest)
      guard let letter = rest.popFirst() else { throw .malformed }
      let factor: Int64
      // The letter `M` represents months before `T`, and minutes after it.
      switch (letter, isTime) {
      case (UInt8(ascii: "W"), false): factor = 7 * day
      case (UInt8(ascii: "D"), false): factor = day
      case (UInt8(ascii: "H"), true): factor = 3_600_000_000_000
      case (UInt8(ascii: "M"), true): factor = 60_000_000_000
      case (UInt8(ascii: "S"), true): factor = 1_000_000_000
      case (UInt8(ascii: "Y"), false), (UInt8(ascii: "M"), false): throw .calendar
      default: throw .malformed
      }
      guard factor < last, !number.hasFraction || rest.isEmpty else { throw .malformed }
      sum = try added(sum, try number.times(factor))
      last = factor
    } while !rest.isEmpty
    return sum
  }

  /// A decimal number with at most 18 fractional digits.
  private struct Number {
    /// The part before the decimal sign.
    var whole: Int64
    /// The digits after the decimal sign as a number: the numerator over ten to the power of
    /// ``digitCount``.
    var fraction: Int64 = 0
    /// The number of digits after the decimal sign.
    var digitCount = 0

    /// Whether there are digits after the decimal sign, even if all are 0.
    var hasFraction: Bool { digitCount > 0 }

    /// Returns the product with the factor of a unit. Throws an error if the product has a fraction
    /// or exceeds `Int64`.
    func times(_ factor: Int64) throws(Problem) -> Int64 {
      let (product, overflow) = whole.multipliedReportingOverflow(by: factor)
      if overflow { throw .tooLarge }
      // The product of the fraction and the factor needs up to 128 bits. The quotient fits, because
      // the fraction is less than the scale, so the quotient is less than the factor.
      let scale = (0..<digitCount).reduce(Int64(1)) { scale, _ in scale * 10 }
      let (high, low) = fraction.multipliedFullWidth(by: factor)
      let (part, remainder) = scale.dividingFullWidth((high, low))
      if remainder != 0 { throw .tooFine }
      return try added(product, part)
    }
  }

  /// Removes the next number from the bytes and returns it. The decimal sign is a point or a comma.
  private static func takeNumber(_ rest: inout Substring.UTF8View) throws(Problem) -> Number {
    guard let whole = try takeDigits(&rest) else { throw .malformed }
    var number = Number(whole: whole)
    if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
      rest.removeFirst()
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      guard count > 0 else { throw .malformed }
      // Ten to the power of 19 does not fit in `Int64`.
      if count > 18 { throw .tooFine }
      number.fraction = try takeDigits(&rest) ?? 0
      number.digitCount = count
    }
    return number
  }

  /// Removes the next decimal digits from the bytes and returns their value, or returns `nil` if
  /// there are none.
  private static func takeDigits(_ rest: inout Substring.UTF8View) throws(Problem) -> Int64? {
    var value: Int64?
    while let byte = rest.first, (0x30...0x39).contains(byte) {
      let (product, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(byte & 0x0F))
      if overflow || carry { throw .tooLarge }
      value = sum
      rest.removeFirst()
    }
    return value
  }

  /// Removes the name of a unit, which ends before the next digit, and returns the unit.
  private static func takeUnit(
    _ rest: inout Substring.UTF8View, among units: [Unit]
  ) throws(Problem) -> Unit {
    let name = rest.prefix { !(0x30...0x39).contains($0) }
    rest = rest[name.endIndex...]
    if name.isEmpty { throw .malformed }
    guard let unit = units.first(where: { $0.name.utf8.elementsEqual(name) }) else {
      throw .unknownUnit(String(Substring(name)))
    }
    return unit
  }

  /// Returns the sum, or throws an error if it exceeds `Int64`.
  private static func added(_ a: Int64, _ b: Int64) throws(Problem) -> Int64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    if overflow { throw .tooLarge }
    return sum
  }
}

extension UnitText.Problem {
  /// A duration's problem, as a predicate whose subject is the string.
  package var durationMessage: String {
    switch self {
    case .malformed: "must be a duration such as 30s, 1h30m or PT30S"
    case .unknownUnit(let name):
      "has the unknown unit '\(Self.shortened(name))'; use d, h, m, s, ms, us or ns"
    case .wrongOrder(let name):
      "has '\(name)' after a unit that is not longer; begin with the longest unit, as in 1h30m"
    case .tooFine: "must be a whole number of nanoseconds"
    case .tooLarge: "exceeds the longest duration, 292 years"
    case .calendar: "contains years or months, which have no fixed length; use days"
    }
  }

  /// A size's problem, as a predicate whose subject is the string.
  package var sizeMessage: String {
    switch self {
    case .unknownUnit(let name):
      "has the unknown unit '\(Self.shortened(name))'; use B, kB, MB, GB, TB, PB, KiB, MiB, GiB, "
        + "TiB or PiB"
    case .tooFine: "must be a whole number of bytes"
    case .tooLarge: "exceeds the largest size, 2^63 - 1 bytes"
    case .malformed, .wrongOrder, .calendar: "must be a size such as 10MB or 512KiB"
    }
  }

  /// Returns the first 12 Unicode scalars of an unknown unit, which may be an entire string.
  private static func shortened(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.prefix(12)))
  }
}
