import TremaConfigValues
import TremaSecrets
import TremaSupport

/// The values that a build for one environment may ship: its own merged values, but no values of
/// other environments and no secrets.
package struct ConfigShipment: Sendable {
  /// The name of the environment.
  let environment: String
  /// Whether the environment is a production environment.
  let isProduction: Bool
  /// The contract of the configuration.
  let contract: ConfigContract?
  /// The redaction of values in messages.
  let redaction: ConfigRedaction
  /// The merged values of the environment.
  package let expected: ConfigValue
  /// The strings that occur only in other environments, by their UTF-8 bytes. Only URLs and keys
  /// with distinct values are included, because other strings may be equal by chance.
  private(set) var foreignTexts: [[UInt8]: Owner] = [:]
  /// The hosts of URLs that occur only in other environments.
  private(set) var foreignHosts: [ConfigHost: Owner] = [:]
  /// The secrets of all environments, by their UTF-8 bytes.
  private(set) var secrets: [[UInt8]: ConfigKeyPath] = [:]

  /// The first environment and key that have a value.
  struct Owner: Hashable, Sendable {
    /// The name of the environment.
    var environment: String
    /// The path of the key.
    var path: ConfigKeyPath
  }

  /// The minimum length of a string to search for, in bytes. A shorter string may occur anywhere by
  /// chance.
  private static let minLength = 6

  /// Collects the values of all environments.
  ///
  /// - Returns: `nil` if there is no such environment.
  package init?(_ matrix: ConfigMatrix, environment: String) {
    guard let target = matrix[environment] else { return nil }
    self.environment = target.name
    isProduction = target.environment.isProduction
    contract = matrix.contract
    redaction = ConfigSecrets(in: matrix).redaction
    expected = target.value
    var expectedTexts: Set<[UInt8]> = []
    var expectedHosts: Set<ConfigHost> = []
    // The values of the environment itself are collected first, because they are never foreign.
    target.value.forEachLeaf { path, value in
      guard let text = value.string else { return }
      expectedTexts.insert(Array(text.utf8))
      if let host = Self.host(in: text) { expectedHosts.insert(host) }
    }
    for column in matrix.columns {
      column.value.forEachLeaf { path, value in
        guard let text = value.string, text.utf8.count >= Self.minLength else { return }
        let bytes = Array(text.utf8)
        // The findings name the first environment and key that have a value.
        if isSecret(path, text), secrets[bytes] == nil { secrets[bytes] = path }
        let owner = Owner(environment: column.name, path: path)
        let host = Self.host(in: text)
        if let host, !expectedHosts.contains(host), foreignHosts[host] == nil {
          foreignHosts[host] = owner
        }
        // Other strings may be equal by chance.
        let isDistinctive = host != nil || contract?[path]?.node.marks.isDistinct == true
        if isDistinctive, !expectedTexts.contains(bytes), foreignTexts[bytes] == nil {
          foreignTexts[bytes] = owner
        }
      }
    }
  }

  /// Returns the host of a server URL, or `nil` for any other URL, whose host is a name within an
  /// app.
  static func host(in text: String) -> ConfigHost? {
    guard ConfigSamples.isURL(text), let host = (try? ConfigURL(text))?.host else { return nil }
    return host.description.isEmpty ? nil : host
  }

  /// Returns whether a value is a secret, according to the schema or its form.
  func isSecret(_ path: ConfigKeyPath, _ text: String) -> Bool {
    if redaction.isMarked(path) { return !text.isEmpty }
    return Self.looksSecret(path, text)
  }

  /// Returns whether a value looks like a secret that cannot be a public identifier.
  static func looksSecret(_ path: ConfigKeyPath, _ text: String) -> Bool {
    let key = path.components.reversed().lazy.compactMap { component in
      if case .key(let key) = component { key } else { nil }
    }.first
    guard let match = SecretDetector.match(text, under: key ?? "") else { return false }
    return match.confidence != .published
  }
}

/// The diagnostics of a product. If a file contains secrets, its lines are not specified, because
/// the output may quote them.
extension ConfigShipment {
  /// Returns the error for a key that is missing from the product.
  func missingKey(_ path: ConfigKeyPath, _ location: ConfigLocation, _ file: String) -> Diagnostic {
    finding(
      "bundle-difference", "'\(path)' is missing from the product", path, location, file,
      hint: rebuildHint, source: expected[path])
  }

