/// Writes properties under their names.
struct ParameterNames<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ParameterEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  private func inside(_ key: any CodingKey) throws -> ParameterEncoder {
    try encoder.inside(encoder.place.place(of: name(of: key)), key)
  }

  private func name(of key: any CodingKey) -> String {
    let name = key.stringValue
    return encoder.place.keepsNames ? name : encoder.rules.keys.name(of: name)
  }

  mutating func encodeNil(forKey key: Key) throws { try inside(key).place.set(.null) }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    try inside(key).write(value)
  }

  private func write(_ value: (some Encodable)?, _ key: Key) throws {
    let inner = try inside(key)
    if let value { try inner.write(value) } else { inner.place.set(.null) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    nested(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { nested(ParameterKey("super")) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  // These cannot throw; a value without end is stopped where it writes itself.
  private func nested(_ key: any CodingKey) -> ParameterEncoder {
    ParameterEncoder(
      rules: encoder.rules, place: encoder.place.place(of: name(of: key)),
      codingPath: codingPath + [key])
  }

  // What an optional property calls: without these a nil would never be seen.
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    try write(value, key)
  }
}

/// Writes elements one after the other.
struct ParameterList: UnkeyedEncodingContainer {
  let encoder: ParameterEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.place.count }

  private func inside() throws -> ParameterEncoder {
    let key = ParameterKey(String(count))
    return try encoder.inside(encoder.place.append(), key)
  }

  mutating func encodeNil() throws { try inside().place.set(.null) }
  mutating func encode(_ value: some Encodable) throws { try inside().write(value) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nested().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { nested() }

  private func nested() -> ParameterEncoder {
    let key = ParameterKey(String(count))
    return ParameterEncoder(
      rules: encoder.rules, place: encoder.place.append(), codingPath: codingPath + [key])
  }
}

struct ParameterSingle: SingleValueEncodingContainer {
  let encoder: ParameterEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() throws { encoder.place.set(.null) }
  mutating func encode(_ value: some Encodable) throws { try encoder.write(value) }
}

struct ParameterKey: CodingKey {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }

  init(_ text: String) { stringValue = text }
  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { stringValue = String(intValue) }
}
