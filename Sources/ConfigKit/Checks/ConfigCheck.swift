import TremaDiagnostics

/// One check of a configuration. A check is one file in this folder, and a line in the list below.
public protocol ConfigCheck: SendableMetatype {
  /// What it finds, one page a code.
  static var rules: [Rule] { get }

  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings)
}

/// All checks of configurations.
public enum ConfigChecker {
  static let checks: [any ConfigCheck.Type] = []

  /// Everything that is wrong with a configuration that could be read: what the merge found, then
  /// what the checks find.
  public static func findings(in matrix: ConfigMatrix) -> [Diagnostic] {
    var findings = ConfigFindings()
    for column in matrix.columns { findings.add(column.problems, in: column.name) }
    for check in checks { check.check(matrix, into: &findings) }
    return findings.diagnostics
  }

  /// The pages of all codes, in the order of the checks.
  public static var rules: [Rule] { checks.flatMap { $0.rules } }
}
