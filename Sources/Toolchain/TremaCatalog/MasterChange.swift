import TremaSupport

/// A change to a master value in its catalog's history.
package struct MasterChange: Hashable, Sendable {
  /// The abbreviated commit hash, or `nil` for a change that is not committed yet.
  package var commit: String?
  /// The day of the commit in ISO 8601 format, such as `2026-05-01`.
  package var day: String?

  package init(commit: String? = nil, day: String? = nil) {
    self.commit = commit
    self.day = day
  }
}

/// The translations whose master has changed since they were verified, by key, then by language as
/// spelled in the catalog.
package typealias StaleTranslations = [ExactKey: [String: MasterChange]]
