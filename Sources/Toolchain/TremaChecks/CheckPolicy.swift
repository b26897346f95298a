import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// The level of a check's findings.
package enum CheckLevel: String, CaseIterable, Hashable, Sendable {
  case error, warning, note, off

  /// nil for `off`.
  package var severity: Severity? { Severity(rawValue: rawValue) }

  package init(_ severity: Severity?) {
    self = severity.flatMap { CheckLevel(rawValue: $0.rawValue) } ?? .off
  }
}

/// The levels of checks in a project: by check, status, language and key.
package struct CheckPolicy: Hashable, Sendable {
  /// The settings of one check. The more specific wins: a key before a language, a language before the
  /// check as a whole.
  package struct Setting: Hashable, Sendable {
    package var level: CheckLevel?
    /// The least severity of a finding in a verified value.
    package var verified: Severity?
    package var languages: [LanguageTag: CheckLevel] = [:]
    /// The levels by key; the last one that matches counts.
    package var keys: [KeyLevel] = []

    package init(_ level: CheckLevel? = nil) { self.level = level }
  }

  package struct KeyLevel: Hashable, Sendable {
    package var pattern: KeyPattern
    package var level: CheckLevel
    /// The place of the entry in the project file.
    package var location: SourceLocation?

    package init(_ pattern: KeyPattern, _ level: CheckLevel, at location: SourceLocation? = nil) {
      self.pattern = pattern
      self.level = level
      self.location = location
    }
  }

  /// The name that means every check but those that find errors.
  package static let everyCheck = "*"

  /// The settings by the code of the check, or ``everyCheck``.
  package var settings: [String: Setting]

  package init(_ settings: [String: Setting] = [:]) { self.settings = settings }

  /// Sets the severity of a check as a whole, over earlier settings.
  package mutating func set(_ code: String, to level: CheckLevel) {
    settings[code] = Setting(level)
  }

  /// The policy in which opt-in checks are off unless a project gives them a level. A level for every
  /// check does not switch them on.
  func completed(for rules: [Rule]) -> CheckPolicy {
    var policy = self
    for rule in rules where rule.isOptIn {
      var setting = settings[rule.code] ?? Setting()
      setting.level = setting.level ?? .off
      policy.settings[rule.code] = setting
    }
    return policy
  }

  /// Returns the severity of a finding; `nil` when it is off.
  ///
  /// - Parameter own: what the check itself says.
  func severity(
    _ own: Severity, of code: String, key: String?, language: String?, status: Status?
  ) -> Severity? {
    if settings.isEmpty { return own }
    var severity: Severity? = own
    // What is an error breaks an output or an app, and is never part of a sweep.
    let names = own == .error ? [code] : [Self.everyCheck, code]
    for setting in names.compactMap({ settings[$0] }) {
      if let level = setting.level(key: key, language: language) { severity = level.severity }
      if status == .verified, let least = setting.verified, let found = severity {
        severity = max(found, least)
      }
    }
    return severity
  }

  /// Whether a level may depend on the key of a text.
  var asksKeys: Bool { settings.values.contains { !$0.keys.isEmpty } }

  /// Whether the level of a check depends on the language.
  func tellsLanguagesApart(_ code: String) -> Bool {
    [Self.everyCheck, code].contains { !(settings[$0]?.languages.isEmpty ?? true) }
  }

  /// Whether a check may find something for anybody to be told.
  func isOn(_ rule: Rule) -> Bool {
    if settings.isEmpty { return true }
    let names = rule.severity == .error ? [rule.code] : [Self.everyCheck, rule.code]
    let said = names.compactMap { settings[$0] }
    let level = said.compactMap(\.level).last ?? CheckLevel(rule.severity)
    return level != .off
      || said.contains { setting in
        setting.keys.contains { $0.level != .off }
          || setting.languages.values.contains { $0 != .off }
      }
  }
}

extension CheckPolicy.Setting {
  fileprivate func level(key: String?, language: String?) -> CheckLevel? {
    if let key, let level = keys.last(where: { $0.pattern.matches(key) })?.level { return level }
    if languages.isEmpty { return level }
    return language.flatMap { LanguageTag($0) }?.value(in: languages) ?? level
  }
}
