public import Foundation
import TremaConfigValues

extension Configuration {
  /// The value of a key as a type of Swift.
  ///
  /// - Parameters:
  ///   - key: as for the subscript.
  ///   - type: a ``ConfigurationRepresentable`` type: `String`, `Int`, `Double`, `Bool`, `URL`,
  ///     `Date`, `Data`, an enumeration of strings or integers, an array or a dictionary of those.
  /// - Throws: ``ConfigurationError/missingKey(_:_:)``, ``ConfigurationError/wrongKind(_:expected:found:_:)``,
  ///   or why there are no values at all.
  public func value<Value: ConfigurationRepresentable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(ConfigurationError) -> Value {
    let found = try required(key)
    guard let value = Value(configuration: found) else {
      throw .misfit(
        of: Value.self, in: found, at: ConfigKeyPath(key) ?? ConfigKeyPath([.key(key)]), place)
    }
    return value
  }

  /// Returns the value of a key.
  ///
  /// - Throws: when there is none.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "say which type the value has: value(\"port\", as: Int.self)"
  )
  public func value(_ key: String) throws(ConfigurationError) -> ConfigValue { try required(key) }

  /// The value of a key, or another one where no layer has the key. A value of another kind is an
  /// error all the same.
  public func value<Value: ConfigurationRepresentable>(
    _ key: String, default value: @autoclosure () -> Value
  ) throws(ConfigurationError) -> Value {
    if problem == nil, conflict(around: key) == nil, self[key] == nil { return value() }
    return try self.value(key)
  }

  /// The value of a key as a URL with a scheme.
  public func url(_ key: String) throws(ConfigurationError) -> URL { try value(key) }

  /// The value of a key as a duration: `30s`, `1h30m`, `250ms` or, as ISO 8601 has it, `PT30S`.
  public func duration(_ key: String) throws(ConfigurationError) -> Duration { try value(key) }

  /// The value of a key as a number of bytes: `10MB`, `512KiB` or an integer.
  public func bytes(_ key: String) throws(ConfigurationError) -> Int {
    try value(key, as: ByteCount.self).bytes
  }

  /// A part of the configuration, or all of it, as a type that can be decoded.
  ///
  /// - Parameter key: nil for all of it.
  /// - Throws: ``ConfigurationError`` with the path of the value that is missing or of another kind.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, at key: String? = nil
  ) throws(ConfigurationError) -> Value {
    if let problem = problem ?? conflict(within: key) { throw problem }
    let part = try key.map { key throws(ConfigurationError) in try required(key) } ?? values
    return try ConfigurationDecoder(place: place).decode(part, at: key ?? "")
  }

  private func required(_ key: String) throws(ConfigurationError) -> ConfigValue {
    if let problem = problem ?? conflict(around: key) { throw problem }
    guard let value = self[key] else { throw .missingKey(key, place) }
    return value
  }
}
