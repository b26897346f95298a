/// An SQLite value.
public enum SQLValue: Hashable, Sendable {
  /// NULL.
  case null
  /// A 64-bit integer.
  case integer(Int64)
  /// A floating-point number. NaN cannot be stored; SQLite would turn it into NULL.
  case real(Double)
  /// A string, stored as UTF-8.
  case text(String)
  /// A blob.
  case bytes([UInt8])
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
  /// Creates the value from an integer literal.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates the value from a floating-point literal.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Creates the value from a string literal.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates the null value.
  public init(nilLiteral: ()) { self = .null }
}

// `String ==` isn't used because it treats canonically equivalent strings as equal, whereas SQLite
// doesn't.
extension SQLValue {
  /// Returns whether two values have the same kind and content. Strings are compared byte by byte.
  public static func == (left: SQLValue, right: SQLValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.bytes(let left), .bytes(let right)): left == right
    default: false
    }
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number)
    case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .bytes(let bytes): hasher.combine(bytes)
    }
  }
}

/// A result row of an app's SQL statement.
public struct SQLRow: Hashable, Sendable {
  /// The column names, in the order of the statement.
  public let names: [String]
  /// The column values, in the order of ``names``.
  public let values: [SQLValue]

  /// The value of the first column with the given name, or `nil` if there is none. Names are
  /// compared byte by byte.
  public subscript(_ name: String) -> SQLValue? {
    zip(names, values).first { $0.0.utf8.elementsEqual(name.utf8) }?.1
  }
}
