import TremaConfigValues
import TremaDiagnostics
import TremaSecrets

/// Reports production secrets that are placeholders.
struct SecretPlaceholderCheck: ConfigRowCheck {
  /// The check's rule. The finding is a warning if only the key's name indicates a secret.
  static let rule = Rule(
    .error, "placeholder-secret", "A production secret is a placeholder.",
    why:
      "The app is built and shipped, but every request that requires the secret fails. This is an "
      + "error if the schema marks the key with `x-secret`, and a warning if only its name suggests "
      + "a secret. An empty value is reported only in the first case.",
    example: """
      <key>apiKey</key><string>changeme</string>
      """,
    fix: "Set it where the production build gets its secrets, or remove the key.")
  static var rules: [Rule] { [rule] }

  /// Checks one key. It is a secret if the schema marks it or its name indicates one. In the latter
  /// case, an empty value is accepted.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    guard let key = row.path.lastKey else { return }
    let isMarked = ConfigRedaction(contract: matrix.contract).isMarked(row.path)
    guard isMarked || SecretName.isSecret(key) else { return }
    // A value that multiple environments read from the same location is reported once.
    var reported: [ConfigLocation] = []
    for production in matrix.productions {
      guard let value = row.cells[production]?.value, let text = value.string,
        isMarked || !text.isEmpty, SecretPlaceholder.isPlaceholder(text),
        !reported.contains(value.location)
      else { continue }
      reported.append(value.location)
      let same = matrix.productions.filter { row.cells[$0]?.value.location == value.location }
      findings.report(
        isMarked ? rule : rule.asWarning,
        "the secret '\(row.path)' is still \(text.isEmpty ? "empty" : "a placeholder")",
        about: row.path, at: value.location, in: matrix.names(same),
        hint: "set it where the production build gets its secrets")
    }
  }
}
