import TremaCatalog
import TremaMessages

/// The selection of an output's values.
package struct Selection: Sendable {
  /// The replacement for a missing or empty value of a language.
  package enum Fallback: String, CaseIterable, Sendable {
    /// No replacement, and the master value.
    case none, master
  }

  /// The names of the selected statuses (``Status/names``), or `nil` for all statuses.
  package var statuses: Set<String>?
  /// The replacement for missing values.
  package var fallback = Fallback.none
  /// The selected texts, or `nil` for all texts.
  package var scope: TextScope?
  /// The language of files that have no language in their name, or `nil` for the master language.
  package var defaultLanguage: LanguageTag?

  package init() {}

  /// Returns whether values with a status are selected. The status is evaluated only if necessary.
  func includes(_ status: @autoclosure () -> Status) -> Bool {
    statuses?.contains(status().name) ?? true
  }
}
