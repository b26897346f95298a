#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TremaSecrets

/// Several stores, one before the other.
///
/// - Reading: from the first that has the secret. An error of one is thrown, and those behind it are
///   not asked, so that a store that is locked never makes an older secret come up from below.
/// - Writing: into the first alone.
/// - Removing: from all, beginning with the last, so that nothing comes up from below, and the first
///   still has the secret where one behind it refuses.
/// - Listing: what any of them has.
public final class LayeredStore: BlockingSecureStore {
  private let layers: [any BlockingSecureStore]

  /// Creates a store that reads from several others, the first one first, and writes to the first.
  public init(_ first: any BlockingSecureStore, _ others: any BlockingSecureStore...) {
    layers = [first] + others
  }

  /// Returns the secret of the first store that has one for the key.
  public func read(_ key: SecretKey) throws(SecretError) -> Data? {
    for layer in layers {
      if let data = try layer.read(key) { return data }
    }
    return nil
  }

  /// Stores a secret in the first store.
  public func write(
    _ data: Data, for key: SecretKey, access: SecretAccess
  ) throws(SecretError) {
    try layers[0].write(data, for: key, access: access)
  }

  /// Removes a secret from every store.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func delete(_ key: SecretKey) throws(SecretError) -> Bool {
    var wasThere = false
    for layer in layers.reversed() where try layer.delete(key) { wasThere = true }
    return wasThere
  }

  /// Returns the keys that any of the stores has.
  public func list(_ service: String) throws(SecretError) -> [SecretKey] {
    var keys: Set<SecretKey> = []
    for layer in layers { keys.formUnion(try layer.list(service)) }
    return keys.sorted()
  }

  /// Removes all secrets of a service from every store.
  public func deleteAll(in service: String) throws(SecretError) {
    for layer in layers.reversed() { try layer.deleteAll(in: service) }
  }
}

extension LayeredStore: Redacted {
  /// The names of its layers, the first first.
  public var description: String {
    layers.map { "\($0)" }.joined(separator: ", then ")
  }
}
