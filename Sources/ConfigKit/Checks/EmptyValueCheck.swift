import TremaDiagnostics

/// Required strings that are empty.
struct EmptyValueCheck: ConfigRowCheck {
  static let rule = Rule(
    .warning, "empty-required-value", "A required value is empty.",
    why:
      "The schema requires the key because the app needs its value, and an empty one is as good as "
      + "none. A value that may be empty says so with `\"minLength\": 0`, or with an empty text in "
      + "`enum` or `default`.",
    example: """
      "required": ["host"]                          Configuration.schema.json
      <key>host</key><string></string>              Configuration-staging.plist
      """,
    fix: "Write the value, or let the schema allow an empty one.")
  static var rules: [Rule] { [rule] }

  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    guard let node = row.contract?.node, node.leastLength == nil, node.choices == nil,
      node.meaning == nil, node.defaultValue?.string?.isEmpty != true
    else { return }
    for text in row.texts where text.path == row.path && isBlank(text.text) {
      let columns = text.columns.filter { isRequired(row, $0, matrix) }
      // A secret of production has a check of its own.
      let isReported = node.marks.isSecret && !matrix.productions(of: columns).isEmpty
      if columns.isEmpty || isReported { continue }
      findings.report(
        rule, "the required value of '\(row.path)' is empty", about: row.path, at: text.place,
        in: matrix.names(columns),
        hint: "write the value, or allow an empty one with \"minLength\": 0 in the schema",
        related: matrix.rule(of: row.contract, "required here"))
    }
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 <= 0x20 } }

  private static func isRequired(_ row: ConfigRow, _ column: Int, _ matrix: ConfigMatrix) -> Bool {
    guard let node = row.contract?.node, let key = row.path.lastKey else { return false }
    let name = matrix.columns[column].name
    if node.marks.requiredIn.contains(where: { $0 == "*" || $0.isExactly(name) }) { return true }
    let parent = ConfigKeyPath(Array(row.path.components.dropLast()))
    return matrix.contract?[parent]?.node.required.contains(where: key.isExactly) ?? false
  }
}
