#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The last value that a decoder was requested to decode, and its type.
///
/// Foundation's error for a number that does not fit contains neither a path nor a type. To find
/// them, the body is decoded once more, using containers that register each value before decoding
/// it.
final class NumberTrace {
  /// The trace of the current call, passed as a task-local value because the caller's decoder must
  /// not be changed.
  @TaskLocal private static var current: CallTrace?

  /// The trace of one call, on that call's thread.
  ///
  /// `@unchecked Sendable` holds because `last` creates the trace, decodes and reads it on one
  /// thread, without suspending. A task that a type starts while being decoded inherits the value,
  /// but only `Traced` reads it, which is only decoded by `last`, with its own trace.
  private struct CallTrace: @unchecked Sendable {
    let trace: NumberTrace
  }

  /// The path of the last value.
  private(set) var path: [any CodingKey] = []
  /// The type of the last value; `Never` before the first one.
  private(set) var type: Any.Type = Never.self

  /// Returns the path and type of the value that could not be decoded, or `nil` if the body is
  /// decoded without an error or fails before the first value.
  static func last<Value: Decodable>(
    of type: Value.Type, in bytes: [UInt8], by decoder: JSONDecoder
  ) -> (path: [any CodingKey], type: Any.Type)? {
    let trace = NumberTrace()
    let value = $current.withValue(CallTrace(trace: trace)) {
      try? decoder.decode(Traced<Value>.self, from: Data(bytes))
    }
    return value == nil && trace.type != Never.self ? (trace.path, trace.type) : nil
  }

  /// Decodes a value with containers that register the values inside it.
  ///
  /// - Parameters:
  ///   - path: The path of the value, which is registered.
  ///   - plain: Decodes the value itself, for types that have special rules in the decoder.
  ///   - traced: Decodes the value as `Traced`.
  fileprivate func value<Value: Decodable>(
    at path: [any CodingKey], plain: () throws -> Value, traced: () throws -> Traced<Value>
  ) throws -> Value {
    (self.path, type) = (path, Value.self)
    switch Value.self {
    case is any FixedWidthInteger.Type, is any BinaryFloatingPoint.Type, is Bool.Type,
      is String.Type, is Date.Type, is Data.Type, is URL.Type, is Decimal.Type:
      return try plain()
    default: return try traced().value
    }
  }

  /// A value that is decoded with registering containers.
  fileprivate struct Traced<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
      guard let trace = NumberTrace.current?.trace else {
        value = try Value(from: decoder)
        return
      }
      value = try Value(from: TracingDecoder(base: decoder, trace: trace))
    }
  }
}

/// A decoder whose containers register values before decoding them.
private struct TracingDecoder: Decoder {
  let base: any Decoder
  let trace: NumberTrace

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      TracingKeyedContainer(base: try base.container(keyedBy: type), trace: trace))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    TracingUnkeyedContainer(base: try base.unkeyedContainer(), trace: trace)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    TracingSingleValueContainer(base: try base.singleValueContainer(), trace: trace)
  }
}

/// A keyed container that registers its values.
private struct TracingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>
  let trace: NumberTrace

  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  func contains(_ key: Key) -> Bool { base.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try trace.value(at: codingPath + [key]) {
      try base.decode(type, forKey: key)
    } traced: {
      try base.decode(NumberTrace.Traced<Value>.self, forKey: key)
    }
  }

  func nestedContainer<Other: CodingKey>(
    keyedBy type: Other.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Other> {
    KeyedDecodingContainer(
      TracingKeyedContainer<Other>(
        base: try base.nestedContainer(keyedBy: type, forKey: key), trace: trace))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    TracingUnkeyedContainer(base: try base.nestedUnkeyedContainer(forKey: key), trace: trace)
  }

  func superDecoder() throws -> any Decoder {
    TracingDecoder(base: try base.superDecoder(), trace: trace)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    TracingDecoder(base: try base.superDecoder(forKey: key), trace: trace)
  }
}

/// An unkeyed container that registers its values.
private struct TracingUnkeyedContainer: UnkeyedDecodingContainer {
  var base: any UnkeyedDecodingContainer
  let trace: NumberTrace

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int? { base.count }
  var isAtEnd: Bool { base.isAtEnd }
  var currentIndex: Int { base.currentIndex }

  mutating func decodeNil() throws -> Bool { try base.decodeNil() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // The closures cannot capture `self`, which is mutable.
    var base = base
    defer { self.base = base }
    return try trace.value(at: codingPath + [JSONStep(intValue: currentIndex)]) {
      try base.decode(type)
    } traced: {
      try base.decode(NumberTrace.Traced<Value>.self)
    }
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      TracingKeyedContainer(base: try base.nestedContainer(keyedBy: type), trace: trace))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    TracingUnkeyedContainer(base: try base.nestedUnkeyedContainer(), trace: trace)
  }

  mutating func superDecoder() throws -> any Decoder {
    TracingDecoder(base: try base.superDecoder(), trace: trace)
  }
}

/// A single-value container that registers its value.
private struct TracingSingleValueContainer: SingleValueDecodingContainer {
  let base: any SingleValueDecodingContainer
  let trace: NumberTrace

  var codingPath: [any CodingKey] { base.codingPath }

  func decodeNil() -> Bool { base.decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try trace.value(at: codingPath) {
      try base.decode(type)
    } traced: {
      try base.decode(NumberTrace.Traced<Value>.self)
    }
  }
}
