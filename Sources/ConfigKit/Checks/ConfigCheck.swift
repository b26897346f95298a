import TremaDiagnostics
import TremaSupport

/// A check of a configuration. Each check has its own file in this folder and is listed in
/// ``ConfigChecker``.
package protocol ConfigCheck: SendableMetatype {
  /// The rules for the check's findings. Each rule has a page.
  static var rules: [Rule] { get }

  /// Checks all environments.
  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings)
}

/// A check that inspects one key at a time.
package protocol ConfigRowCheck: ConfigCheck {
  /// Checks one key in all environments.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings)
}

extension ConfigRowCheck {
  /// Checks all keys. ``ConfigChecker`` calls the other function instead, so all checks of keys
  /// share one traversal.
  package static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    matrix.forEachRow { check($0, of: matrix, into: &findings) }
  }
}

/// The list of all configuration checks.
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

  /// Returns all findings in a configuration: the merge problems, followed by the check findings.
  package static func findings(in matrix: ConfigMatrix) -> [Diagnostic] {
    outcome(in: matrix, including: []).diagnostics
  }

  /// Returns all findings in a configuration, partitioned by the schema's suppressions.
  ///
  /// - Parameters:
  ///   - problems: The problems found while reading the files. They can also be suppressed.
  ///   - limit: The maximum number of findings per schema rule and file, which bounds memory use,
  ///     or `nil` for no limit.
  package static func outcome(
    in matrix: ConfigMatrix, including problems: [Diagnostic], atMost limit: Int? = nil
  ) -> ConfigOutcome {
    var findings = ConfigFindings()
    findings.maxFindings = limit
    for column in matrix.columns { findings.add(column.problems, in: column.name) }
    // The key checks share one traversal, in which the strings of each key are collected once.
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

  /// The rules that a project can configure: the rules of the checks in their order, then the rules
  /// for reading files, schemas and layers.
  package static var rules: [Rule] {
    checks.flatMap { $0.rules } + [ConfigSuppressions.rule] + Rule.mergeRules + Rule.layerRules
      + Rule.environmentRules + Rule.interpolationRules + Rule.schemaRules + Rule.fileRules
  }

  /// All rules that have a page: the configurable rules, and the rules of commands.
  package static var pages: [Rule] {
    rules + Rule.productRules + Rule.changeRules + Rule.outputRules
  }
}
