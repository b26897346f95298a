import TremaSupport

/// A change of a master's value, found in the history of its catalogue.
package struct MasterChange: Hashable, Sendable {
  /// The short name of the commit; nil for a change that is not committed yet.
  package var commit: String?
  /// The day of the commit: `2026-05-01`.
  package var day: String?

  package init(commit: String? = nil, day: String? = nil) {
    self.commit = commit
    self.day = day
  }
}

/// Translations that the master has left behind since they were verified: by key and by language as
/// the catalogue spells it.
package typealias StaleTranslations = [ExactKey: [String: MasterChange]]
