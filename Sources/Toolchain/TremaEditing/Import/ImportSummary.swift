extension CatalogImport {
  package struct Counts: Hashable, Sendable {
    /// Texts that the catalogue did not have.
    package var texts = 0
    /// Values of those, and values that a text did not have in a language.
    package var values = 0
    /// Values and statuses that the catalogue had otherwise.
    package var changed = 0
    /// Values that the catalogue has already.
    package var known = 0
    package var conflicts = 0
    /// Values that no catalogue should have: broken placeholders, broken plurals.
    package var refused = 0
    /// The tally of each kind of change; kinds without any are missing.
    package var changes: [ImportChange: Tally] = [:]

    package init() {}
  }

  package struct Tally: Hashable, Sendable {
    package var applied = 0
    package var conflicts = 0
    package var refused = 0
  }

  /// A change that was made, or is to be.
  package struct Applied: Hashable, Sendable {
    package var change: ImportChange
    package var key: String
    /// nil for a whole text.
    package var language: String?
    /// The value in the catalogue; `nil` if there was none.
    package var old: String?
    package var new: String
    package var oldStatus: String?
    package var newStatus: String?
  }

  /// The decision about a conflict.
  package enum Choice: Hashable, Sendable {
    case keep, take
    /// Stop, and write nothing.
    case quit
  }
}