  /// Returns the error for a key that exists only in the product.
  func extraKey(_ path: ConfigKeyPath, _ location: ConfigLocation, _ file: String) -> Diagnostic {
    finding(
      "bundle-difference", "'\(path)' is in the product, but not in \(environment)", path, location,
      file, hint: rebuildHint)
  }

  /// Returns the error for a value that differs, with the environment that the value belongs to.
  func difference(
    _ path: ConfigKeyPath, _ expected: ConfigValue, _ shipped: ConfigValue, _ file: String
  ) -> Diagnostic {
    // Either value may be secret: the shipped value may come from another environment.
    let isSecret =
      [expected, shipped].contains { $0.string.map { self.isSecret(path, $0) } ?? false }
      || [expected, shipped].contains { redaction.isSecret($0, at: path) }
    /// Returns a value for the message. Both values are masked if one of them is secret.
    func shown(_ value: ConfigValue) -> String {
      isSecret ? ConfigRedaction.mask : redaction.shown(value, at: path)
    }
    var owner = ""
    if let text = shipped.string {
      // The environment shows which build the product was made for.
      let found = foreignTexts[Array(text.utf8)] ?? Self.host(in: text).flatMap { foreignHosts[$0] }
      owner = found.map { " (as in \($0.environment))" } ?? ""
    }
    return finding(
      "bundle-difference",
      "'\(path)' is \(shown(shipped)) in the product\(owner), but \(shown(expected)) in "
        + environment, path, isSecret ? nil : shipped.location, file, hint: rebuildHint,
      source: self.expected[path])
  }

  /// The hint for a product that has to be rebuilt.
  private var rebuildHint: String {
    "rebuild it with the output of trema config merge --environment \(environment)"
  }

  /// Returns the error for a secret in the product.
  ///
  /// - Parameters:
  ///   - path: The path in the product file.
  ///   - secret: The configuration key that has this value, or `nil` if the value only looks like a
  ///     secret.
  func shippedSecret(
    _ path: ConfigKeyPath, _ file: String, as secret: ConfigKeyPath? = nil
  ) -> Diagnostic {
    let message = secret.map { "'\(path)' contains the secret '\($0)'" } ?? "'\(path)' is a secret"
    return finding(
      "shipped-secret", message, path, nil, file,
      hint: "remove it, and fetch it from a server at run time; the contents of an app are public")
  }

  /// Returns the error for a value of another environment.
  ///
  /// - Parameters:
  ///   - host: The host in the value, or `nil` if there is none.
  ///   - owner: The environment and key that have the value.
  ///   - path: The path in the product file.
  ///   - location: The location in the product file.
  func foreignValue(
    _ host: String?, _ owner: Owner, _ path: ConfigKeyPath, _ location: ConfigLocation,
    _ file: String
  ) -> Diagnostic {
    let content = host.map { "the host '\($0)'" } ?? "a value"
    return finding(
      "foreign-value", "'\(path)' contains \(content) from the environment '\(owner.environment)'",
      path,
      location, file,
      hint: "build the product for \(environment); the value is from '\(owner.path)'")
  }

  /// Returns the error for a test host in a production product.
  func testHost(
    _ host: ConfigHost, _ reason: String, _ path: ConfigKeyPath, _ location: ConfigLocation,
    _ file: String
  ) -> Diagnostic {
    finding(
      "test-host", "'\(path)' has the host '\(host)', which \(reason)", path, location, file,
      hint: "replace it with a host of \(environment); customers receive this product")
  }

  /// Returns an error about a product file.
  ///
  /// - Parameter location: The location in the file, or `nil` if its line must not be quoted.
  private func finding(
    _ code: String, _ message: String, _ path: ConfigKeyPath, _ location: ConfigLocation?,
    _ file: String, hint: String, source: ConfigValue? = nil
  ) -> Diagnostic {
    var finding = Diagnostic(
      .error, code, message,
      at: location?.diagnosticLocation ?? SourceLocation(file: file), hint: hint,
      subject: path.description)
    finding.key = path.description
    finding.environments = [environment]
    if location != nil, let origin = source?.location.diagnosticLocation {
      finding.related = [Diagnostic.Related("the expected value", at: origin)]
    }
    return finding
  }
}
