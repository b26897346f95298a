import TremaDiagnostics
import TremaSupport

/// A check of a configuration. Each check is one file in this folder, and is listed in
/// ``ConfigChecker``.
package protocol ConfigCheck: SendableMetatype {
  /// The rules of the check's findings, each of which has a page.
  static var rules: [Rule] { get }

  /// Examines all environments.
  ///
  /// - Parameters:
  ///   - matrix: the environments.
  ///   - findings: the collection to which findings are added.
  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings)
}

/// A check that examines one key at a time.
package protocol ConfigRowCheck: ConfigCheck {
  /// Examines one key in all environments.
  ///
  /// - Parameters:
  ///   - row: the key with its values.
  ///   - matrix: the environments.
  ///   - findings: the collection to which findings are added.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings)
}

extension ConfigRowCheck {
  /// Examines all keys. ``ConfigChecker`` calls the other function instead, so that all checks of
  /// keys share one walk.
  package static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    matrix.forEachRow { check($0, of: matrix, into: &findings) }
  }
}

/// The list of all checks of configurations.
package enum ConfigChecker {
  /// The checks in the order of their pages.
  static let checks: [any ConfigCheck.Type] = [
    // The rules of the schema, including those for missing keys.
    SchemaCheck.self,

    // The presence of keys in environments.
    UnknownKeyCheck.self,
    NearDuplicateConfigKeyCheck.self,
    AmbiguousKeyCheck.self,

    // The relations between environments.
    KindMismatchCheck.self,
    DeadOverrideCheck.self,
    PerEnvironmentCheck.self,
    DistinctCheck.self,
    DeprecatedKeyCheck.self,

    // The content of values.
    URLSyntaxCheck.self,
    URLEnvironmentCheck.self,
    SecretInFileCheck.self,
    SecretPlaceholderCheck.self,
    PlaceholderValueCheck.self,
    EmptyValueCheck.self,
    InvisibleTextCheck.self,
    MisspelledValueCheck.self,
    KeyModeCheck.self,

    // The property lists of an app for Apple's platforms.
    AppleBuildSettingCheck.self,
    AppleVariableCheck.self,
    AppleTransportCheck.self,
    AppleIdentityCheck.self,
    AppleSchemeCheck.self,
  ]

  /// Returns all findings of a configuration: the problems of the merge, and then those of the
  /// checks.
  package static func findings(in matrix: ConfigMatrix) -> [Diagnostic] {
    outcome(in: matrix, including: []).diagnostics
  }

  /// Returns all findings of a configuration, separated by the suppressions of the schema.
  ///
  /// - Parameters:
  ///   - matrix: the environments.
  ///   - problems: the problems of reading the files, which can be suppressed, too.
  ///   - limit: the maximum number of findings for one rule of the schema in one file, so that a
  ///     flood of them needs no memory; `nil` for all.
  package static func outcome(
    in matrix: ConfigMatrix, including problems: [Diagnostic], atMost limit: Int? = nil
  ) -> ConfigOutcome {
    var findings = ConfigFindings()
    findings.maxFindings = limit
    for column in matrix.columns { findings.add(column.problems, in: column.name) }
    // The checks of keys share one walk, in which the texts of each key are collected once.
    let rowChecks = checks.compactMap { $0 as? any ConfigRowCheck.Type }
    matrix.forEachRow { row in
      let row = row.withTexts
      for check in rowChecks { check.check(row, of: matrix, into: &findings) }
    }
    for check in checks where !(check is any ConfigRowCheck.Type) {
      check.check(matrix, into: &findings)
    }
    return ConfigSuppressions.applied(to: problems + findings.diagnostics, matrix.contract)
  }

  /// The rules that a project can configure: those of checks in their order, and then those of
  /// reading files, schemas and layers.
  package static var rules: [Rule] {
    checks.flatMap { $0.rules } + [ConfigSuppressions.rule] + Rule.mergeRules + Rule.layerRules
      + Rule.environmentRules + Rule.interpolationRules + Rule.schemaRules + Rule.fileRules
  }

  /// All rules that have a page: the configurable ones, and those of commands.
  package static var pages: [Rule] {
    rules + Rule.productRules + Rule.changeRules + Rule.outputRules
  }
}
