#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SecureStores {
  /// Under this name something is kept for a moment, to see whether two stores are one.
  private static let probe = "trema.migration"

  /// Moves all secrets of some services, or copies them.
  ///
  /// All are read, then all are written, then all are read again and compared, and only then anything
  /// is removed. One that was stopped at any moment goes on when it is called again.
  ///
  /// - Parameters:
  ///   - access: with what they are kept there; how they were kept cannot be asked.
  ///   - removeSource: whether they are removed from the old store.
  ///   - dryRun: nothing is written and nothing removed; what would be is returned.
  /// - Throws: `clash` before anything is written when the new store has other secrets under these
  ///   names; `sameStore` before anything is removed when what is written to the new store comes up
  ///   in the old one; `notKept` before anything is removed when the new store gives back something
  ///   else; and what either store throws.
  public static func migrate(
    from source: any SecureStore, to target: any SecureStore, services: [String],
    access: SecretAccess = .standard, removeSource: Bool = false, dryRun: Bool = false
  ) async throws(SecretError) -> SecretMigration {
    let secrets = try await secrets(of: services, in: source)
    var result = SecretMigration()
    var clashes: [SecretKey] = []
    for (key, data) in secrets {
      switch try await target.data(for: key) {
      case nil: result.copied.append(key)
      case data: result.alreadyThere.append(key)
      default: clashes.append(key)
      }
    }
    if !clashes.isEmpty { throw .clash(clashes) }
    if dryRun {
      result.removed = removeSource ? secrets.map(\.key) : []
      return result
    }
    // Those that are there too: a layered store may have them in the very layer they come from.
    for (key, data) in secrets { try await target.set(data, for: key, access: access) }
    for (key, data) in secrets where try await target.data(for: key) != data {
      throw .notKept(key)
    }
    guard removeSource, let first = secrets.first?.key else { return result }
    try await checkApart(source, target, service: first.service)
    for (key, _) in secrets where try await source.remove(key) { result.removed.append(key) }
    return result
  }

  private static func secrets(
    of services: [String], in source: any SecureStore
  ) async throws(SecretError) -> [(key: SecretKey, data: Data)] {
    var keys: Set<SecretKey> = []
    for service in services { keys.formUnion(try await source.keys(in: service)) }
    var secrets: [(key: SecretKey, data: Data)] = []
    for key in keys.sorted() where key.name != probe {
      // One that was removed since is not moved.
      if let data = try await source.data(for: key) { secrets.append((key, data)) }
    }
    return secrets
  }

  private static func checkApart(
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
