import TremaConfigValues
import TremaSecrets
import TremaSupport

/// The values that a build for one environment may ship: its own merged values, no values of other
/// environments and no secrets.
package struct ConfigShipment: Sendable {
  /// The name of the environment.
  let environment: String
  /// Whether customers get the environment.
  let isProduction: Bool
  /// The contract of the configuration.
  let contract: ConfigContract?
  /// The redaction of values in messages.
  let redaction: ConfigRedaction
  /// The merged values of the environment.
  package let expected: ConfigValue
  /// The strings that only other environments have, by their UTF-8 bytes. Only URLs and keys with
  /// distinct values are included, since other strings may be equal by chance.
  private(set) var foreignTexts: [[UInt8]: Owner] = [:]
  /// The hosts of URLs that only other environments have.
  private(set) var foreignHosts: [ConfigHost: Owner] = [:]
  /// The secrets of all environments, by their UTF-8 bytes.
  private(set) var secrets: [[UInt8]: ConfigKeyPath] = [:]

  /// The first environment and key that has a value.
  struct Owner: Hashable, Sendable {
    /// The name of the environment.
    var environment: String
    /// The path of the key.
    var path: ConfigKeyPath
  }

  /// The minimum length in bytes of a string that is searched for. A shorter one may be anywhere by
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
        // The first environment and key that has a value is named in the findings.
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

  /// Returns the host of a URL of a server. The hosts of other URLs are names within an app, and
  /// `nil` is returned for them.
  static func host(in text: String) -> ConfigHost? {
    guard ConfigSamples.isURL(text), let host = (try? ConfigURL(text))?.host else { return nil }
    return host.description.isEmpty ? nil : host
  }

  /// Whether a value is a secret, by the schema or by its form.
  func isSecret(_ path: ConfigKeyPath, _ text: String) -> Bool {
    if redaction.isMarked(path) { return !text.isEmpty }
    return Self.looksSecret(path, text)
  }

  /// Whether a value has the form of a secret, other than of an identifier that may be public.
  static func looksSecret(_ path: ConfigKeyPath, _ text: String) -> Bool {
    let key = path.components.reversed().lazy.compactMap { component in
      if case .key(let key) = component { key } else { nil }
    }.first
    guard let match = SecretDetector.match(text, under: key ?? "") else { return false }
    return match.confidence != .published
  }
}

/// The diagnostics of a product, each worded in one place. In a file with secrets no line is named,
/// because the output may quote it.
extension ConfigShipment {
  /// Returns the error for a key that the product lacks.
  func missing(_ path: ConfigKeyPath, _ location: ConfigLocation, _ file: String) -> Diagnostic {
    finding(
      "bundle-difference", "'\(path)' is missing in the product", path, location, file,
      hint: rebuildHint, source: expected[path])
  }

  /// Returns the error for a key that only the product has.
  func extra(_ path: ConfigKeyPath, _ location: ConfigLocation, _ file: String) -> Diagnostic {
    finding(
      "bundle-difference", "'\(path)' is in the product, but not in \(environment)", path, location,
      file, hint: rebuildHint)
  }

  /// Returns the error for a value that differs, with the environment whose value it is.
  func difference(
    _ path: ConfigKeyPath, _ expected: ConfigValue, _ shipped: ConfigValue, _ file: String
  ) -> Diagnostic {
    // Either value may be secret: the shipped one may be that of another environment.
    let isSecret =
      [expected, shipped].contains { $0.string.map { self.isSecret(path, $0) } ?? false }
      || [expected, shipped].contains { redaction.isSecret($0, at: path) }
    /// Returns a value for the message; both are masked if one of them is a secret.
    func shown(_ value: ConfigValue) -> String {
      isSecret ? ConfigRedaction.mask : redaction.shown(value, at: path)
    }
    var owner = ""
    if let text = shipped.string {
      // Naming the environment shows which build the product was made for.
      let found = foreignTexts[Array(text.utf8)] ?? Self.host(in: text).flatMap { foreignHosts[$0] }
      owner = found.map { " as in \($0.environment)" } ?? ""
    }
    return finding(
      "bundle-difference",
      "'\(path)' is \(shown(shipped)) in the product\(owner), but \(shown(expected)) in "
        + environment, path, isSecret ? nil : shipped.location, file, hint: rebuildHint,
      source: self.expected[path])
  }

  /// The hint for a product that has to be built again.
  private var rebuildHint: String {
    "build it with trema config merge --environment \(environment)"
  }

  /// Returns the error for a secret in the product.
  ///
  /// - Parameters:
  ///   - path: the path in the file of the product.
  ///   - file: the path of the file.
  ///   - secret: the key of the configuration whose value it is; `nil` if the value only has the
  ///     form of a secret.
  func shippedSecret(
    _ path: ConfigKeyPath, _ file: String, as secret: ConfigKeyPath? = nil
  ) -> Diagnostic {
    let message = secret.map { "'\(path)' contains the secret '\($0)'" } ?? "'\(path)' is a secret"
    return finding(
      "shipped-secret", message, path, nil, file,
      hint: "fetch it from a server when it is needed; the contents of an app are public")
  }

  /// Returns the error for a value of another environment.
  ///
  /// - Parameters:
  ///   - host: the host that the value names, or `nil`.
  ///   - owner: the environment and the key that has the value.
  ///   - path: the path in the file of the product.
  ///   - location: the location in this file.
  ///   - file: the path of the file.
  func foreignValue(
    _ host: String?, _ owner: Owner, _ path: ConfigKeyPath, _ location: ConfigLocation,
    _ file: String
  ) -> Diagnostic {
    let content = host.map { "the host '\($0)'" } ?? "a value"
    return finding(
      "foreign-value", "'\(path)' has \(content) of the environment '\(owner.environment)'", path,
      location, file, hint: "it is '\(owner.path)' there; build the product for \(environment)")
  }

  /// Returns the error for a test host in a product for customers.
  func testHost(
    _ host: ConfigHost, _ reason: String, _ path: ConfigKeyPath, _ location: ConfigLocation,
    _ file: String
  ) -> Diagnostic {
    finding(
      "test-host", "'\(path)' has the host '\(host)', which \(reason)", path, location, file,
      hint: "use a host of \(environment); customers receive this product")
  }

  /// Returns an error about a file of the product.
  ///
  /// - Parameter location: the location in the file; `nil` if its line must not be quoted.
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
