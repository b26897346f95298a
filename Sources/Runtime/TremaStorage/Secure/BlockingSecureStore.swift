#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store whose calls block while they wait for a file, another process or a person.
///
/// A store implements these blocking functions. The asynchronous functions of ``SecureStore`` are
/// derived from them and call them on one of eight threads that may block.
///
/// A blocking function may be called anywhere. In a task it occupies a thread of the task pool
/// while it waits, but it never waits for a task, so it cannot cause a deadlock.
public protocol BlockingSecureStore: SecureStore {
  /// Returns the secret of a key, or `nil` if there is none.
  func read(_ key: SecretKey) throws(SecretError) -> Data?
  /// Stores a secret and replaces an earlier one of the key.
  ///
  /// - Throws: ``SecretError``, also if the store cannot provide the access level.
  func write(_ data: Data, for key: SecretKey, access: SecretAccess) throws(SecretError)
  /// Removes the secret of a key.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func delete(_ key: SecretKey) throws(SecretError) -> Bool
  /// Returns the keys of a service, sorted by name.
  func list(_ service: String) throws(SecretError) -> [SecretKey]
  /// Removes all secrets of a service.
  func deleteAll(in service: String) throws(SecretError)
  /// Stores several secrets and replaces earlier ones of their keys.
  ///
  /// A store that can do so in one step implements this function. The default implementation stores
  /// them one after the other, in the order of their keys, and stops at the first error.
  func writeAll(_ secrets: [SecretKey: Data], access: SecretAccess) throws(SecretError)
}

extension BlockingSecureStore {
  /// Stores several secrets one after the other, in the order of their keys, and stops at the first
  /// error.
  public func writeAll(
    _ secrets: [SecretKey: Data], access: SecretAccess
  ) throws(SecretError) {
    for key in secrets.keys.sorted() {
      if let data = secrets[key] { try write(data, for: key, access: access) }
    }
  }

  /// Stores several secrets on a thread that may block; in one step if the store supports it.
  public func setAll(
    _ secrets: [SecretKey: Data], access: SecretAccess = .standard
  ) async throws(SecretError) {
    try await BlockingPool.run { () throws(SecretError) in
      try writeAll(secrets, access: access)
    }
  }

  /// Returns the secret of a key, or `nil` if there is none, on a thread that may block.
  public func data(for key: SecretKey) async throws(SecretError) -> Data? {
    try await BlockingPool.run { () throws(SecretError) in try read(key) }
  }

  /// Stores a secret and replaces an earlier one of the key, on a thread that may block.
  public func set(
    _ data: Data, for key: SecretKey, access: SecretAccess
  ) async throws(SecretError) {
    try await BlockingPool.run { () throws(SecretError) in
      try write(data, for: key, access: access)
    }
  }

  /// Removes the secret of a key, on a thread that may block.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func remove(_ key: SecretKey) async throws(SecretError) -> Bool {
    try await BlockingPool.run { () throws(SecretError) in try delete(key) }
  }

  /// Returns the keys of a service, sorted by name, on a thread that may block.
  public func keys(in service: String) async throws(SecretError) -> [SecretKey] {
    try await BlockingPool.run { () throws(SecretError) in try list(service) }
  }

  /// Removes all secrets of a service, on a thread that may block.
  public func removeAll(in service: String) async throws(SecretError) {
    try await BlockingPool.run { () throws(SecretError) in try deleteAll(in: service) }
  }
}
