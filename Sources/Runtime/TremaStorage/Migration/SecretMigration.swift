/// The effects of a migration, or those that it would have, sorted.
public struct SecretMigration: Hashable, Sendable {
  /// Written to the new store, where they were not.
  public var copied: [SecretKey] = []
  /// In the new store already, with the same bytes: what an earlier run had come to.
  public var alreadyThere: [SecretKey] = []
  /// Removed from the old store.
  public var removed: [SecretKey] = []
}
