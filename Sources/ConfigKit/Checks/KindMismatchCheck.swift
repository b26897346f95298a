import TremaConfigValues
import TremaDiagnostics

/// A key that is of one kind in an environment and of another in the next, where no layer below both
/// says which is right.
struct KindMismatchCheck: ConfigRowCheck {
  static let rule = Rule(
    .error, "kind-mismatch", "Two environments have values of different kinds for one key.",
    why:
      "The app reads it as one kind, and finds nothing in the environments that have another. Where "
      + "the base has the key, or the schema names its kind, the difference is found by those.",
    example: """
      <key>timeout</key><integer>30</integer>       Configuration-production.plist
      <key>timeout</key><string>30</string>         Configuration-staging.plist
      """,
    fix: "Make them the same kind; a schema may allow several.")
  static var rules: [Rule] { [rule] }

  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    guard !row.isUniform, row.contract?.node.kinds == nil else { return }
    var columns: [ConfigKind: [Int]] = [:]
    for (number, cell) in row.cells.enumerated() {
      if let kind = cell?.value.kind.widened { columns[kind, default: []].append(number) }
    }
    guard let usual = usualKind(columns, matrix), let right = columns[usual]?.first,
      let model = row.cells[right]?.value
    else { return }
    let others = columns.filter { $0.key != usual }.values.sorted { $0[0] < $1[0] }
    for columns in others {
      guard let value = row.cells[columns[0]]?.value else { continue }
      let names = matrix.names(columns)
      findings.report(
        rule,
        "'\(row.path)' is \(value.kind.title) in \(names[0]), but \(model.kind.title) in "
          + matrix.columns[right].name, about: row.path, at: value.place, in: names,
        hint: "write \(model.kind.title), or let a schema allow both",
        related: model.place.location.map {
          [.init("\(model.kind.title), defined here", at: $0, role: .definedHere)]
        } ?? [])
    }
  }

  /// Returns the kind in most environments; of equally many, that of production or of the first.
  private static func usualKind(
    _ columns: [ConfigKind: [Int]], _ matrix: ConfigMatrix
  ) -> ConfigKind? {
    let productions = Set(matrix.productions)
    func rank(_ numbers: [Int]) -> (Int, Int, Int) {
      (numbers.count, numbers.contains(where: productions.contains) ? 1 : 0, -numbers[0])
    }
    return columns.max { rank($0.value) < rank($1.value) }?.key
  }
}
