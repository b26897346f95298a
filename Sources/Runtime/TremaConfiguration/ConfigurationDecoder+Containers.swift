import TremaConfigValues

/// The keyed container of a dictionary.
struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// The dictionary's decoder.
  let decoder: ValueDecoder
  /// The dictionary to decode.
  let dictionary: ConfigDictionary

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { dictionary.entries.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { dictionary[key.stringValue] != nil }

  /// Returns the decoder of a key's value.
  ///
  /// - Throws: ``ConfigurationError/missingKey(_:_:)`` if the dictionary does not have the key.
  private func value(_ key: Key) throws -> ValueDecoder {
    guard let value = dictionary[key.stringValue] else { throw decoder.missingKey(key.stringValue) }
    return decoder.nestedDecoder(value, key.stringValue)
  }

  /// Returns `false`, because a property list has no null.
  func decodeNil(forKey key: Key) throws -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try value(key).unbox(type)
  }

  func nestedContainer<Name: CodingKey>(
    keyedBy type: Name.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Name> {
    try value(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try value(key).unkeyedContainer()
  }

  /// Returns the decoder of the dictionary itself. Classes use it to decode their superclass, which
  /// has no separate representation in a configuration.
  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

/// The unkeyed container of an array.
struct UnkeyedValues: UnkeyedDecodingContainer {
  /// The array's decoder.
  let decoder: ValueDecoder
  /// The elements to decode.
  let values: [ConfigValue]
  private(set) var currentIndex = 0

  /// Creates a container positioned before the first element.
  init(decoder: ValueDecoder, values: [ConfigValue]) {
    self.decoder = decoder
    self.values = values
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  /// Returns the decoder of the next element.
  ///
  /// - Throws: ``ConfigurationError/missingKey(_:_:)`` after the last element.
  private mutating func next() throws -> ValueDecoder {
    guard !isAtEnd else { throw decoder.missingElement(currentIndex) }
    defer { currentIndex += 1 }
    return decoder.nestedDecoder(values[currentIndex], currentIndex)
  }

  /// Returns `false`, and does not change the current index.
  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().unbox(type)
  }

  mutating func nestedContainer<Name: CodingKey>(
    keyedBy type: Name.Type
  ) throws -> KeyedDecodingContainer<Name> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}

/// A single value's container.
struct SingleValue: SingleValueDecodingContainer {
  /// The value's decoder.
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { false }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.scalar(type) }
  func decode(_ type: String.Type) throws -> String { try decoder.scalar(type) }
  func decode(_ type: Double.Type) throws -> Double { try decoder.scalar(type) }
  // `Float` isn't ``ConfigurationRepresentable``, so a double is decoded and rounded.
  func decode(_ type: Float.Type) throws -> Float { Float(try decoder.scalar(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.scalar(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.scalar(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.scalar(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.scalar(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.scalar(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.scalar(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.scalar(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.scalar(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.scalar(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.scalar(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.unbox(type) }
}
