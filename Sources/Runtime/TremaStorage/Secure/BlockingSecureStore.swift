#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store whose calls block while they wait for a file, another process or the user.
///
/// A store implements these blocking functions. The asynchronous functions in ``SecureStore`` have
/// default implementations that call them on a pool of eight blocking threads.
///
/// The blocking functions can be called from any thread. In a task, they block a thread of the
/// cooperative pool, but they never wait for another task, so they cannot cause a deadlock.
public protocol BlockingSecureStore: SecureStore {
  /// Returns the secret for a key, or `nil` if there is none.
  func read(_ key: SecretKey) throws(SecretError) -> Data?
  /// Stores a secret, replacing any existing secret for the key.
  ///
  /// - Throws: ``SecretError``, for example if the store does not support the access level.
  func write(_ data: Data, for key: SecretKey, access: SecretAccess) throws(SecretError)
  /// Removes the secret for a key.
  ///
  /// - Returns: Whether a secret was removed.
  @discardableResult
  func delete(_ key: SecretKey) throws(SecretError) -> Bool
  /// Returns the keys of a service, sorted by name.
  func list(_ service: String) throws(SecretError) -> [SecretKey]
  /// Removes all secrets of a service.
  func deleteAll(in service: String) throws(SecretError)
  /// Stores multiple secrets, replacing any existing secrets for their keys.
  ///
  /// Implement this function if the store can write all secrets atomically. The default
  /// implementation stores them one at a time, in the order of their keys, and stops at the first
  /// error.
  func writeAll(_ secrets: [SecretKey: Data], access: SecretAccess) throws(SecretError)
}

extension BlockingSecureStore {
  /// Stores multiple secrets one at a time, in key order, and stops at the first error.
  public func writeAll(
    _ secrets: [SecretKey: Data], access: SecretAccess
  ) throws(SecretError) {
    for key in secrets.keys.sorted() {
      if let data = secrets[key] { try write(data, for: key, access: access) }
    }
  }

  /// Stores multiple secrets on a blocking thread, in one step if the store supports it.
  public func setAll(
    _ secrets: [SecretKey: Data], access: SecretAccess = .standard
  ) async throws(SecretError) {
    try await BlockingPool.run { () throws(SecretError) in
      try writeAll(secrets, access: access)
    }
  }

  /// Returns the secret for a key, or `nil` if there is none, on a blocking thread.
  public func data(for key: SecretKey) async throws(SecretError) -> Data? {
    try await BlockingPool.run { () throws(SecretError) in try read(key) }
  }

  /// Stores a secret, replacing any existing secret for the key, on a blocking thread.
  public func set(
    _ data: Data, for key: SecretKey, access: SecretAccess
  ) async throws(SecretError) {
    try await BlockingPool.run { () throws(SecretError) in
      try write(data, for: key, access: access)
    }
  }

  /// Removes the secret for a key, on a blocking thread.
  ///
  /// - Returns: Whether a secret was removed.
  @discardableResult
  public func remove(_ key: SecretKey) async throws(SecretError) -> Bool {
    try await BlockingPool.run { () throws(SecretError) in try delete(key) }
  }

  /// Returns the keys of a service, sorted by name, on a blocking thread.
  public func keys(in service: String) async throws(SecretError) -> [SecretKey] {
    try await BlockingPool.run { () throws(SecretError) in try list(service) }
  }

  /// Removes all secrets of a service, on a blocking thread.
  public func removeAll(in service: String) async throws(SecretError) {
    try await BlockingPool.run { () throws(SecretError) in try deleteAll(in: service) }
  }
}
