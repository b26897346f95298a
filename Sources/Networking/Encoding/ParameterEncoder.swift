import TremaJSON

/// An encoder for a tree of parameters.
struct ParameterEncoder: Encoder {
  /// The maximum nesting depth. Deeper values are reported as an error instead of recursing
  /// endlessly.
  static let depthLimit = 256

  let rules: ParameterRules
  /// The node that the value is encoded into.
  let builder: ParameterNodeBuilder
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Returns the tree for a value.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - name: The name of the value, which the rules do not change, or `nil` if the value consists
  ///     of named values.
  ///   - rules: The rules for names and values.
  /// - Throws: ``ParameterError``, with the path to the value that cannot be encoded.
  static func node(
    of value: some Encodable, named name: String? = nil, _ rules: ParameterRules
  ) throws(ParameterError) -> ParameterNode {
    let encoder = ParameterEncoder(rules: rules, builder: ParameterNodeBuilder(), codingPath: [])
    do {
      if let name {
        encoder.builder.becomeNamed()
        try encoder.nestedEncoder(encoder.builder.builder(of: name), ParameterKey(name)).write(
          value)
      } else {
        try encoder.write(value)
      }
    } catch let error as ParameterError {
      throw error
    } catch let error as EncodingError {
      guard case .invalidValue(_, let context) = error else { throw ParameterError(.thrown(error)) }
      throw ParameterError(.thrown(error), at: context.codingPath.names)
    } catch {
      throw ParameterError(.thrown(error))
    }
    return encoder.builder.node(sorted: rules.order == .sorted)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    builder.becomeNamed()
    return KeyedEncodingContainer(ParameterKeyedContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    builder.becomeList()
    return ParameterUnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ParameterSingleValueContainer(encoder: self)
  }

  /// Returns the encoder for a nested value.
  ///
  /// - Throws: `tooDeep` at the maximum nesting.
  func nestedEncoder(_ builder: ParameterNodeBuilder, _ key: any CodingKey) throws
    -> ParameterEncoder
  {
    guard codingPath.count < Self.depthLimit else {
      throw ParameterError(.tooDeep(limit: Self.depthLimit), at: codingPath.names)
    }
    return ParameterEncoder(rules: rules, builder: builder, codingPath: codingPath + [key])
  }

  /// Encodes a single value as a string, or any other value by its `encode(to:)`.
  func write(_ value: some Encodable) throws {
    if let text = try text(of: value) { return builder.set(.text(text)) }
    switch value {
    case is any UnorderedElements: builder.disorder = .elements
    case is any UnorderedEntries: (builder.disorder, builder.keepsNames) = (.entries, true)
    case is JSONValue: builder.keepsNames = true
    default: break
    }
    try value.encode(to: self)
  }
}

/// A collection whose order of elements differs between processes.
protocol UnorderedElements {}
/// A dictionary, whose order of entries differs between processes.
protocol UnorderedEntries {}
extension Set: UnorderedElements {}
extension Dictionary: UnorderedEntries {}

extension [any CodingKey] {
  /// The names of the keys.
  var names: [String] { map(\.stringValue) }
}

/// A container of named values.
struct ParameterKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ParameterEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  /// Returns the encoder for the value with a key.
  private func nestedEncoder(_ key: any CodingKey) throws -> ParameterEncoder {
    try encoder.nestedEncoder(encoder.builder.builder(of: name(of: key)), key)
  }

  /// Returns a key's name, changed by the rules unless the name is data.
  private func name(of key: any CodingKey) -> String {
    let name = key.stringValue
    return encoder.builder.keepsNames ? name : encoder.rules.keys.name(of: name)
  }

  mutating func encodeNil(forKey key: Key) throws { try nestedEncoder(key).builder.set(.null) }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    try nestedEncoder(key).write(value)
  }

  /// Encodes an optional value; `nil` is encoded as null, which the rules may drop.
  private func write(_ value: (some Encodable)?, _ key: Key) throws {
    let inner = try nestedEncoder(key)
    if let value { try inner.write(value) } else { inner.builder.set(.null) }
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

  // The callers of this function cannot throw. Endless recursion is detected by the nested value.
  private func nested(_ key: any CodingKey) -> ParameterEncoder {
    ParameterEncoder(
      rules: encoder.rules, builder: encoder.builder.builder(of: name(of: key)),
      codingPath: codingPath + [key])
  }

  // Synthesized code calls these functions for optional properties. Their default implementations
  // would skip `nil`.
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

/// A container for the elements of an array.
struct ParameterUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: ParameterEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.builder.count }

  /// Returns the encoder for the next element.
  private func nestedEncoder() throws -> ParameterEncoder {
    let key = ParameterKey(String(count))
    return try encoder.nestedEncoder(encoder.builder.append(), key)
  }

  mutating func encodeNil() throws { try nestedEncoder().builder.set(.null) }
  mutating func encode(_ value: some Encodable) throws { try nestedEncoder().write(value) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nested().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { nested() }

  /// Returns the encoder for the next element without checking the nesting.
  private func nested() -> ParameterEncoder {
    let key = ParameterKey(String(count))
    return ParameterEncoder(
      rules: encoder.rules, builder: encoder.builder.append(), codingPath: codingPath + [key])
  }
}

/// A container for a single value.
struct ParameterSingleValueContainer: SingleValueEncodingContainer {
  let encoder: ParameterEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() throws { encoder.builder.set(.null) }
  mutating func encode(_ value: some Encodable) throws { try encoder.write(value) }
}

/// A key with an arbitrary name.
struct ParameterKey: CodingKey {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }

  init(_ text: String) { stringValue = text }
  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { stringValue = String(intValue) }
}
