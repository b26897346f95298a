import TremaCatalog
import TremaMessages

/// Which values an output gets.
public struct Selection: Sendable {
  /// What to do for a language that has no value, or an empty one.
  public enum Fallback: String, CaseIterable, Sendable {
    case none, master
  }

  /// Names of statuses (``Status/names``); nil for all.
  public var statuses: Set<String>?
  public var fallback = Fallback.none
  /// Which texts; nil for all.
  public var scope: TextScope?
  /// The language that outputs fall back on by themselves; nil for the master.
  public var defaultLanguage: LanguageTag?

  public init() {}

  func includes(_ value: Value) -> Bool { statuses?.contains(value.status.name) ?? true }
}
