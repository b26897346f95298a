import TremaSecrets
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store that keeps secrets in memory, intended for tests and previews.
public final class MemoryStore: BlockingSecureStore {
  /// The secrets by key.
  private let secrets = LockedValue<[SecretKey: Data]>([:])

  /// Creates an empty store.
  public init() {}

  /// Returns the secret for a key, or `nil` if there is none.
  public func read(_ key: SecretKey) throws(SecretError) -> Data? { secrets.value[key] }

  /// Stores a secret, replacing any existing secret for the key.
  ///
  /// - Throws: ``SecretError`` if the access level requires protection by the device.
  public func write(
    _ data: Data, for key: SecretKey, access: SecretAccess
  ) throws(SecretError) {
    try access.requireNoDeviceLock()
    secrets.withLock { $0[key] = data }
  }

  /// Removes the secret for a key.
  ///
  /// - Returns: Whether a secret was removed.
  @discardableResult
  public func delete(_ key: SecretKey) throws(SecretError) -> Bool {
    secrets.withLock { $0.removeValue(forKey: key) } != nil
  }

  /// Returns the keys of a service, sorted.
  public func list(_ service: String) throws(SecretError) -> [SecretKey] {
    secrets.value.keys.filter { $0.service.hasSameBytes(as: service) }.sorted()
  }

  /// Removes all secrets of a service.
  public func deleteAll(in service: String) throws(SecretError) {
    secrets.withLock { secrets in
      secrets = secrets.filter { !$0.key.service.hasSameBytes(as: service) }
    }
  }
}

extension MemoryStore: Redacted {
  /// A textual representation of this instance.
  public var description: String { "secrets in memory" }
}
