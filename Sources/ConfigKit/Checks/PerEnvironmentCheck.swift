import TremaDiagnostics

/// Reports environments that inherit a value from the base although the schema requires them to set
/// it themselves.
struct PerEnvironmentCheck: ConfigRowCheck {
  /// The rule of the check.
  static let rule = Rule(
    .warning, "not-overridden",
    "An environment has no value of its own for a key with `x-perEnvironment`.",
    why:
      "It inherits the base value, which is the production value, so a test build would use the "
      + "production servers.",
    example: """
      "host": { "x-perEnvironment": true }          Configuration.schema.json
      <key>host</key><string>api.example.com</string>   in Configuration.plist alone
      """,
    fix: "Set the key in the file of each listed environment.")
  static var rules: [Rule] { [rule] }

  /// Checks one key that is marked with `x-perEnvironment`.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    guard row.contract?.node.marks.isPerEnvironment == true else { return }
    let columns = inheritingColumns(row, of: matrix)
    guard let entry = columns.first.flatMap({ row.cells[$0] }) else { return }
    findings.report(
      rule, "'\(row.path)' has only the base value", about: row.path,
      at: entry.value.location,
      in: matrix.names(columns), hint: "set it in each environment's file",
      related: matrix.rule(of: row.contract, "each environment must have its own value"))
  }

  /// Returns the indices of the non-production environments whose value comes from the base file.
  static func inheritingColumns(_ row: ConfigRow, of matrix: ConfigMatrix) -> [Int] {
    guard let base = matrix.base?.name else { return [] }
    return matrix.stages.filter { row.cells[$0]?.keyLocation.name.equalsExactly(base) == true }
  }
}
