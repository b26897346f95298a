import Foundation
import TremaConfigValues

/// Decodes types from values. A URL is decoded from a string. Dates and data are decoded from
/// property list values or from strings.
struct ConfigurationDecoder {
  /// The environment and the files, for errors.
  let source: ConfigurationError.Source

  /// Decodes a value.
  ///
  /// - Parameter key: The key or path of the value, for errors, or empty for the whole
  ///   configuration.
  /// - Throws: ``ConfigurationError``. Any other error is converted to it.
  func decode<Value: Decodable>(
    _ value: ConfigValue, at key: String
  ) throws(ConfigurationError) -> Value {
    let path = ConfigKeyPath(key) ?? ConfigKeyPath()
    do {
      return try ValueDecoder(value: value, path: path, source: source).unbox(Value.self)
    } catch let error as ConfigurationError {
      throw error
    } catch let error as DecodingError {
      throw self.error(error)
    } catch {
      if let invalid = invalidValue(error, value, path) { throw invalid }
      throw .malformedFile(source.files.joined(separator: ", "), reason: "\(error)")
    }
  }

  /// Returns the error for a value that violates a rule of the schema, or `nil` for any other
  /// error. The error of generated code is recognized by its domain, because its type is declared
  /// in the app and unknown here.
  ///
  /// - Parameters:
  ///   - error: The error that decoding threw.
  ///   - value: The value that was being decoded.
  ///   - path: The value's path.
  private func invalidValue(
    _ error: any Error, _ value: ConfigValue, _ path: ConfigKeyPath
  ) -> ConfigurationError? {
    let error = error as NSError
    guard error.domain == "TremaConfiguration.InvalidValue",
      let key = error.userInfo["key"] as? String, let rule = error.userInfo["rule"] as? String
    else { return nil }
    let relativePath = ConfigKeyPath(key).map { fullPath in
      ConfigKeyPath(Array(fullPath.components.dropFirst(path.components.count)))
    }
    // The error contains the whole path, but the value is only the decoded part.
    let origin = relativePath.flatMap { value[$0] }?.location.description
    return .invalidValue(
      key, value: error.userInfo["value"] as? String, rule: rule,
      origin: origin ?? source.files.joined(separator: ", "))
  }

  /// Converts the error of an enumeration or a type with a custom decoding initializer. The
  /// description is not used, because it may contain the value, which may be a secret.
  private func error(_ error: DecodingError) -> ConfigurationError {
    /// Returns a coding path as a string.
    func name(_ keys: [any CodingKey]) -> String {
      ConfigKeyPath(keys.map { $0.intValue.map { .index($0) } ?? .key($0.stringValue) }).description
    }
    switch error {
    case .keyNotFound(let key, let context):
      return .missingKey(name(context.codingPath + [key]), source)
    case .valueNotFound(_, let context): return .missingKey(name(context.codingPath), source)
    // The description of the error isn't used, because it may quote the value.
    case .typeMismatch(let type, let context):
      return .wrongKind(
        name(context.codingPath), expected: "a value of type \(type)",
        found: "a value of a different type", source)
    case .dataCorrupted(let context):
      return .wrongKind(
        name(context.codingPath), expected: "a valid value of its type", found: "an invalid value",
        source)
    @unknown default:
      return .malformedFile(
        source.files.joined(separator: ", "), reason: "the value cannot be decoded")
    }
  }
}

/// The decoder of one value.
struct ValueDecoder: Decoder {
  /// The value to decode.
  let value: ConfigValue
  /// The path of the value in the configuration.
  let path: ConfigKeyPath
  /// The environment and the files, for errors.
  let source: ConfigurationError.Source

  /// A component of the path as a coding key.
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
    guard let dictionary = value.dictionary else { throw kindMismatch("a dictionary") }
    return KeyedDecodingContainer(KeyedValues<Name>(decoder: self, dictionary: dictionary))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let values = value.array else { throw kindMismatch("an array") }
    return UnkeyedValues(decoder: self, values: values)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValue(decoder: self)
  }

  /// Decodes the value. ``ConfigurationRepresentable`` Foundation types are converted, and all
  /// other types decode themselves.
  func unbox<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == URL.self || type == Date.self || type == Data.self || type == Duration.self,
      let known = type as? any ConfigurationRepresentable.Type
    {
      guard let value = known.init(configuration: value) as? Value else {
        throw kindMismatch(known.configurationTitle)
      }
      return value
    }
    return try Value(from: self)
  }

  /// Converts the value to a ``ConfigurationRepresentable`` type, or throws an error if it has a
  /// different kind.
  func scalar<Value: ConfigurationRepresentable>(_ type: Value.Type) throws -> Value {
    guard let scalar = Value(configuration: value) else {
      throw kindMismatch(Value.configurationTitle)
    }
    return scalar
  }

  /// Returns the decoder of a key's value.
  func nestedDecoder(_ value: ConfigValue, _ key: String) -> ValueDecoder {
    ValueDecoder(value: value, path: path.appending(key), source: source)
  }

  /// Returns an element's decoder.
  func nestedDecoder(_ value: ConfigValue, _ index: Int) -> ValueDecoder {
    ValueDecoder(value: value, path: path.appending(index), source: source)
  }

  /// Returns the error for a value of a different kind than expected.
  func kindMismatch(_ expected: String) -> ConfigurationError {
    .wrongKind(
      path.description, expected: expected, found: value.title(expecting: expected), source)
  }

  /// Returns the error for a missing key of the value.
  func missingKey(_ key: String) -> ConfigurationError {
    .missingKey(path.appending(key).description, source)
  }

  /// Returns the error for a missing element of the value.
  func missingElement(_ index: Int) -> ConfigurationError {
    .missingKey(path.appending(index).description, source)
  }
}

extension ConfigValue {
  /// Returns the actual kind for an error. If it is the expected kind, the value is out of range.
  func title(expecting expected: String) -> String {
    expected.hasPrefix(kind.title) ? "\(kind.title) out of range" : kind.title
  }
}
