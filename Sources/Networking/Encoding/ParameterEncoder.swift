import TremaJSON

/// An encoder that writes a value into a tree of parameters.
struct ParameterEncoder: Encoder {
  /// The maximum nesting of a value; a recursive encoding would never end.
  static let depthLimit = 256

  let rules: ParameterRules
  let place: ParameterPlace
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The tree of a value.
  ///
  /// - Parameter name: what the value is called, changed by no rule; nil where it has names itself.
  /// - Throws: ``ParameterError``.
  static func node(
    of value: some Encodable, named name: String? = nil, _ rules: ParameterRules
  ) throws(ParameterError) -> ParameterNode {
    let encoder = ParameterEncoder(rules: rules, place: ParameterPlace(), codingPath: [])
    do {
      if let name {
        encoder.place.becomeNamed()
        try encoder.inside(encoder.place.place(of: name), ParameterKey(name)).write(value)
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
    return encoder.place.node(sorted: rules.order == .sorted)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.becomeNamed()
    return KeyedEncodingContainer(ParameterNames(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.becomeList()
    return ParameterList(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ParameterSingle(encoder: self)
  }

  func inside(_ place: ParameterPlace, _ key: any CodingKey) throws -> ParameterEncoder {
    guard codingPath.count < Self.depthLimit else {
      throw ParameterError(.tooDeep(limit: Self.depthLimit), at: codingPath.names)
    }
    return ParameterEncoder(rules: rules, place: place, codingPath: codingPath + [key])
  }

  func write(_ value: some Encodable) throws {
    if let text = try text(of: value) { return place.set(.text(text)) }
    switch value {
    case is any UnorderedElements: place.disorder = .elements
    case is any UnorderedEntries: (place.disorder, place.keepsNames) = (.entries, true)
    case is JSONValue: place.keepsNames = true
    default: break
    }
    try value.encode(to: self)
  }
}

/// A collection whose elements have another order in each process.
protocol UnorderedElements {}
protocol UnorderedEntries {}
extension Set: UnorderedElements {}
extension Dictionary: UnorderedEntries {}

extension [any CodingKey] {
  var names: [String] { map(\.stringValue) }
}
