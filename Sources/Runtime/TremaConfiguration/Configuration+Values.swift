public import Foundation
import TremaConfigValues

extension Configuration {
  /// Returns the value of a key as a Swift type.
  ///
  /// - Parameters:
  ///   - key: A key or path, as for the subscript.
  ///   - type: A ``ConfigurationRepresentable`` type: `String`, `Int`, `Double`, `Bool`, `URL`,
  ///     `Date`, `Data`, a string or integer enumeration, or an array or dictionary of these.
  /// - Throws: ``ConfigurationError/missingKey(_:_:)``,
  ///   ``ConfigurationError/wrongKind(_:expected:found:_:)``, or the error that prevented the
  ///   configuration from loading.
  public func value<Value: ConfigurationRepresentable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(ConfigurationError) -> Value {
    let found = try required(key)
    guard let value = Value(configuration: found) else {
      throw .mismatch(
        of: Value.self, in: found, at: ConfigKeyPath(key) ?? ConfigKeyPath([.key(key)]), errorSource
      )
    }
    return value
  }

  /// Unavailable. Specify the type of the value.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "specify the type of the value: value(\"port\", as: Int.self)"
  )
  public func value(_ key: String) throws(ConfigurationError) -> ConfigValue { try required(key) }

  /// Returns the value of a key, or a default value if no layer has the key. A value of a different
  /// kind is still an error.
  ///
  /// - Parameters:
  ///   - key: A key or path, as for the subscript.
  ///   - value: The default value, evaluated only if it is used.
  /// - Throws: The errors of ``value(_:as:)``, except for a missing key.
  public func value<Value: ConfigurationRepresentable>(
    _ key: String, default value: @autoclosure () -> Value
  ) throws(ConfigurationError) -> Value {
    if problem == nil, conflict(around: key) == nil, self[key] == nil { return value() }
    return try self.value(key)
  }

  /// Returns the value of a key as an absolute URL.
  public func url(_ key: String) throws(ConfigurationError) -> URL { try value(key) }

  /// Returns the value of a key as a duration, such as `30s`, `1h30m`, `250ms`, or `PT30S` in ISO
  /// 8601 format.
  public func duration(_ key: String) throws(ConfigurationError) -> Duration { try value(key) }

  /// Returns a key's value as a byte count, written as `10MB`, `512KiB` or an integer.
  public func bytes(_ key: String) throws(ConfigurationError) -> Int {
    try value(key, as: ByteCount.self).bytes
  }

  /// Decodes a part of the configuration, or all of it.
  ///
  /// - Parameter key: The key or path of the part, or `nil` for the whole configuration.
  /// - Throws: ``ConfigurationError`` with the path of the value that is missing or has a different
  ///   kind.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, at key: String? = nil
  ) throws(ConfigurationError) -> Value {
    if let problem = problem ?? conflict(within: key) { throw problem }
    let part = try key.map { key throws(ConfigurationError) in try required(key) } ?? values
    return try ConfigurationDecoder(source: errorSource).decode(part, at: key ?? "")
  }

  /// Returns a key's value, or throws an error if it is missing.
  private func required(_ key: String) throws(ConfigurationError) -> ConfigValue {
    if let problem = problem ?? conflict(around: key) { throw problem }
    guard let value = self[key] else { throw .missingKey(key, errorSource) }
    return value
  }
}
