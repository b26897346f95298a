#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps secrets. A missing secret is `nil`; all failures are thrown, so that a locked store is
/// never taken for an empty one.
///
/// All of it can be called from any task and any thread. What one call wrote the next one reads.
public protocol SecureStore: Sendable {
  /// - Returns: nil only when there is none.
  func data(for key: SecretKey) async throws(SecretError) -> Data?
  /// Stores a secret and replaces an earlier one of the key. When the call returns the secret is
  /// durable.
  func set(_ data: Data, for key: SecretKey, access: SecretAccess) async throws(SecretError)
  /// - Returns: whether there was one.
  @discardableResult
  func remove(_ key: SecretKey) async throws(SecretError) -> Bool
  /// Sorted by name.
  func keys(in service: String) async throws(SecretError) -> [SecretKey]
  func removeAll(in service: String) async throws(SecretError)
}

extension SecureStore {
  /// Stores a secret with the standard access.
  public func set(_ data: Data, for key: SecretKey) async throws(SecretError) {
    try await set(data, for: key, access: .standard)
  }

  /// - Throws: `notText` where the secret is not UTF-8.
  public func string(for key: SecretKey) async throws(SecretError) -> String? {
    guard let data = try await data(for: key) else { return nil }
    return try SecretCoding.string(data, key)
  }

  /// Stores a text as UTF-8.
  public func set(
    _ text: String, for key: SecretKey, access: SecretAccess = .standard
  ) async throws(SecretError) {
    try await set(Data(text.utf8), for: key, access: access)
  }

  /// Reads what `set(value:for:)` wrote, which is JSON.
  public func value<Value: Decodable>(
    _ type: Value.Type = Value.self, for key: SecretKey
  ) async throws(SecretError) -> Value? {
    guard let data = try await data(for: key) else { return nil }
    return try SecretCoding.value(type, data, key)
  }

  /// Keeps a value as JSON.
  public func set(
    value: some Encodable, for key: SecretKey, access: SecretAccess = .standard
  ) async throws(SecretError) {
    try await set(SecretCoding.data(value, key), for: key, access: access)
  }
}

/// Secrets that are more than bytes.
enum SecretCoding {
  static func string(_ data: Data, _ key: SecretKey) throws(SecretError) -> String {
    guard let text = String(validating: data, as: UTF8.self) else { throw .notText(key) }
    return text
  }

  static func value<Value: Decodable>(
    _ type: Value.Type, _ data: Data, _ key: SecretKey
  ) throws(SecretError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      // The error of a decoder may hold what was decoded.
      throw .notDecodable(key, as: "\(type)")
    }
  }

  static func data(_ value: some Encodable, _ key: SecretKey) throws(SecretError) -> Data {
    do {
      return try JSONEncoder().encode(value)
    } catch {
      throw .notEncodable(key, as: "\(type(of: value))")
    }
  }
}
