/// The value of a cell in SQLite.
public enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  /// Not NaN, which SQLite does not keep.
  case real(Double)
  case text(String)
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

// Not by `String ==`, for which texts are equal that SQLite keeps apart.
extension SQLValue {
  /// Whether both are of one kind and have the same content.
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

/// A row that a statement of one's own has found.
public struct SQLRow: Hashable, Sendable {
  /// The names of the columns, in the order of the statement.
  public let names: [String]
  /// The values of the columns.
  public let values: [SQLValue]

  /// The value of the first column with this name; nil where there is none.
  public subscript(_ name: String) -> SQLValue? {
    zip(names, values).first { $0.0.utf8.elementsEqual(name.utf8) }?.1
  }
}
