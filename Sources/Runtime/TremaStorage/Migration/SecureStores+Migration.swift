#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SecureStores {
  /// The name of a value that is stored temporarily to detect whether two stores are the same.
  private static let probe = "trema.migration"

  /// Copies all secrets of the given services from one store to another, and optionally removes
  /// them from the source.
  ///
  /// All secrets are read, written, and read again for comparison before any is removed. To
  /// continue a migration that was interrupted at any time, call it again.
  ///
  /// - Parameters:
  ///   - services: The services whose secrets are migrated.
  ///   - access: The access level in the new store. Stores do not report the level of existing
  ///     secrets.
  ///   - removeSource: Whether the secrets are removed from the old store.
  ///   - dryRun: Whether nothing is written or removed. The result describes what the migration
  ///     would do.
  /// - Throws: ``SecretError/conflict(_:)`` before anything is written if the new store has
  ///   different secrets for the same keys; ``SecretError/sameStore`` before anything is removed if
  ///   the old store returns what is written to the new one; ``SecretError/readBackMismatch(_:)``
  ///   before anything is removed if the new store returns different bytes than were written; and
  ///   the errors of either store.
  public static func migrate(
    from source: any SecureStore, to target: any SecureStore, services: [String],
    access: SecretAccess = .standard, removeSource: Bool = false, dryRun: Bool = false
  ) async throws(SecretError) -> SecretMigration {
    let secrets = try await secrets(of: services, in: source)
    var result = SecretMigration()
    var conflicts: [SecretKey] = []
    for (key, data) in secrets {
      switch try await target.data(for: key) {
      case nil: result.copied.append(key)
      case data: result.alreadyPresent.append(key)
      default: conflicts.append(key)
      }
    }
    if !conflicts.isEmpty { throw .conflict(conflicts) }
    if dryRun {
      result.removed = removeSource ? secrets.map(\.key) : []
      return result
    }
    // Secrets that are already present are written too, because in a layered store they may be in
    // the layer that they are migrated from.
    for (key, data) in secrets { try await target.set(data, for: key, access: access) }
    for (key, data) in secrets where try await target.data(for: key) != data {
      throw .readBackMismatch(key)
    }
    guard removeSource, let first = secrets.first?.key else { return result }
    try await checkDistinct(source, target, service: first.service)
    for (key, _) in secrets where try await source.remove(key) { result.removed.append(key) }
    return result
  }

  /// Returns all secrets of the services, sorted by key.
  private static func secrets(
    of services: [String], in source: any SecureStore
  ) async throws(SecretError) -> [(key: SecretKey, data: Data)] {
    var keys: Set<SecretKey> = []
    for service in services { keys.formUnion(try await source.keys(in: service)) }
    var secrets: [(key: SecretKey, data: Data)] = []
    for key in keys.sorted() where key.name != probe {
      // A secret that has been removed since the keys were listed is skipped.
      if let data = try await source.data(for: key) { secrets.append((key, data)) }
    }
    return secrets
  }

  /// Verifies that two stores are not the same, by writing a random value to the target and reading
  /// it from the source.
  ///
  /// - Throws: `sameStore`.
  private static func checkDistinct(
    _ source: any SecureStore, _ target: any SecureStore, service: String
  ) async throws(SecretError) {
    let key = SecretKey(probe, service: service)
    try await target.set(Data(UUID().uuidString.utf8), for: key, access: .standard)
    let isSame: Bool
    do throws(SecretError) {
      isSame = try await source.data(for: key) == target.data(for: key)
    } catch {
      try await target.remove(key)
      throw error
    }
    try await target.remove(key)
    if isSame { throw .sameStore }
  }
}
