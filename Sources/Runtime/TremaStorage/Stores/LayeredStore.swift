#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TremaSecrets

/// A store that layers multiple stores.
///
/// - Reading returns the secret of the first store that has one. If a store fails, its error is
///   thrown and the stores after it are not read, so a locked store never reveals an older secret
///   of a lower layer.
/// - Writing stores a secret in the first store only.
/// - Removing removes a secret from all stores, starting with the last. This reveals no older
///   secret in between, and the first store still has the secret if another store fails.
/// - Listing returns the keys of all stores.
public final class LayeredStore: BlockingSecureStore {
  /// The stores, starting with the first layer.
  private let layers: [any BlockingSecureStore]

  /// Creates a store that reads from multiple stores in order and writes to the first one.
  public init(_ first: any BlockingSecureStore, _ others: any BlockingSecureStore...) {
    layers = [first] + others
  }

  /// Returns the secret of the first store that has one for the key, or `nil` if there is none.
  public func read(_ key: SecretKey) throws(SecretError) -> Data? {
    for layer in layers {
      if let data = try layer.read(key) { return data }
    }
    return nil
  }

  /// Stores a secret in the first store.
  ///
  /// - Throws: The errors of the first store.
  public func write(
    _ data: Data, for key: SecretKey, access: SecretAccess
  ) throws(SecretError) {
    try layers[0].write(data, for: key, access: access)
  }

  /// Removes a secret from every store, starting with the last.
  ///
  /// - Returns: Whether any store had one.
  @discardableResult
  public func delete(_ key: SecretKey) throws(SecretError) -> Bool {
    var wasRemoved = false
    for layer in layers.reversed() where try layer.delete(key) { wasRemoved = true }
    return wasRemoved
  }

  /// Returns the keys that any of the stores has, sorted.
  public func list(_ service: String) throws(SecretError) -> [SecretKey] {
    var keys: Set<SecretKey> = []
    for layer in layers { keys.formUnion(try layer.list(service)) }
    return keys.sorted()
  }

  /// Removes all secrets of a service from every store, starting with the last.
  public func deleteAll(in service: String) throws(SecretError) {
    for layer in layers.reversed() { try layer.deleteAll(in: service) }
  }
}

extension LayeredStore: Redacted {
  /// The descriptions of the stores, in their order.
  public var description: String {
    layers.map { "\($0)" }.joined(separator: ", then ")
  }
}
