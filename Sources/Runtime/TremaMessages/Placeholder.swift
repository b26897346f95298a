/// An argument's type, independent of the conversion that uses it.
public enum ArgumentType: String, Hashable, Sendable {
  /// A string: `%@`, `%s`.
  case text
  /// An integer: `%d`, `%u`, `%x` or `%o`, with any length modifier.
  case integer
  /// A floating-point number: `%f`, `%e`, `%g`, `%a`.
  case floating
  /// A single character: `%c`.
  case character
  /// A pointer: `%p`.
  case pointer
  /// A Boolean: Java's `%b`.
  case boolean
  /// A hash code: Java's `%h`.
  case hash
  /// A date or time: Java's `%tY` and related conversions.
  case date
  /// No argument: `%n` in C and Java.
  case none
}

/// A conversion in a printf-like format, in Apple or Android syntax.
///
/// See IEEE Std 1003.1, `printf`, Apple's "String Format Specifiers", and `java.util.Formatter`.
public struct Placeholder: Hashable, Sendable {
  /// A conversion's flags.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `-`: the output is left-aligned within the width.
    public static let leftAligned = Flags(rawValue: 1)
    /// `0`: the number is padded with zeros.
    public static let zeroPadded = Flags(rawValue: 2)
    /// `+`: positive numbers have a sign.
    public static let signed = Flags(rawValue: 4)
    /// `,` in Java, `'` in C: the digits are grouped.
    public static let grouped = Flags(rawValue: 8)
    /// `#`: the alternate form of the conversion.
    public static let alternate = Flags(rawValue: 16)
    /// `(` in Java: negative numbers are in parentheses.
    public static let parenthesised = Flags(rawValue: 32)
    /// `I` in glibc: the number is formatted with the digits of the language. Other platforms have
    /// no such flag; their locale determines the digits.
    public static let localDigits = Flags(rawValue: 64)
  }

  /// A width or precision.
  public enum WidthOrPrecision: Hashable, Sendable {
    /// A number in the format.
    case fixed(Int)
    /// `*`: the value of an argument.
    case argument
  }

  /// The length modifiers of C. Java has none.
  public enum Length: String, Hashable, Sendable {
    case char = "hh"
    case short = "h"
    case long = "l"
    case longLong = "ll"
    case quad = "q"
    case size = "z"
    case pointerDifference = "t"
    case maximum = "j"
    case longDouble = "L"
  }

  /// The argument number, from 1, written as `1$`, or `nil` if the placeholder has no number.
  public var position: Int?
  /// The flags.
  public var flags: Flags = []
  /// The minimum width, in characters.
  public var width: WidthOrPrecision?
  /// The precision: the number of digits after the decimal point, or a string's maximum length.
  public var precision: WidthOrPrecision?
  /// The number of zeros before the precision, as in `%.02f`, which formatters ignore.
  var precisionZeros: UInt8 = 0
  /// The length modifier, such as `l` or `ll`, or `nil` if there is none.
  public var length: Length?
  /// The ASCII code of the conversion's letter: `@`, `d`, `s`, ...
  public var conversion: UInt8
  /// The ASCII code of a Java date conversion's second letter, such as `Y` in `%tY`, or `nil` for
  /// other conversions.
  public var dateSuffix: UInt8?

  /// Creates a placeholder.
  ///
  /// - Parameters:
  ///   - conversion: The conversion's letter.
  ///   - position: The argument number, from 1, or `nil` for the next argument.
  ///   - length: The length modifier.
  public init(_ conversion: Unicode.Scalar, position: Int? = nil, length: Length? = nil) {
    self.conversion = UInt8(truncatingIfNeeded: conversion.value)
    self.position = position
    self.length = length
  }

  /// Creates a placeholder from the ASCII code of its conversion.
  init(conversion: UInt8) { self.conversion = conversion }

  /// The type of the argument that the placeholder requires.
  public var type: ArgumentType {
    switch conversion {
    case UInt8(ascii: "@"), UInt8(ascii: "s"), UInt8(ascii: "S"): .text
    case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "D"): .integer
    case UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "x"), UInt8(ascii: "X"): .integer
    case UInt8(ascii: "o"), UInt8(ascii: "O"): .integer
    case UInt8(ascii: "c"), UInt8(ascii: "C"): .character
    case UInt8(ascii: "p"): .pointer
    case UInt8(ascii: "b"), UInt8(ascii: "B"): .boolean
    case UInt8(ascii: "h"), UInt8(ascii: "H"): .hash
    case UInt8(ascii: "t"), UInt8(ascii: "T"): .date
    case UInt8(ascii: "n"): .none
    default: .floating
    }
  }

  /// Whether the conversion is `%d`, `%i` or `%D`. `%u`, `%x` and `%o` interpret the number as
  /// unsigned.
  public var isSigned: Bool {
    conversion == UInt8(ascii: "d") || conversion == UInt8(ascii: "i")
      || conversion == UInt8(ascii: "D")
  }

  /// Whether the conversion formats an integer in decimal digits: `%d` or `%u`, but not `%x` or
  /// `%o`.
  public var isDecimal: Bool {
    isSigned || conversion == UInt8(ascii: "u") || conversion == UInt8(ascii: "U")
  }

  /// Whether the conversion formats an integer without flags, width or precision, like `#` in a
  /// plural.
  public var isPlainNumber: Bool {
    isDecimal && flags.isSubset(of: .localDigits) && width == nil && precision == nil
  }

  /// Whether the conversion is `%ld` without flags, width or precision, which Apple formats use for
  /// `#` in a plural.
  public var isApplePluralNumber: Bool {
    isPlainNumber && conversion == UInt8(ascii: "d") && length == .long
  }

  /// Whether the width or precision is the value of an argument (`%*d`).
  public var takesWidthOrPrecisionArguments: Bool { width == .argument || precision == .argument }
}

