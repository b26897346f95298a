#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The last value that a decoder was asked for, and its type.
///
/// The error of Foundation about a number that does not fit has neither a path nor a type. The body is
/// decoded once more for them, with containers that note each value before they read it.
final class NumberTrace {
  /// Set while a body is decoded, because the decoder of the caller must not change.
  @TaskLocal private static var current: Unshared?

  /// The trace of one call, on the thread of that call.
  ///
  /// Unchecked: `last` creates the trace, decodes and reads it on one thread, without suspending. A task
  /// that a type starts while it is decoded inherits the value, but only ``Traced`` reads it, which
  /// nothing but `last` decodes, with a trace of its own.
  private struct Unshared: @unchecked Sendable {
    let trace: NumberTrace
  }

  private(set) var path: [any CodingKey] = []
  private(set) var type: Any.Type = Never.self

  /// - Returns: `nil` where the body is decoded without an error, or fails before the first value.
  static func last<Value: Decodable>(
    of type: Value.Type, in bytes: [UInt8], by decoder: JSONDecoder
  ) -> (path: [any CodingKey], type: Any.Type)? {
    let trace = NumberTrace()
    let value = $current.withValue(Unshared(trace: trace)) {
      try? decoder.decode(Traced<Value>.self, from: Data(bytes))
    }
    return value == nil && trace.type != Never.self ? (trace.path, trace.type) : nil
  }

  /// Reads a value by way of containers that note what is inside of it.
  ///
  /// - Parameters:
  ///   - plain: reads the value itself, for types that the decoder treats by its own rules.
  ///   - traced: reads the value by way of ``Traced``.
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

private struct TracingDecoder: Decoder {
  let base: any Decoder
  let trace: NumberTrace

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      TracingMembers(base: try base.container(keyedBy: type), trace: trace))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    TracingElements(base: try base.unkeyedContainer(), trace: trace)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    TracingValue(base: try base.singleValueContainer(), trace: trace)
  }
}

private struct TracingMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
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
      TracingMembers<Other>(
        base: try base.nestedContainer(keyedBy: type, forKey: key), trace: trace))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    TracingElements(base: try base.nestedUnkeyedContainer(forKey: key), trace: trace)
  }

  func superDecoder() throws -> any Decoder {
    TracingDecoder(base: try base.superDecoder(), trace: trace)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    TracingDecoder(base: try base.superDecoder(forKey: key), trace: trace)
  }
}

private struct TracingElements: UnkeyedDecodingContainer {
  var base: any UnkeyedDecodingContainer
  let trace: NumberTrace

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int? { base.count }
  var isAtEnd: Bool { base.isAtEnd }
  var currentIndex: Int { base.currentIndex }

  mutating func decodeNil() throws -> Bool { try base.decodeNil() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
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
      TracingMembers(base: try base.nestedContainer(keyedBy: type), trace: trace))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    TracingElements(base: try base.nestedUnkeyedContainer(), trace: trace)
  }

  mutating func superDecoder() throws -> any Decoder {
    TracingDecoder(base: try base.superDecoder(), trace: trace)
  }
}

private struct TracingValue: SingleValueDecodingContainer {
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
