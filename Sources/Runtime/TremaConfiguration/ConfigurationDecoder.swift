import Foundation
import TremaConfigValues

/// Lets types decode themselves from values. A URL is decoded from a string, a date and data from
/// what a property list has for them or from JSON's strings.
struct ConfigurationDecoder {
  let place: ConfigurationError.Place

  /// - Parameter key: where the value is, for errors.
  func decode<Value: Decodable>(
    _ value: ConfigValue, at key: String
  ) throws(ConfigurationError) -> Value {
    let path = ConfigKeyPath(key) ?? ConfigKeyPath()
    do {
      return try ValueDecoder(value: value, path: path, place: place).unbox(Value.self)
    } catch let error as ConfigurationError {
      throw error
    } catch let error as DecodingError {
      throw self.error(error)
    } catch {
      if let invalid = invalidValue(error, value, path) { throw invalid }
      throw .malformedFile(place.files.joined(separator: ", "), reason: "\(error)")
    }
  }

  /// The error of generated code about a value that breaks a rule of the schema, which is known by its
  /// domain: an app's own type is none of this module.
  ///
  /// - Parameters:
  ///   - error: what decoding threw.
  ///   - value: what was decoded.
  ///   - path: where that is.
  private func invalidValue(
    _ error: any Error, _ value: ConfigValue, _ path: ConfigKeyPath
  ) -> ConfigurationError? {
    let error = error as NSError
    guard error.domain == "TremaConfiguration.InvalidValue",
      let key = error.userInfo["key"] as? String, let rule = error.userInfo["rule"] as? String
    else { return nil }
    let inside = ConfigKeyPath(key).map { full in
      ConfigKeyPath(Array(full.components.dropFirst(path.components.count)))
    }
    let found = inside.flatMap { value[$0] }?.place.description
    return .invalidValue(
      key, value: error.userInfo["value"] as? String, rule: rule,
      origin: found ?? place.files.joined(separator: ", "))
  }

  /// The error of a type that decodes itself by hand, or of an enumeration. Its own words may hold
  /// the value, which may be a secret.
  private func error(_ error: DecodingError) -> ConfigurationError {
    func name(_ keys: [any CodingKey]) -> String {
      ConfigKeyPath(keys.map { $0.intValue.map { .index($0) } ?? .key($0.stringValue) }).description
    }
    switch error {
    case .keyNotFound(let key, let context):
      return .missingKey(name(context.codingPath + [key]), place)
    case .valueNotFound(_, let context): return .missingKey(name(context.codingPath), place)
    case .typeMismatch(let type, let context):
      return .wrongKind(
        name(context.codingPath), expected: "what \(type) is made of", found: "something else",
        place)
    case .dataCorrupted(let context):
      return .wrongKind(
        name(context.codingPath), expected: "one that its type has", found: "another value", place)
    @unknown default:
      return .malformedFile(place.files.joined(separator: ", "), reason: "it cannot be decoded")
    }
  }
}

/// One value that is being decoded.
struct ValueDecoder: Decoder {
  let value: ConfigValue
  let path: ConfigKeyPath
  let place: ConfigurationError.Place

  struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?
    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
  }

  var codingPath: [any CodingKey] {
    path.components.map { component in
      switch component {
      case .key(let key): Key(stringValue: key)
      case .index(let index): Key(intValue: index)
      }
    }
  }
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
    if type == URL.self || type == Date.self || type == Data.self || type == Duration.self,
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
    ValueDecoder(value: value, path: path.appending(key), place: place)
  }

  func inside(_ value: ConfigValue, _ index: Int) -> ValueDecoder {
    ValueDecoder(value: value, path: path.appending(index), place: place)
  }

  func wrongKind(_ expected: String) -> ConfigurationError {
    .wrongKind(path.description, expected: expected, found: value.title(beside: expected), place)
  }

  func missing(_ key: String) -> ConfigurationError {
    .missingKey(path.appending(key).description, place)
  }

  func missingElement(_ index: Int) -> ConfigurationError {
    .missingKey(path.appending(index).description, place)
  }
}

extension ConfigValue {
  /// Returns the kind of the value as opposed to the expected one: an integer may be one that does not
  /// fit.
  func title(beside expected: String) -> String {
    expected.hasPrefix(kind.title) ? "\(kind.title) that does not fit" : kind.title
  }
}
