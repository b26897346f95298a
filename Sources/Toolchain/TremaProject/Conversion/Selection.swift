import TremaCatalog
import TremaMessages

/// The selection of the values of an output.
package struct Selection: Sendable {
  /// The replacement for a missing or empty value of a language.
  package enum Fallback: String, CaseIterable, Sendable {
    /// No replacement, and the master value.
    case none, master
  }

  /// The names of the selected statuses (``Status/names``); `nil` for all.
  package var statuses: Set<String>?
  /// The replacement for missing values.
  package var fallback = Fallback.none
  /// The selected texts; `nil` for all.
  package var scope: TextScope?
  /// The language of the output's files without a language in their name; `nil` for the master
  /// language.
  package var defaultLanguage: LanguageTag?

  package init() {}

  /// Returns whether values with a status are selected. The status is only evaluated if necessary.
  func includes(_ status: @autoclosure () -> Status) -> Bool {
    statuses?.contains(status().name) ?? true
  }
}