extension Placeholder: CustomStringConvertible {
  /// The placeholder in its original spelling, except that flags are in a fixed order: `%1$-5.2f`.
  public var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends `description`.
  package func append(to bytes: inout [UInt8]) {
    append(position: position, flagOrder: "-0+'#(I", length: length, letter: nil, to: &bytes)
  }

  /// Returns the placeholder in the syntax of a platform.
  ///
  /// - Parameters:
  ///   - position: The number of the argument, or `nil` for none.
  ///   - flagOrder: One character for each flag, in the order of the bits in ``Flags``.
  ///   - length: The length modifier, or `nil` for none.
  ///   - letter: The conversion's letter, or `nil` for the original one.
  /// - Returns: The spelling from the percent sign to the letter.
  public func spelled(
    position: Int?, flagOrder: StaticString = "-0+,#(", length: Length? = nil,
    letter: Unicode.Scalar? = nil
  ) -> String {
    var bytes: [UInt8] = []
    append(
      position: position, flagOrder: flagOrder, length: length,
      letter: letter.map { UInt8(truncatingIfNeeded: $0.value) }, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the result of `spelled(position:flagOrder:length:letter:)`.
  func append(
    position: Int?, flagOrder: StaticString, length: Length?, letter: UInt8?,
    to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "%"))
    if let position {
      bytes.append(decimal: position)
      bytes.append(UInt8(ascii: "$"))
    }
    if !flags.isEmpty {
      for bit in 0..<flagOrder.utf8CodeUnitCount
      where flags.rawValue & (1 << UInt8(bit)) != 0 {
        bytes.append(flagOrder.utf8Start[bit])
      }
    }
    switch width {
    case .fixed(let width): bytes.append(decimal: width)
    case .argument: bytes.append(UInt8(ascii: "*"))
    case nil: break
    }
    switch precision {
    case .fixed(let precision):
      bytes.append(UInt8(ascii: "."))
      bytes += repeatElement(UInt8(ascii: "0"), count: Int(precisionZeros))
      bytes.append(decimal: precision)
    case .argument: bytes.append(".*")
    case nil: break
    }
    if let length { bytes.append(text: length.rawValue) }
    bytes.append(letter ?? conversion)
    if let dateSuffix { bytes.append(dateSuffix) }
  }
}

extension [UInt8] {
  /// Appends a number in decimal digits.
  @inline(__always) mutating func append(decimal number: Int) {
    guard (0..<10).contains(number) else { return append(digitsOf: number) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
  }

  /// Appends a number of any length. Does not create a `String`, because a value may contain 10,000
  /// numbers.
  private mutating func append(digitsOf number: Int) {
    if number < 0 { return append(text: String(number)) }
    var unit = 10
    while number / unit >= 10 { unit *= 10 }
    var rest = number
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
      rest %= unit
      unit /= 10
    }
  }

  /// Appends the bytes of a literal.
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the UTF-8 bytes of a string.
  mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(brief: $0) }
  }

  /// Appends a few bytes. For so few, a loop is faster than calling the generic function.
  mutating func append(brief bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count > 8 { return append(contentsOf: bytes) }
    for byte in bytes { append(byte) }
  }
}
