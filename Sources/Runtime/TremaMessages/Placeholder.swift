/// The type of an argument, whichever conversion takes it.
public enum ArgumentType: String, Hashable, Sendable {
  /// A piece of text: `%@`, `%s`.
  case text
  /// A whole number: `%d`, `%u`, `%x`, `%o` with any length.
  case integer
  /// A floating-point number: `%f`, `%e`, `%g`, `%a`.
  case floating
  /// One character: `%c`.
  case character
  /// An address: `%p`.
  case pointer
  /// A truth value: Java's `%b`.
  case boolean
  /// A hash code: Java's `%h`.
  case hash
  /// A date or time: Java's `%tY` and its kin.
  case date
  /// No argument to show: C's and Java's `%n`.
  case none
}

/// One conversion of a printf-like format, read from Apple's or Android's spelling.
///
/// Source: IEEE Std 1003.1 `printf`, Apple's "String Format Specifiers", `java.util.Formatter`.
public struct Placeholder: Hashable, Sendable {
  /// The flags of a conversion.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `-`: left-aligned within the width.
    public static let leftAligned = Flags(rawValue: 1)
    /// `0`: padded with zeros.
    public static let zeroPadded = Flags(rawValue: 2)
    /// `+`: with a sign.
    public static let signed = Flags(rawValue: 4)
    /// `,` in Java, `'` in C: digits in groups.
    public static let grouped = Flags(rawValue: 8)
    /// `#`: the alternate form of the conversion.
    public static let alternate = Flags(rawValue: 16)
    /// `(` in Java: negative numbers in parentheses.
    public static let parenthesised = Flags(rawValue: 32)
    /// `I` in glibc: the digits of the language. The other platforms have no such flag and choose
    /// the digits by the locale.
    public static let localDigits = Flags(rawValue: 64)
  }

  /// A width or a precision.
  public enum Extent: Hashable, Sendable {
    case fixed(Int)
    /// `*`: taken from an argument.
    case argument
  }

  /// C's length modifiers; Java has none.
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

  /// The number written as `1$`, from 1; nil in a plain one.
  public var position: Int?
  /// The flags.
  public var flags: Flags = []
  /// The least width.
  public var width: Extent?
  /// The precision: the digits after the point, or the longest text.
  public var precision: Extent?
  /// Zeros before the digits of the precision, as in `%.02f`, which no formatter minds.
  var precisionZeros: UInt8 = 0
  /// The size of the argument: `l`, `ll`.
  public var length: Length?
  /// The ASCII letter of the conversion as it was written: `@`, `d`, `s`, ...
  public var conversion: UInt8
  /// The second letter of Java's date conversions, `Y` in `%tY`.
  public var dateSuffix: UInt8?

  /// Creates a placeholder.
  ///
  /// - Parameter position: the number of the argument, from 1; `nil` is the next one.
  public init(_ conversion: Unicode.Scalar, position: Int? = nil, length: Length? = nil) {
    self.conversion = UInt8(truncatingIfNeeded: conversion.value)
    self.position = position
    self.length = length
  }

  init(conversion: UInt8) { self.conversion = conversion }

  /// The type of the argument.
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

  /// True for `%d`, `%i`, `%D`; false for `%u`, `%x`, `%o`, which read the number as unsigned.
  public var isSigned: Bool {
    conversion == UInt8(ascii: "d") || conversion == UInt8(ascii: "i")
      || conversion == UInt8(ascii: "D")
  }

  /// True for a whole number in decimal digits: `%d`, `%u`; false for `%x` and `%o`.
  public var isDecimal: Bool {
    isSigned || conversion == UInt8(ascii: "u") || conversion == UInt8(ascii: "U")
  }

  /// True for a whole number with nothing asked of how it looks, which is what `#` is in a plural.
  public var isPlainNumber: Bool {
    isDecimal && flags.isSubset(of: .localDigits) && width == nil && precision == nil
  }

  /// True for `%ld` with nothing asked of how it looks, which Apple's formats have for `#` of a plural.
  public var isPluralNumberOfApple: Bool {
    isPlainNumber && conversion == UInt8(ascii: "d") && length == .long
  }

  /// True when a width or a precision comes from an argument of its own (`%*d`).
  public var takesExtentArguments: Bool { width == .argument || precision == .argument }
}

extension Placeholder: CustomStringConvertible {
  /// The placeholder as it was written, but with its flags in one order: `%1$-5.2f`.
  public var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends ``description``.
  package func append(to bytes: inout [UInt8]) {
    append(position: position, flagOrder: "-0+'#(I", length: length, letter: nil, to: &bytes)
  }

  /// Writes the placeholder with the parts that differ from one platform to the next.
  ///
  /// - Parameters:
  ///   - position: the number to write, or nil for none.
  ///   - flagOrder: one character for each of the flags in the order of `Flags`.
  ///   - length: the length modifier to write, or nil for none.
  ///   - letter: the conversion letter, or nil to keep it.
  /// - Returns: the spelling from the percent sign to the letter.
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

  /// Appends what ``spelled(position:flagOrder:length:letter:)`` returns.
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
  @inline(__always) mutating func append(decimal number: Int) {
    guard (0..<10).contains(number) else { return append(digitsOf: number) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
  }

  /// A value may have ten thousand numbers, and a `String` of each takes longer than its digits.
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

  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(brief: $0) }
  }

  /// Few are copied sooner than a function for many is called.
  mutating func append(brief bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count > 8 { return append(contentsOf: bytes) }
    for byte in bytes { append(byte) }
  }
}
