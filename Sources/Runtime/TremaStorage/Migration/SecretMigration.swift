/// The result of migrating secrets, or of a dry run. All arrays are sorted.
public struct SecretMigration: Hashable, Sendable {
  /// The secrets that were written to the new store.
  public var copied: [SecretKey] = []
  /// The secrets that the new store already contained with the same bytes, for example from an
  /// interrupted run.
  public var alreadyPresent: [SecretKey] = []
  /// The secrets that were removed from the old store.
  public var removed: [SecretKey] = []
}
