import TremaConfigValues
import TremaDiagnostics

/// Reports keys with a dot that read as the path of another value.
struct AmbiguousKeyCheck: ConfigRowCheck {
  /// The rule of the check.
  static let rule = Rule(
    .error, "ambiguous-key", "A key with a dot is also the path of another value.",
    why:
      "`configuration[\"auth.user\"]` returns the value of the key with that name, so the key `user` "
      + "in the dictionary `auth` cannot be reached by its path.",
    example: """
      <key>auth.user</key><string>a</string>
      <key>auth</key><dict><key>user</key><string>b</string></dict>
      """,
    fix: "Rename or remove one of them.")
  static var rules: [Rule] { [rule] }

  /// Checks one key at the top level, the only level at which a key takes precedence over a path.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    guard row.path.components.count == 1, case .key(let key) = row.path.components[0],
      key.utf8.contains(UInt8(ascii: ".")), let path = ConfigKeyPath(key),
      path.components.count > 1
    else { return }
    // Both values must be set in the same environment. Otherwise, only one of them can be looked
    // up.
    let columns = row.cells.indices.filter { column in
      row.cells[column] != nil && matrix.columns[column].value[path] != nil
    }
    guard let first = columns.first, let entry = row.cells[first] else { return }
    let other = matrix.columns[first].value[path]?.location.diagnosticLocation
    findings.report(
      rule, "the key '\(key)' is also the path of another value", about: row.path,
      at: entry.keyLocation, in: matrix.names(columns), hint: "rename or remove one of them",
      related: other.map { [.init("the value at that path", at: $0, role: .duplicate)] } ?? [])
  }
}
