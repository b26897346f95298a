import TremaDiagnostics
import TremaSupport

/// Reports production values that are repeated in another environment although the schema forbids
/// it.
struct DistinctCheck: ConfigRowCheck {
  /// The rule of the check.
  static let rule = Rule(
    .error, "not-distinct",
    "An environment has the same value as production for a key with `x-distinct`.",
    why:
      "Tests would use production servers, analytics or payments, or two builds would be the same "
      + "app. The value is not printed.",
    example: """
      "analyticsKey": { "x-distinct": true }        Configuration.schema.json
      <key>analyticsKey</key><string>A-1</string>   in Configuration.plist and -staging.plist
      """,
    fix: "Give the environments different values, or remove `x-distinct` from the schema.")
  static var rules: [Rule] { [rule] }

  /// Compares each production environment's value with the values in all other environments.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    guard let marks = row.contract?.node.marks, marks.isDistinct else { return }
    // Environments that inherit the value but should override it are reported by
    // ``PerEnvironmentCheck``.
    let inheriting =
      marks.isPerEnvironment ? PerEnvironmentCheck.inheritingColumns(row, of: matrix) : []
    for production in matrix.productions {
      guard let model = row.cells[production]?.value else { continue }
      let same = matrix.stages.filter { !inheriting.contains($0) && row.cells[$0]?.value == model }
      guard let value = same.first.flatMap({ row.cells[$0]?.value }) else { continue }
      let name = matrix.columns[production].name
      let other =
        value.location == model.location
        ? []
        : model.location.diagnosticLocation.map {
          [Diagnostic.Related("the value in \(name)", at: $0, role: .duplicate)]
        } ?? []
      findings.report(
        rule, "'\(row.path)' has the same value as \(name)", about: row.path, at: value.location,
        in: matrix.names(same), hint: "give each environment its own value",
        related: other + matrix.rule(of: row.contract, "values must be distinct"))
    }
  }
}
