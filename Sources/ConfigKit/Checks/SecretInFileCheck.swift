import TremaConfigValues
import TremaDiagnostics
import TremaSecrets

/// Reports secrets in files that are shipped and shared.
struct SecretInFileCheck: ConfigCheck {
  /// The rule for values that the schema marks as secret.
  static let inFile = Rule(
    .error, "secret-in-file", "A file contains a value that the schema marks with `x-secret`.",
    why:
      "The base and the environments' files are in the repository, and the merged configuration is "
      + "in the app bundle, where everyone can read it. The value is not printed.",
    example: """
      "apiKey": { "x-secret": true }                Configuration.schema.json
      <key>apiKey</key><string>…</string>           Configuration.plist
      """,
    fix:
      "Remove it and revoke it, because it remains in the history. For your own builds, put it in "
      + "Configuration-local.plist, which Git ignores, or in an environment variable. Fetch secrets "
      + "that the released app requires from a server.")
  /// The rule for values that look like secrets. The finding is a warning if only the key and the
  /// value's randomness suggest it.
  static let possible = Rule(
    .error, "possible-secret", "A value in a file looks like a secret.",
    why:
      "Everyone who has the app can read its bundle. A value in the format of a provider's keys is "
      + "an error. A random-looking value whose key suggests a secret is a warning. The value is not "
      + "printed.",
    example: """
      <key>apiKey</key><string>ghp_…</string>
      """,
    fix:
      "If it is a secret, remove it, revoke it and mark the key with `\"x-secret\": true` in the "
      + "schema. Otherwise, suppress the finding.")
  /// The rule for identifiers that are public by design.
  static let published = Rule(
    .note, "public-identifier", "A value looks like a secret, but is public by design.",
    why:
      "Firebase API keys, Twilio account SIDs and Stripe publishable keys identify an app or an "
      + "account, and are visible in every app. They should be restricted in the provider's console, "
      + "but do not have to be hidden.",
    example: """
      <key>firebaseKey</key><string>AIza…</string>
      """,
    fix: "Restrict the key to the app's bundle identifier in the provider's console.")
  static var rules: [Rule] { [inFile, possible, published] }

  /// Checks each layer of a file once. External overrides are not shipped.
  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    for shared in matrix.sharedLayers where !shared.layer.role.needsPermission {
      var search = Search(environments: matrix.names(shared.columns))
      search.look(at: shared.layer.value, "", isMarked: false, matrix.contract, &findings)
    }
  }

  /// A traversal of one layer.
  private struct Search {
    /// The names of the environments that use the layer.
    let environments: [String]
    /// The path of the current value.
    private var path = ConfigKeyPath()

    /// Creates a traversal that starts at the root.
    init(environments: [String]) { self.environments = environments }

    /// Checks a value and everything in it.
    ///
    /// - Parameters:
    ///   - key: The innermost key, which is shared by the elements of an array.
    ///   - isMarked: Whether the schema marks a container of the value as secret.
    mutating func look(
      at value: ConfigValue, _ key: String, isMarked: Bool, _ contract: ConfigContract?,
      _ findings: inout ConfigFindings
    ) {
      let isMarked = isMarked || contract?.node.marks.isSecret == true
      switch value.content {
      case .dictionary(let dictionary):
        for entry in dictionary.entries {
          path.components.append(.key(entry.key))
          look(at: entry.value, entry.key, isMarked: isMarked, contract?[entry.key], &findings)
          path.components.removeLast()
        }
      case .array(let values):
        for (index, value) in values.enumerated() {
          path.components.append(.index(index))
          look(at: value, key, isMarked: isMarked, contract?.items, &findings)
          path.components.removeLast()
        }
      // `null` removes a key and has no value that could be secret.
      case .null: break
      case _ where isMarked: reportMarked(value, &findings)
      case .string(let text): detect(text, key, value.location, contract, &findings)
      case .data(let bytes):
        detect(String(decoding: bytes, as: UTF8.self), key, value.location, contract, &findings)
      default: break
      }
    }

    /// Reports a value that the schema marks as secret, unless it is a placeholder or a reference.
    private func reportMarked(_ value: ConfigValue, _ findings: inout ConfigFindings) {
      if let text = value.string,
        SecretPlaceholder.isPlaceholder(text) || SecretPlaceholder.isReference(text)
      {
        return
      }
      findings.report(
        SecretInFileCheck.inFile, "'\(path)' is a secret, but is set in a file that is shipped",
        about: path, at: value.location, in: environments,
        hint: "remove it and revoke the secret; everything in an app bundle is public")
    }

    /// Reports a value that looks like a secret.
    private func detect(
      _ text: String, _ key: String, _ location: ConfigLocation, _ contract: ConfigContract?,
      _ findings: inout ConfigFindings
    ) {
      guard let found = SecretDetector.match(text, under: key) else { return }
      // ``URLSyntaxCheck`` reports URLs with a password.
      if found.isURL, URLText.Kind(text, under: key, contract) != nil { return }
      let rule =
        switch found.confidence {
        case .certain: SecretInFileCheck.possible
        case .likely: SecretInFileCheck.possible.asWarning
        case .published: SecretInFileCheck.published
        }
      findings.report(
        rule,
        found.confidence == .published
          ? "'\(path)' is \(found.title), which is public by design"
          : "'\(path)' looks like \(found.title)", about: path, at: location, in: environments,
        hint: found.confidence == .published
          ? "restrict it to this app in the provider's console"
          : "remove it and revoke the secret; everything in an app bundle is public")
    }
  }
}
