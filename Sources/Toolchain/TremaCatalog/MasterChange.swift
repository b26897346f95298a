import TremaSupport

/// A change of a master's value in the history of its catalog.
package struct MasterChange: Hashable, Sendable {
  /// The abbreviated name of the commit; `nil` for a change that is not committed yet.
  package var commit: String?
  /// The day of the commit in the notation `2026-05-01`.
  package var day: String?

  package init(commit: String? = nil, day: String? = nil) {
    self.commit = commit
    self.day = day
  }
}

/// The translations whose master has changed since they were verified, by key and by language as
/// the catalog spells it.
package typealias StaleTranslations = [ExactKey: [String: MasterChange]]
