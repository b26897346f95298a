/// An integer from -2^63 to 2^64 - 1, the range of property lists.
public struct WholeNumber: Hashable, Sendable, CustomStringConvertible {
  /// Whether the number is negative.
  private let isNegative: Bool
  /// The absolute value.
  private let magnitude: UInt64

  /// Creates a number from a signed integer.
  public init(_ number: Int64) {
    (isNegative, magnitude) = (number < 0, number.magnitude)
  }

  /// Creates a number from an integer.
  public init(_ number: Int) { self.init(Int64(number)) }

  /// Creates a number from an unsigned integer.
  public init(_ number: UInt64) { (isNegative, magnitude) = (false, number) }

  /// Creates a number from a floating-point value, or `nil` if it has a fraction or is out of
  /// range.
  package init?(exactly number: Double) {
    if let signed = Int64(exactly: number) {
      self.init(signed)
    } else if let unsigned = UInt64(exactly: number) {
      self.init(unsigned)
    } else {
      return nil
    }
  }

  /// Creates a number from its sign and absolute value; `nil` below -2^63.
  package init?(isNegative: Bool, magnitude: UInt64) {
    guard !isNegative || magnitude <= 1 << 63 else { return nil }
    self.isNegative = isNegative && magnitude > 0
    self.magnitude = magnitude
  }

  /// The number as a signed integer; `nil` above 2^63 - 1.
  public var int64: Int64? {
    isNegative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(exactly: magnitude)
  }

  /// The number as an unsigned integer; `nil` below 0.
  public var uint64: UInt64? { isNegative ? nil : magnitude }

  /// The decimal digits, with a sign for negative numbers.
  public var description: String { (isNegative ? "-" : "") + String(magnitude) }
}
