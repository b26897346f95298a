import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Reports keys that the schema marks as deprecated.
struct DeprecatedKeyCheck: ConfigRowCheck {
  /// The rule for deprecated keys.
  static let deprecated = Rule(
    .warning, "deprecated-key", "A deprecated key is set.",
    why:
      "The app will stop reading it. The schema can specify the version that deprecates it, its "
      + "replacement, and when it will be removed.",
    example: """
      "url": { "x-deprecated": { "since": "2.0", "replacement": "api.host" } }
      """,
    fix: "Use the replacement.")

  /// The rule for deprecated keys that are set together with their replacement.
  static let replaced = Rule(
    .warning, "replaced-key", "A deprecated key is set together with its replacement.",
    why:
      "Which of them is used depends on the code that reads them, and a change to one of them may "
      + "have no effect.",
    example: """
      <key>url</key><string>…</string>
      <key>api</key><dict><key>host</key><string>…</string></dict>
      """,
    fix: "Remove the deprecated key.")
  static var rules: [Rule] { [deprecated, replaced] }

  /// Checks one key. Whether the replacement is set is determined per environment.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    guard let deprecation = row.contract?.node.marks.deprecation else { return }
    let replacement = deprecation.replacement.flatMap(ConfigKeyPath.init)
    // A file that multiple environments share is one cause and therefore one finding.
    var occurrences:
      [(location: ConfigLocation, isReplaced: Bool, columns: [Int], other: ConfigValue?)] =
        []
    for (index, cell) in row.cells.enumerated() {
      guard let cell else { continue }
      let other = replacement.flatMap { matrix.columns[index].value[$0] }
      let known = occurrences.firstIndex {
        $0.location == cell.keyLocation && $0.isReplaced == (other != nil)
      }
      if let known {
        occurrences[known].columns.append(index)
      } else {
        occurrences.append((cell.keyLocation, other != nil, [index], other))
      }
    }
    for (location, isReplaced, columns, other) in occurrences {
      let words =
        isReplaced
        ? "'\(row.path)' and its replacement '\(deprecation.replacement ?? "")' are both set"
        : "'\(row.path)' is deprecated" + (deprecation.since.map { " since \($0)" } ?? "")
      let related =
        other?.location.diagnosticLocation.map {
          [Diagnostic.Related("the replacement", at: $0, role: .duplicate)]
        } ?? []
      findings.report(
        isReplaced ? replaced : Self.deprecated, words, about: row.path, at: location,
        in: matrix.names(columns), hint: hint(deprecation, isReplaced),
        related: related + matrix.rule(of: row.contract, "deprecated here"))
    }
  }

  /// Returns the hint, including the date or version by which the key must be removed.
  private static func hint(_ deprecation: ConfigContract.Deprecation, _ isReplaced: Bool) -> String
  {
    let end = deprecation.removeBy.map { "; it will be removed by \($0)" } ?? ""
    if isReplaced { return "remove the deprecated key" + end }
    return (deprecation.replacement.map { "use '\($0)' instead" } ?? "remove it") + end
  }
}
