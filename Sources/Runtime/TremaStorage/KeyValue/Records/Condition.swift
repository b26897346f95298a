/// Which records are meant. It is written with the key paths of declared fields, and values go to
/// SQLite by themselves, never as part of a statement.
///
///     try people.find(where: \.age >= 18 && \.name != "Ada")
public struct Condition<Root>: Sendable {
  typealias Path = PartialKeyPath<Root> & Sendable

  indirect enum Shape: Sendable {
    case comparison(Path, Comparison, any Encodable & Sendable)
    case among(Path, any Encodable & Sendable)
    case prefix(Path, String)
    case all([Condition])
    case any([Condition])
    case not(Condition)
  }

  enum Comparison: String, Sendable {
    case equal = "IS"
    case notEqual = "IS NOT"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  let shape: Shape

  init(_ shape: Shape) { self.shape = shape }

  /// Texts that begin with `prefix`, byte by byte.
  public static func hasPrefix(
    _ path: KeyPath<Root, String> & Sendable, _ prefix: String
  ) -> Condition { Condition(.prefix(path, prefix)) }

  /// Values that begin with a text; `nil` does not.
  public static func hasPrefix(
    _ path: KeyPath<Root, String?> & Sendable, _ prefix: String
  ) -> Condition { Condition(.prefix(path, prefix)) }

  /// Values that are one of `values`.
  public static func isIn<Value: Encodable & Sendable>(
    _ path: KeyPath<Root, Value> & Sendable, _ values: [Value]
  ) -> Condition { Condition(.among(path, values)) }

  /// Values within a range, both ends included.
  public static func isIn<Value: Encodable & Sendable & Comparable>(
    _ path: KeyPath<Root, Value> & Sendable, _ range: ClosedRange<Value>
  ) -> Condition { path >= range.lowerBound && path <= range.upperBound }

  /// Values within a range, the upper end left out.
  public static func isIn<Value: Encodable & Sendable & Comparable>(
    _ path: KeyPath<Root, Value> & Sendable, _ range: Range<Value>
  ) -> Condition { path >= range.lowerBound && path < range.upperBound }

  /// Records that fulfil both conditions.
  public static func && (left: Condition, right: Condition) -> Condition {
    Condition(.all([left, right]))
  }
  /// Records that fulfil one condition at least.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition(.any([left, right]))
  }
  /// Records that do not fulfil a condition.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(.not(condition))
  }
}

/// Values that are the same.
public func == <Root, Value: Encodable & Sendable>(
  path: KeyPath<Root, Value> & Sendable, value: Value
) -> Condition<Root> { Condition(.comparison(path, .equal, value)) }

/// Values that are others.
public func != <Root, Value: Encodable & Sendable>(
  path: KeyPath<Root, Value> & Sendable, value: Value
) -> Condition<Root> { Condition(.comparison(path, .notEqual, value)) }

/// Values that are smaller.
public func < <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value> & Sendable, value: Value
) -> Condition<Root> { Condition(.comparison(path, .less, value)) }

/// Values that are smaller or the same.
public func <= <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value> & Sendable, value: Value
) -> Condition<Root> { Condition(.comparison(path, .lessOrEqual, value)) }

/// Values that are greater.
public func > <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value> & Sendable, value: Value
) -> Condition<Root> { Condition(.comparison(path, .greater, value)) }

/// Values that are greater or the same.
public func >= <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value> & Sendable, value: Value
) -> Condition<Root> { Condition(.comparison(path, .greaterOrEqual, value)) }

// What is nil is neither smaller nor greater than anything.
/// Values that are smaller; `nil` is not.
public func < <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value?> & Sendable, value: Value
) -> Condition<Root> { Condition(.comparison(path, .less, value)) }

/// Values that are smaller or the same; `nil` is not.
public func <= <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value?> & Sendable, value: Value
) -> Condition<Root> { Condition(.comparison(path, .lessOrEqual, value)) }

/// Values that are greater; `nil` is not.
public func > <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value?> & Sendable, value: Value
) -> Condition<Root> { Condition(.comparison(path, .greater, value)) }

/// Values that are greater or the same; `nil` is not.
public func >= <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value?> & Sendable, value: Value
) -> Condition<Root> { Condition(.comparison(path, .greaterOrEqual, value)) }

/// The sort order of records.
public struct Order<Root>: Sendable {
  /// The direction of an order.
  public enum Direction: String, Sendable {
    case ascending = "ASC"
    case descending = "DESC"
  }

  let path: PartialKeyPath<Root> & Sendable
  let direction: Direction

  /// Nil comes before all else, numbers before texts.
  public static func by(
    _ path: PartialKeyPath<Root> & Sendable, _ direction: Direction = .ascending
  ) -> Order { Order(path: path, direction: direction) }
}
