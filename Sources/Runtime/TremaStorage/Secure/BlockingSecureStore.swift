#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store whose calls wait: for a file, for another process, for a person. It writes these five; the
/// asynchronous ones of ``SecureStore`` follow, which call them on one of eight threads that are there
/// to wait.
///
/// A blocking call may be made anywhere. In a task it takes a thread from the other tasks for as long
/// as it waits, but never waits for a task, so that nothing can lock up.
public protocol BlockingSecureStore: SecureStore {
  func read(_ key: SecretKey) throws(SecretError) -> Data?
  func write(_ data: Data, for key: SecretKey, access: SecretAccess) throws(SecretError)
  @discardableResult
  func delete(_ key: SecretKey) throws(SecretError) -> Bool
  /// Sorted by name.
  func list(_ service: String) throws(SecretError) -> [SecretKey]
  func deleteAll(in service: String) throws(SecretError)
  /// Writes several secrets. A store that can do so in one step implements it; others write one after
  /// the other and stop at the first error.
  func writeAll(_ secrets: [SecretKey: Data], access: SecretAccess) throws(SecretError)
}

extension BlockingSecureStore {
  /// Stores several secrets; a store that can does so at once.
  public func writeAll(
    _ secrets: [SecretKey: Data], access: SecretAccess
  ) throws(SecretError) {
    for key in secrets.keys.sorted() {
      if let data = secrets[key] { try write(data, for: key, access: access) }
    }
  }

  /// The same, on a thread that may wait.
  public func setAll(
    _ secrets: [SecretKey: Data], access: SecretAccess = .standard
  ) async throws(SecretError) {
    try await BlockingPool.run { () throws(SecretError) in
      try writeAll(secrets, access: access)
    }
  }

  /// Returns the secret of a key, or `nil` if there is none.
  public func data(for key: SecretKey) async throws(SecretError) -> Data? {
    try await BlockingPool.run { () throws(SecretError) in try read(key) }
  }

  /// Stores a secret and replaces an earlier one of the key.
  public func set(
    _ data: Data, for key: SecretKey, access: SecretAccess
  ) async throws(SecretError) {
    try await BlockingPool.run { () throws(SecretError) in
      try write(data, for: key, access: access)
    }
  }

  /// Removes a secret.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func remove(_ key: SecretKey) async throws(SecretError) -> Bool {
    try await BlockingPool.run { () throws(SecretError) in try delete(key) }
  }

  /// Returns the keys of a service.
  public func keys(in service: String) async throws(SecretError) -> [SecretKey] {
    try await BlockingPool.run { () throws(SecretError) in try list(service) }
  }

  /// Removes all secrets of a service.
  public func removeAll(in service: String) async throws(SecretError) {
    try await BlockingPool.run { () throws(SecretError) in try deleteAll(in: service) }
  }
}
