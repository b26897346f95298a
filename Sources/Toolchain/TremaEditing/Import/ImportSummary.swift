extension CatalogImport {
  public struct Counts: Hashable, Sendable {
    /// Texts that the catalogue did not have.
    public var texts = 0
    /// Values of those, and values that a text did not have in a language.
    public var values = 0
    /// Values and statuses that the catalogue had otherwise.
    public var changed = 0
    /// Values that the catalogue has already.
    public var known = 0
    public var conflicts = 0
    /// Values that no catalogue should have: broken placeholders, broken plurals.
    public var refused = 0
    /// What was found of each change; those that were not found are missing.
    public var changes: [ImportChange: Tally] = [:]

    public init() {}
  }

  public struct Tally: Hashable, Sendable {
    public var applied = 0
    public var conflicts = 0
    public var refused = 0
  }

  /// A change that was made, or is to be.
  public struct Applied: Hashable, Sendable {
    public var change: ImportChange
    public var key: String
    /// nil for a whole text.
    public var language: String?
    /// What the catalogue had; nil where it had nothing.
    public var old: String?
    public var new: String
    public var oldStatus: String?
    public var newStatus: String?
  }

  /// What is to become of a conflict.
  public enum Choice: Hashable, Sendable {
    case keep, take
    /// Nothing more is to be done, and nothing written.
    case quit
  }
}
