import ConfigKit
import Foundation

/// Lets types decode themselves from values. A URL is decoded from a string, a date and data from
/// what a property list has for them or from JSON's strings.
struct ConfigurationDecoder {
  let place: ConfigurationError.Place

  /// - Parameter key: where the value stands, for errors.
  func decode<Value: Decodable>(
    _ value: ConfigValue, at key: String
  ) throws(ConfigurationError) -> Value {
    let path = key.isEmpty ? [] : [key]
    do {
      return try ValueDecoder(value: value, path: path, place: place).unbox(Value.self)
    } catch let error as ConfigurationError {
      throw error
    } catch let error as DecodingError {
      throw Self.error(error, in: value, path, place)
    } catch {
      throw .malformedFile(place.files.joined(separator: ", "), reason: "\(error)")
    }
  }

  /// The error of a type that decodes itself by hand.
  private static func error(
    _ error: DecodingError, in value: ConfigValue, _ path: [String],
    _ place: ConfigurationError.Place
  ) -> ConfigurationError {
    func name(_ keys: [any CodingKey]) -> String {
      (path + keys.map(\.stringValue)).joined(separator: ".")
    }
    switch error {
    case .keyNotFound(let key, let context):
      return .missingKey(name(context.codingPath + [key]), place)
    case .valueNotFound(_, let context): return .missingKey(name(context.codingPath), place)
    case .typeMismatch(let type, let context):
      return .wrongKind(
        name(context.codingPath), expected: "\(type)", found: "something else", place)
    case .dataCorrupted(let context):
      return .wrongKind(
        name(context.codingPath), expected: context.debugDescription, found: value.kind.title, place
      )
    @unknown default:
      return .malformedFile(place.files.joined(separator: ", "), reason: "\(error)")
    }
  }
}

/// One value that is being decoded.
struct ValueDecoder: Decoder {
  let value: ConfigValue
  let path: [String]
  let place: ConfigurationError.Place

  struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?
    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
  }

  var codingPath: [any CodingKey] { path.map { Key(stringValue: $0) } }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Name: CodingKey>(keyedBy type: Name.Type) throws -> KeyedDecodingContainer<Name> {
    guard let dictionary = value.dictionary else { throw wrongKind("a dictionary") }
    return KeyedDecodingContainer(KeyedValues<Name>(decoder: self, dictionary: dictionary))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let values = value.array else { throw wrongKind("an array") }
    return ListedValues(decoder: self, values: values)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValue(decoder: self)
  }

  /// The types that a configuration has itself, then all that decode themselves.
  func unbox<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == URL.self || type == Date.self || type == Data.self,
      let known = type as? any ConfigurationRepresentable.Type
    {
      guard let value = known.init(configuration: value) as? Value else {
        throw wrongKind(known.configurationTitle)
      }
      return value
    }
    return try Value(from: self)
  }

  func scalar<Value: ConfigurationRepresentable>(_ type: Value.Type) throws -> Value {
    guard let scalar = Value(configuration: value) else {
      throw wrongKind(Value.configurationTitle)
    }
    return scalar
  }

  func inside(_ value: ConfigValue, _ key: String) -> ValueDecoder {
    ValueDecoder(value: value, path: path + [key], place: place)
  }

  func wrongKind(_ expected: String) -> ConfigurationError {
    .wrongKind(
      path.joined(separator: "."), expected: expected, found: value.kind.title, place)
  }

  func missing(_ key: String) -> ConfigurationError {
    .missingKey((path + [key]).joined(separator: "."), place)
  }
}
