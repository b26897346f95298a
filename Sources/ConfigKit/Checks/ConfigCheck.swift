import TremaDiagnostics
import TremaSupport

/// One check of a configuration. A check is one file in this folder, and a line in the list of
/// ``ConfigChecker``.
package protocol ConfigCheck: SendableMetatype {
  /// The rules of its findings, a page each.
  static var rules: [Rule] { get }

  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings)
}

/// A check that looks at one key after the other.
package protocol ConfigRowCheck: ConfigCheck {
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings)
}

extension ConfigRowCheck {
  package static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    matrix.forEachRow { check($0, of: matrix, into: &findings) }
  }
}

/// All checks of configurations.
package enum ConfigChecker {
  static let checks: [any ConfigCheck.Type] = [
    // What a schema asks for, also of keys that are missing.
    SchemaCheck.self,

    // What is there, and in which environments.
    UnknownKeyCheck.self,
    NearDuplicateConfigKeyCheck.self,
    AmbiguousKeyCheck.self,

    // What the environments have of each other.
    KindMismatchCheck.self,
    DeadOverrideCheck.self,
    PerEnvironmentCheck.self,
    DistinctCheck.self,
    DeprecatedKeyCheck.self,

    // What the values are.
    URLSyntaxCheck.self,
    URLEnvironmentCheck.self,
    SecretInFileCheck.self,
    SecretPlaceholderCheck.self,
    PlaceholderValueCheck.self,
    EmptyValueCheck.self,
    InvisibleTextCheck.self,
    MisspelledValueCheck.self,
    KeyModeCheck.self,

    // What the app for Apple's platforms says of itself.
    AppleBuildSettingCheck.self,
    AppleVariableCheck.self,
    AppleTransportCheck.self,
    AppleIdentityCheck.self,
    AppleSchemeCheck.self,
  ]

  /// Everything that is wrong with a configuration that could be read: what the merge found, then
  /// what the checks find.
  package static func findings(in matrix: ConfigMatrix) -> [Diagnostic] {
    outcome(in: matrix, beside: []).diagnostics
  }

  /// - Parameters:
  ///   - problems: what was found when the files were read, which the schema may excuse, too.
  ///   - most: how many findings of one rule of the schema in one file are made, so that a flood of
  ///     them needs no memory; `nil` is all.
  package static func outcome(
    in matrix: ConfigMatrix, beside problems: [Diagnostic], atMost most: Int? = nil
  ) -> ConfigOutcome {
    var findings = ConfigFindings()
    findings.maxFindings = most
    for column in matrix.columns { findings.add(column.problems, in: column.name) }
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

  /// The rules that a project can configure, in the order of the checks: those of checks, then those of
  /// reading files, schemas and layers.
  package static var rules: [Rule] {
    checks.flatMap { $0.rules } + [ConfigSuppressions.rule] + Rule.ofMerging + Rule.ofLayers
      + Rule.ofEnvironments + Rule.ofInterpolation + Rule.ofSchema + Rule.ofFiles
  }

  /// The rules, and those of commands that no project configures: all that have a page.
  package static var pages: [Rule] {
    rules + Rule.ofProducts + Rule.ofChanges + Rule.ofOutputs
  }
}
