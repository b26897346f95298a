extension KeyValueStore {
  /// A condition on records, written with the key paths of declared fields. Values are bound to the
  /// SQL statement and are never part of the SQL itself.
  ///
  ///     try people.find(where: \.age >= 18 && \.name != "Ada")
  public struct Condition<Root>: Sendable {
    /// A key path that identifies a declared field.
    typealias Path = PartialKeyPath<Root> & Sendable

    /// The structure of a condition.
    indirect enum Shape: Sendable {
      /// A comparison of a field with a value.
      case comparison(Path, Comparison, any Encodable & Sendable)
      /// A condition that a field's value is in an array.
      case among(Path, any Encodable & Sendable)
      /// A prefix of a string field, in UTF-8 bytes.
      case prefix(Path, String)
      /// A conjunction, which is true if empty.
      case all([Condition])
      /// A disjunction, which is false if empty.
      case any([Condition])
      /// A negation.
      case not(Condition)
    }

    /// The comparison operators, with their SQL operators as raw values. `IS` compares null like
    /// any other value.
    enum Comparison: String, Sendable {
      case equal = "IS"
      case notEqual = "IS NOT"
      case less = "<"
      case lessOrEqual = "<="
      case greater = ">"
      case greaterOrEqual = ">="
    }

    /// The structure of the condition.
    let shape: Shape

    init(_ shape: Shape) { self.shape = shape }

    /// Returns a condition for strings that start with `prefix`, compared byte by byte.
    public static func hasPrefix(
      _ path: KeyPath<Root, String> & Sendable, _ prefix: String
    ) -> Condition { Condition(.prefix(path, prefix)) }

    /// Returns a condition for strings that start with `prefix`, compared byte by byte. `nil` does
    /// not meet it.
    public static func hasPrefix(
      _ path: KeyPath<Root, String?> & Sendable, _ prefix: String
    ) -> Condition { Condition(.prefix(path, prefix)) }

    /// Returns a condition that is met by values that are in `values`. For an optional field,
    /// `values` can contain `nil`.
    public static func isIn<Value: Encodable & Sendable>(
      _ path: KeyPath<Root, Value> & Sendable, _ values: [Value]
    ) -> Condition { Condition(.among(path, values)) }

    /// Returns a condition that is met by values within a closed range.
    public static func isIn<Value: Encodable & Sendable & Comparable>(
      _ path: KeyPath<Root, Value> & Sendable, _ range: ClosedRange<Value>
    ) -> Condition { path >= range.lowerBound && path <= range.upperBound }

    /// Returns a condition that is met by values within a half-open range.
    public static func isIn<Value: Encodable & Sendable & Comparable>(
      _ path: KeyPath<Root, Value> & Sendable, _ range: Range<Value>
    ) -> Condition { path >= range.lowerBound && path < range.upperBound }

    /// Returns a condition that is met by records that meet both conditions.
    public static func && (left: Condition, right: Condition)
      -> Condition
    {
      Condition(.all([left, right]))
    }
    /// Returns a condition that is met by records that meet at least one of two conditions.
    public static func || (left: Condition, right: Condition)
      -> Condition
    {
      Condition(.any([left, right]))
    }
    /// Returns a condition that is met by records that do not meet the given one.
    public static prefix func ! (condition: Condition) -> Condition {
      Condition(.not(condition))
    }
  }
}

/// Returns a condition for records whose field equals a value.
public func == <Root, Value: Encodable & Sendable>(
  path: KeyPath<Root, Value> & Sendable, value: Value
) -> KeyValueStore.Condition<Root> { KeyValueStore.Condition(.comparison(path, .equal, value)) }

/// Returns a condition for records whose field differs from a value.
public func != <Root, Value: Encodable & Sendable>(
  path: KeyPath<Root, Value> & Sendable, value: Value
) -> KeyValueStore.Condition<Root> { KeyValueStore.Condition(.comparison(path, .notEqual, value)) }

/// Returns a condition for records whose field is less than a value.
public func < <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value> & Sendable, value: Value
) -> KeyValueStore.Condition<Root> { KeyValueStore.Condition(.comparison(path, .less, value)) }

/// Returns a condition for records whose field is less than or equal to a value.
public func <= <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value> & Sendable, value: Value
) -> KeyValueStore.Condition<Root> {
  KeyValueStore.Condition(.comparison(path, .lessOrEqual, value))
}

/// Returns a condition for records whose field is greater than a value.
public func > <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value> & Sendable, value: Value
) -> KeyValueStore.Condition<Root> { KeyValueStore.Condition(.comparison(path, .greater, value)) }

/// Returns a condition for records whose field is greater than or equal to a value.
public func >= <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value> & Sendable, value: Value
) -> KeyValueStore.Condition<Root> {
  KeyValueStore.Condition(.comparison(path, .greaterOrEqual, value))
}

/// Returns a condition for records whose field is less than a value. `nil` does not meet it.
public func < <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value?> & Sendable, value: Value
) -> KeyValueStore.Condition<Root> { KeyValueStore.Condition(.comparison(path, .less, value)) }

/// Returns a condition for records whose field is less than or equal to a value. `nil` does not
/// meet it.
public func <= <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value?> & Sendable, value: Value
) -> KeyValueStore.Condition<Root> {
  KeyValueStore.Condition(.comparison(path, .lessOrEqual, value))
}

/// Returns a condition for records whose field is greater than a value. `nil` does not meet it.
public func > <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value?> & Sendable, value: Value
) -> KeyValueStore.Condition<Root> { KeyValueStore.Condition(.comparison(path, .greater, value)) }

/// Returns a condition for records whose field is greater than or equal to a value. `nil` does not
/// meet it.
public func >= <Root, Value: Encodable & Sendable & Comparable>(
  path: KeyPath<Root, Value?> & Sendable, value: Value
) -> KeyValueStore.Condition<Root> {
  KeyValueStore.Condition(.comparison(path, .greaterOrEqual, value))
}
