extension CatalogImport {
  /// Counts of imported texts, values and changes.
  package struct Counts: Hashable, Sendable {
    /// The number of texts that the catalog did not have.
    package var texts = 0
    /// The number of added values, including those in added texts.
    package var values = 0
    /// The number of values whose text or status was changed.
    package var changed = 0
    /// The number of values that the catalog already had.
    package var unchanged = 0
    /// The number of texts whose context was changed.
    package var contexts = 0
    /// The number of changes that a conflict prevented.
    package var conflicts = 0
    /// The number of values that are invalid in every catalog, such as values with broken
    /// placeholders or plurals.
    package var refused = 0
    /// The tally for each kind of change. Kinds without changes are missing.
    package var changes: [ImportChange: Tally] = [:]

    package init() {}
  }

  /// Counts of one kind of change, by outcome.
  package struct Tally: Hashable, Sendable {
    package var applied = 0
    package var conflicts = 0
    package var refused = 0
  }

  /// A change that was applied, or would be applied in a dry run.
  package struct AppliedChange: Hashable, Sendable {
    /// The kind of the change.
    package var change: ImportChange
    /// The key of the text.
    package var key: String
    /// The language of the value, or `nil` for a whole text.
    package var language: String?
    /// The old value in the catalog, or `nil` if there was none.
    package var old: String?
    /// The imported value, the added lines of a context, or empty for a whole text.
    package var new: String
    /// The old status in the catalog, or `nil` if there was no value.
    package var oldStatus: String?
    /// The new status, or `nil` for a whole text.
    package var newStatus: String?
  }

  /// The user's decision about a conflict.
  package enum Choice: Hashable, Sendable {
    case keep, accept
    /// Stop the import without writing anything.
    case quit
  }
}
