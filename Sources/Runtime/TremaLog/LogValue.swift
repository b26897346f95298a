import TremaSecrets
import TremaSupport

/// A value of a record's metadata. Literals are public; any other value requires an explicit
/// visibility: `.public(count)`, `.private(name)`, `.hash(user)`.
public enum LogValue: Sendable, Hashable {
  /// A string.
  case string(String)
  /// A signed integer.
  case integer(Int64)
  /// An unsigned integer above 2^63 - 1.
  case unsigned(UInt64)
  /// A floating-point number.
  case real(Double)
  /// A Boolean.
  case boolean(Bool)
  /// An array.
  case array([LogValue])
  /// A dictionary whose entries are ordered.
  case dictionary(LogMetadata)
  /// A secret that was removed.
  case redacted

  /// Returns a value that is visible to everyone who can read the log. Numbers and Booleans keep
  /// their type; other values become their description. A redacted value such as a `Secret` remains
  /// `<redacted>`.
  public static func `public`(_ value: some Sendable) -> LogValue {
    switch value {
    case let value as LogValue: value
    case let value as String: .string(value)
    case let value as Bool: .boolean(value)
    case let value as Double: .real(value)
    // Converted through its decimal digits, because `Double(Float(0.1))` is 0.10000000149.
    case let value as Float: .real(Double(value.description) ?? Double(value))
    case let value as any FixedWidthInteger: .integer(value)
    case is any Redacted: .redacted
    case let value as LogMetadata: .dictionary(value)
    case let value as [LogValue]: .array(value)
    default: .string(String(describing: value))
    }
  }

  /// Returns a value that is visible if `Runtime.isDebug` is set, and `<private>` otherwise.
  public static func `private`(_ value: some Sendable) -> LogValue {
    Runtime.isDebug ? .public(value) : .string(LogPrivacy.mask)
  }

  /// Returns eight hexadecimal digits that are the same for equal values within the same process.
  public static func hash(_ value: some Sendable) -> LogValue {
    .string(LogPrivacy.hash.displayText(value))
  }

  /// Returns an error's description. Secrets in known formats are removed from it, as from every
  /// string.
  public static func error(_ error: any Error) -> LogValue { .string(String(describing: error)) }

  /// Returns an integer of any width. An integer that exceeds 64 bits becomes a string.
  private static func integer(_ number: any FixedWidthInteger) -> LogValue {
    if let signed = Int64(exactly: number) { return .integer(signed) }
    if let unsigned = UInt64(exactly: number) { return .unsigned(unsigned) }
    return .string(String(describing: number))
  }
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates the value from a string literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a string. As in a message, interpolated values are private unless another visibility
  /// is given.
  public init(stringInterpolation: LogMessage.StringInterpolation) {
    self = .string(stringInterpolation.text)
  }
  /// Creates the value from an integer literal.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates the value from a floating-point literal.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Creates the value from a Boolean literal.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Creates the value from an array literal.
  public init(arrayLiteral elements: LogValue...) { self = .array(elements) }
  /// Creates the value from a dictionary literal; the order of its entries is kept.
  public init(dictionaryLiteral elements: (String, LogValue)...) {
    self = .dictionary(LogMetadata(elements))
  }
}

extension LogValue: CustomStringConvertible {
  /// The value as a string. Arrays and dictionaries are written as `[1, 2]` and `[a: 1]`.
  public var description: String {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    case .real(let number): LogReal.text(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .array(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .dictionary(let values):
      "[\(values.fields.map { "\($0.key): \($0.value)" }.joined(separator: ", "))]"
    case .redacted: redactionMask
    }
  }
}

/// Formatting of floating-point numbers.
enum LogReal {
  /// Returns a number as a string, such as `0.5`, `1e+300`, `NaN`, `Infinity` or `-Infinity`.
  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return number.description
  }
}
