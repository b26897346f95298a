import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// The level of a check's findings: a severity, or `off`.
package enum CheckLevel: String, CaseIterable, Hashable, Sendable {
  case error, warning, note, off

  /// The severity, or `nil` for `off`.
  package var severity: Severity? { Severity(rawValue: rawValue) }

  /// Creates the level of a severity, or `off` for `nil`.
  package init(_ severity: Severity?) {
    self = severity.flatMap { CheckLevel(rawValue: $0.rawValue) } ?? .off
  }
}

/// The levels of checks in a project, by check, status, language and key.
package struct CheckPolicy: Hashable, Sendable {
  /// The settings of one check. The more specific setting has precedence: a key before a language,
  /// a language before the check as a whole.
  package struct Setting: Hashable, Sendable {
    /// The level of the check as a whole, or `nil` to use the severity of its rule.
    package var level: CheckLevel?
    /// The minimum severity of a finding in a verified value.
    package var minimumVerifiedSeverity: Severity?
    /// The levels by language.
    package var languages: [LanguageTag: CheckLevel] = [:]
    /// The levels by key; the last entry that matches has precedence.
    package var keys: [KeyLevel] = []

    package init(_ level: CheckLevel? = nil) { self.level = level }
  }

  /// The level of a check for the keys that match a pattern.
  package struct KeyLevel: Hashable, Sendable {
    package var pattern: KeyPattern
    package var level: CheckLevel
    /// The location of the entry in the project file.
    package var location: SourceLocation?

    package init(_ pattern: KeyPattern, _ level: CheckLevel, at location: SourceLocation? = nil) {
      self.pattern = pattern
      self.level = level
      self.location = location
    }
  }

  /// The name under which the project file configures all checks except those whose rule is an
  /// error.
  package static let everyCheck = "*"

  /// The settings by the code of the check or ``everyCheck``.
  package var settings: [String: Setting]

  package init(_ settings: [String: Setting] = [:]) { self.settings = settings }

  /// Sets the level of a check as a whole and discards its earlier settings.
  package mutating func set(_ code: String, to level: CheckLevel) {
    settings[code] = Setting(level)
  }

  /// Returns the policy with opt-in checks disabled unless it sets their levels explicitly. A level
  /// for every check does not enable them.
  func completed(for rules: [Rule]) -> CheckPolicy {
    var policy = self
    for rule in rules where rule.isOptIn {
      var setting = settings[rule.code] ?? Setting()
      setting.level = setting.level ?? .off
      policy.settings[rule.code] = setting
    }
    return policy
  }

  /// Returns the severity of a finding, or `nil` if the check is disabled.
  ///
  /// - Parameters:
  ///   - ruleSeverity: The severity according to the check.
  ///   - code: The code of the check.
  ///   - key: The key of the text, if the finding is about one.
  ///   - language: The language of the value, as spelled in the file.
  ///   - status: The status of the value.
  func severity(
    _ ruleSeverity: Severity, of code: String, key: String?, language: String?, status: Status?
  ) -> Severity? {
    if settings.isEmpty { return ruleSeverity }
    var severity: Severity? = ruleSeverity
    // Errors break an output or an app, so the setting for every check does not apply to them.
    let names = ruleSeverity == .error ? [code] : [Self.everyCheck, code]
    for setting in names.compactMap({ settings[$0] }) {
      if let level = setting.level(key: key, language: language) { severity = level.severity }
      if status == .verified, let minimum = setting.minimumVerifiedSeverity, let found = severity {
        severity = max(found, minimum)
      }
    }
    return severity
  }

  /// Whether a finding's level may depend on its text's key.
  var dependsOnKeys: Bool { settings.values.contains { !$0.keys.isEmpty } }

  /// Returns whether the level of a check depends on the language.
  func dependsOnLanguage(_ code: String) -> Bool {
    [Self.everyCheck, code].contains { !(settings[$0]?.languages.isEmpty ?? true) }
  }

  /// Returns whether the policy enables a check for at least one key or language.
  func isOn(_ rule: Rule) -> Bool {
    if settings.isEmpty { return true }
    let names = rule.severity == .error ? [rule.code] : [Self.everyCheck, rule.code]
    let applicable = names.compactMap { settings[$0] }
    let level = applicable.compactMap(\.level).last ?? CheckLevel(rule.severity)
    return level != .off
      || applicable.contains { setting in
        setting.keys.contains { $0.level != .off }
          || setting.languages.values.contains { $0 != .off }
      }
  }
}

extension CheckPolicy.Setting {
  /// Returns the level for a text and a language, or `nil` if the setting has none.
  fileprivate func level(key: String?, language: String?) -> CheckLevel? {
    if let key, let level = keys.last(where: { $0.pattern.matches(key) })?.level { return level }
    if languages.isEmpty { return level }
    return language.flatMap { LanguageTag($0) }?.value(in: languages) ?? level
  }
}
