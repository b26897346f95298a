import TremaConfigValues
import TremaDiagnostics
import TremaSupport

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
      let isAlways = findings.requiredKeys.contain(row.path, matrix.contract)
      let columns = text.columns.filter { isAlways || isRequired(node, matrix.columns[$0].name) }
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

  private static func isRequired(_ node: ConfigContract.Node, _ environment: String) -> Bool {
    node.marks.requiredIn.contains { $0 == "*" || $0.isExactly(environment) }
  }
}

/// The keys that the schema requires, by the dictionary that they are in: thousands of them may be empty.
struct RequiredKeys: Sendable {
  private var known: [ConfigKeyPath: Set<ExactKey>] = [:]

  mutating func contain(_ path: ConfigKeyPath, _ contract: ConfigContract?) -> Bool {
    var parent = path
    guard case .key(let key)? = parent.components.popLast() else { return false }
    if known[parent] == nil {
      known[parent] = Set((contract?[parent]?.node.required ?? []).map { ExactKey($0) })
    }
    return known[parent]?.contains(ExactKey(key)) ?? false
  }
}
