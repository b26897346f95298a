import TremaCatalog
import TremaMessages

/// Which values an output gets.
package struct Selection: Sendable {
  /// The replacement for a missing or empty value of a language.
  package enum Fallback: String, CaseIterable, Sendable {
    case none, master
  }

  /// Names of statuses (``Status/names``); nil for all.
  package var statuses: Set<String>?
  package var fallback = Fallback.none
  /// Which texts; nil for all.
  package var scope: TextScope?
  /// The language that outputs fall back on by themselves; nil for the master.
  package var defaultLanguage: LanguageTag?

  package init() {}

  func includes(_ status: @autoclosure () -> Status) -> Bool {
    statuses?.contains(status().name) ?? true
  }
}
