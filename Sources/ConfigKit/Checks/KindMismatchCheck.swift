import TremaConfigValues
import TremaDiagnostics

/// Reports keys whose values have different kinds in two environments, if neither the base nor the
/// schema determines the right kind.
struct KindMismatchCheck: ConfigRowCheck {
  /// The rule of the check.
  static let rule = Rule(
    .error, "kind-mismatch", "Two environments have values of different kinds for the same key.",
    why:
      "The app expects one kind, and cannot read the value in environments with a different one. "
      + "If the base has the key, or the schema declares its kind, other checks report this.",
    example: """
      <key>timeout</key><integer>30</integer>       Configuration-production.plist
      <key>timeout</key><string>30</string>         Configuration-staging.plist
      """,
    fix: "Use the same kind in both, or allow several kinds in a schema.")
  static var rules: [Rule] { [rule] }

  /// Checks one key. The kind that most environments use is assumed to be right.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    // If the schema specifies the kinds, ``SchemaCheck`` reports the others.
    guard !row.isUniform, row.contract?.node.kinds == nil else { return }
    var columns: [ConfigKind: [Int]] = [:]
    for (index, cell) in row.cells.enumerated() {
      if let kind = cell?.value.kind.widened { columns[kind, default: []].append(index) }
    }
    guard let usualKind = usualKind(columns, matrix), let reference = columns[usualKind]?.first,
      let model = row.cells[reference]?.value
    else { return }
    // One finding is reported for each unexpected kind, in the order of the environments.
    let others = columns.filter { $0.key != usualKind }.values.sorted { $0[0] < $1[0] }
    for columns in others {
      guard let value = row.cells[columns[0]]?.value else { continue }
      let names = matrix.names(columns)
      findings.report(
        rule,
        "'\(row.path)' is \(value.kind.title) in \(names[0]), but \(model.kind.title) in "
          + matrix.columns[reference].name, about: row.path, at: value.location, in: names,
        hint: "use \(model.kind.title), or allow both kinds in a schema",
        related: model.location.diagnosticLocation.map {
          [.init("\(model.kind.title), defined here", at: $0, role: .definedHere)]
        } ?? [])
    }
  }

  /// Returns the kind that most environments use. Production wins a tie, then the first
  /// environment.
  private static func usualKind(
    _ columns: [ConfigKind: [Int]], _ matrix: ConfigMatrix
  ) -> ConfigKind? {
    let productions = Set(matrix.productions)
    /// Returns the frequency, whether production is included, and the reversed position.
    func rank(_ numbers: [Int]) -> (Int, Int, Int) {
      (numbers.count, numbers.contains(where: productions.contains) ? 1 : 0, -numbers[0])
    }
    return columns.max { rank($0.value) < rank($1.value) }?.key
  }
}
