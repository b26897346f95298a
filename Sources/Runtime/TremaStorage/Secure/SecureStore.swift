#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store for secrets.
///
/// A missing secret is `nil`; all failures are thrown, so a locked store is never mistaken for an
/// empty one. The functions can be called from any task and any thread. A call sees the results of
/// all calls that returned before it.
public protocol SecureStore: Sendable {
  /// Returns the secret for a key, or `nil` if there is none.
  func data(for key: SecretKey) async throws(SecretError) -> Data?
  /// Stores a secret, replacing any existing secret for the key. When the call returns, the secret
  /// has been stored durably.
  ///
  /// - Throws: ``SecretError``, for example if the store does not support the access level.
  func set(_ data: Data, for key: SecretKey, access: SecretAccess) async throws(SecretError)
  /// Removes the secret for a key.
  ///
  /// - Returns: Whether a secret was removed.
  @discardableResult
  func remove(_ key: SecretKey) async throws(SecretError) -> Bool
  /// Returns the keys of a service, sorted by name.
  func keys(in service: String) async throws(SecretError) -> [SecretKey]
  /// Removes all secrets of a service.
  func removeAll(in service: String) async throws(SecretError)
}

extension SecureStore {
  /// Stores a secret with ``SecretAccess/standard`` access and replaces any existing secret for the
  /// key.
  public func set(_ data: Data, for key: SecretKey) async throws(SecretError) {
    try await set(data, for: key, access: .standard)
  }

  /// Returns the secret for a key as a string, or `nil` if there is none.
  ///
  /// - Throws: ``SecretError/notText(_:)`` if the secret is not UTF-8.
  public func string(for key: SecretKey) async throws(SecretError) -> String? {
    guard let data = try await data(for: key) else { return nil }
    return try SecretCoding.string(data, key)
  }

  /// Stores a string as UTF-8 and replaces any existing secret for the key.
  public func set(
    _ text: String, for key: SecretKey, access: SecretAccess = .standard
  ) async throws(SecretError) {
    try await set(Data(text.utf8), for: key, access: access)
  }

  /// Returns the value that `set(value:for:)` stored, or `nil` if there is none.
  ///
  /// - Throws: ``SecretError/notDecodable(_:as:)`` if the secret does not contain such a value as
  ///   JSON.
  public func value<Value: Decodable>(
    _ type: Value.Type = Value.self, for key: SecretKey
  ) async throws(SecretError) -> Value? {
    guard let data = try await data(for: key) else { return nil }
    return try SecretCoding.value(type, data, key)
  }

  /// Stores a value as JSON and replaces any existing secret for the key.
  ///
  /// - Throws: ``SecretError/notEncodable(_:as:)``.
  public func set(
    value: some Encodable, for key: SecretKey, access: SecretAccess = .standard
  ) async throws(SecretError) {
    try await set(SecretCoding.data(value, key), for: key, access: access)
  }
}

/// Conversion between secrets and strings or `Codable` values.
enum SecretCoding {
  /// Returns a secret as a string.
  ///
  /// - Throws: `notText`.
  static func string(_ data: Data, _ key: SecretKey) throws(SecretError) -> String {
    guard let text = String(validUTF8: data) else { throw .notText(key) }
    return text
  }

  /// Returns a secret as a value.
  ///
  /// - Throws: `notDecodable`.
  static func value<Value: Decodable>(
    _ type: Value.Type, _ data: Data, _ key: SecretKey
  ) throws(SecretError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      // A decoder's error may contain the decoded secret, so we don't pass it on.
      throw .notDecodable(key, as: "\(type)")
    }
  }

  /// Returns a value as JSON.
  ///
  /// - Throws: `notEncodable`.
  static func data(_ value: some Encodable, _ key: SecretKey) throws(SecretError) -> Data {
    do {
      return try JSONEncoder().encode(value)
    } catch {
      throw .notEncodable(key, as: "\(type(of: value))")
    }
  }
}
