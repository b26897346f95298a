import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Reports required strings that are empty.
struct EmptyValueCheck: ConfigRowCheck {
  /// The rule of the check.
  static let rule = Rule(
    .warning, "empty-required-value", "A required value is empty.",
    why:
      "The schema requires the key because the app needs its value, and an empty value is useless. "
      + "An empty value is allowed by `\"minLength\": 0`, or by an empty string in `enum` or "
      + "`default`.",
    example: """
      "required": ["host"]                          Configuration.schema.json
      <key>host</key><string></string>              Configuration-staging.plist
      """,
    fix: "Enter a value, or let the schema allow an empty one.")
  static var rules: [Rule] { [rule] }

  /// Checks one key. Values that the schema allows to be empty, explicitly or by its choices or
  /// format, are left to the schema.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    guard let node = row.contract?.node, node.minLength == nil, node.choices == nil,
      node.meaning == nil, node.defaultValue?.string?.isEmpty != true
    else { return }
    for text in row.texts where text.path == row.path && isBlank(text.text) {
      let isAlways = findings.requiredKeys.contains(row.path, matrix.contract)
      let columns = text.columns.filter { isAlways || isRequired(node, matrix.columns[$0].name) }
      // An empty production secret is reported by ``SecretPlaceholderCheck``.
      let isReported = node.marks.isSecret && !matrix.productions(of: columns).isEmpty
      if columns.isEmpty || isReported { continue }
      findings.report(
        rule, "the required value of '\(row.path)' is empty", about: row.path, at: text.location,
        in: matrix.names(columns),
        hint: "enter a value, or allow an empty one with \"minLength\": 0 in the schema",
        related: matrix.rule(of: row.contract, "required here"))
    }
  }

  /// Returns whether a string consists of whitespace only.
  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 <= 0x20 } }

  /// Returns whether the schema requires the key in an environment with `x-requiredIn`.
  private static func isRequired(_ node: ConfigContract.Node, _ environment: String) -> Bool {
    node.marks.requiredIn.contains { $0 == "*" || $0.equalsExactly(environment) }
  }
}

/// The keys that the schema requires, cached by dictionary. A dictionary can have thousands of
/// empty keys, so searching a list for each one would take quadratic time.
struct RequiredKeys: Sendable {
  /// The required keys, by their dictionary's path.
  private var keysByParent: [ConfigKeyPath: Set<ExactKey>] = [:]

  /// Returns whether the schema requires a key in all environments.
  mutating func contains(_ path: ConfigKeyPath, _ contract: ConfigContract?) -> Bool {
    var parent = path
    guard case .key(let key)? = parent.components.popLast() else { return false }
    if keysByParent[parent] == nil {
      keysByParent[parent] = Set((contract?[parent]?.node.required ?? []).map { ExactKey($0) })
    }
    return keysByParent[parent]?.contains(ExactKey(key)) ?? false
  }
}
