import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Reports keys that only the files of some environments set.
struct UnknownKeyCheck: ConfigRowCheck {
  /// The rule of the check.
  static let rule = Rule(
    .warning, "unknown-key",
    "A key of some environments is defined in neither the base nor a schema.",
    why:
      "It is often a misspelled key of the base, whose value then remains unchanged. It is also "
      + "missing in the other environments. A key that is set in every environment is not reported.",
    example: """
      <key>baseURL</key><string>…</string>          Configuration.plist
      <key>baseUrl</key><string>…</string>          Configuration-staging.plist
      """,
    fix: "Correct the key, set it in the base, or declare it in the schema.")
  static var rules: [Rule] { [rule] }

  /// Checks one key. It is reported if neither the schema nor the base has it and some environments
  /// lack it.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    guard row.contract == nil, row.isUniform, row.cells.contains(where: { $0 == nil }),
      let base = matrix.base?.value, base[row.path] == nil
    else { return }
    let parent = ConfigKeyPath(Array(row.path.components.dropLast()))
    let isParentKnown =
      base[parent] != nil || matrix.columns.allSatisfy { $0.value[parent] != nil }
    // A key that the schema forbids is reported by ``SchemaCheck``.
    guard isParentKnown, matrix.contract?[parent]?.node.allowsAdditionalKeys ?? true else { return }
    let columns = row.cells.indices.filter { row.cells[$0] != nil }
    guard let entry = columns.first.flatMap({ row.cells[$0] }) else { return }
    let suggestion = findings.knownKeys.suggestion(for: entry, in: parent, matrix)
    findings.report(
      rule,
      matrix.contract == nil
        ? "'\(row.path)' is not defined in the base"
        : "'\(row.path)' is defined in neither the base nor the schema",
      about: row.path, at: entry.keyLocation, in: matrix.names(columns),
      hint: suggestion.map { "did you mean '\(parent.appending($0))'?" }
        ?? "define it in the base, or declare it in the schema",
      related: otherOccurrences(row, entry.keyLocation))
  }

  /// Returns the other files' locations that set the key.
  private static func otherOccurrences(_ row: ConfigRow, _ first: ConfigLocation) -> [Diagnostic
    .Related]
  {
    var locations = [first]
    for entry in row.cells.compactMap(\.self) where !locations.contains(entry.keyLocation) {
      locations.append(entry.keyLocation)
    }
    return locations.dropFirst().compactMap { location in
      location.diagnosticLocation.map {
        Diagnostic.Related("also set here", at: $0, role: .duplicate)
      }
    }
  }
}
