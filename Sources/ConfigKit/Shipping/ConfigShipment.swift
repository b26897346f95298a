import TremaConfigValues
import TremaSecrets
import TremaSupport

/// The values that a build for one environment may ship: the merged values of it, nothing of another one,
/// and no secret.
package struct ConfigShipment: Sendable {
  let environment: String
  let isProduction: Bool
  let contract: ConfigContract?
  /// How values are shown.
  let redaction: ConfigRedaction
  /// The merged values.
  package let expected: ConfigValue
  /// The texts that another environment has and this one does not, by their bytes.
  private(set) var foreignTexts: [[UInt8]: Owner] = [:]
  private(set) var foreignHosts: [ConfigHost: Owner] = [:]
  /// The secrets of any environment, by their bytes.
  private(set) var secrets: [[UInt8]: ConfigKeyPath] = [:]

  struct Owner: Hashable, Sendable {
    var environment: String
    var path: ConfigKeyPath
  }

  /// Shorter texts may be anywhere by chance.
  private static let shortest = 6

  /// - Returns: nil when there is no such environment.
  package init?(_ matrix: ConfigMatrix, environment: String) {
    guard let own = matrix[environment] else { return nil }
    self.environment = own.name
    isProduction = own.environment.isProduction
    contract = matrix.contract
    redaction = ConfigSecrets(in: matrix).redaction
    expected = own.value
    var ownTexts: Set<[UInt8]> = []
    var ownHosts: Set<ConfigHost> = []
    own.value.forEachLeaf { path, value in
      guard let text = value.string else { return }
      ownTexts.insert(Array(text.utf8))
      if let host = Self.host(in: text) { ownHosts.insert(host) }
    }
    for column in matrix.columns {
      column.value.forEachLeaf { path, value in
        guard let text = value.string, text.utf8.count >= Self.shortest else { return }
        let bytes = Array(text.utf8)
        if isSecret(path, text), secrets[bytes] == nil { secrets[bytes] = path }
        let owner = Owner(environment: column.name, path: path)
        let host = Self.host(in: text)
        if let host, !ownHosts.contains(host), foreignHosts[host] == nil {
          foreignHosts[host] = owner
        }
        let isOwn = host != nil || contract?[path]?.node.marks.isDistinct == true
        if isOwn, !ownTexts.contains(bytes), foreignTexts[bytes] == nil {
          foreignTexts[bytes] = owner
        }
      }
    }
  }

  /// The host of a URL that leads to a server; nil for other URLs, whose hosts are names of ours.
  static func host(in text: String) -> ConfigHost? {
    guard ConfigSamples.isURL(text), let host = (try? ConfigURL(text))?.host else { return nil }
    return host.description.isEmpty ? nil : host
  }

  /// Whether the schema says so, or the text looks like one.
  func isSecret(_ path: ConfigKeyPath, _ text: String) -> Bool {
    if redaction.isMarked(path) { return !text.isEmpty }
    return Self.looksSecret(path, text)
  }

  static func looksSecret(_ path: ConfigKeyPath, _ text: String) -> Bool {
    let key = path.components.reversed().lazy.compactMap { component in
      if case .key(let key) = component { key } else { nil }
    }.first
    guard let match = SecretDetector.match(text, under: key ?? "") else { return false }
    return match.confidence != .published
  }
}

/// The problems of a product, each worded once. In a file with secrets no line is named that could be
/// quoted.
extension ConfigShipment {
  func missing(_ path: ConfigKeyPath, _ place: ConfigPlace, _ file: String) -> Diagnostic {
    finding(
      "bundle-difference", "'\(path)' is missing in the product", path, place, file,
      hint: rebuild, source: expected[path])
  }

  func extra(_ path: ConfigKeyPath, _ place: ConfigPlace, _ file: String) -> Diagnostic {
    finding(
      "bundle-difference", "'\(path)' is in the product, but not in \(environment)", path, place,
      file, hint: rebuild)
  }

  func difference(
    _ path: ConfigKeyPath, _ expected: ConfigValue, _ shipped: ConfigValue, _ file: String
  ) -> Diagnostic {
    let isSecret =
      [expected, shipped].contains { $0.string.map { self.isSecret(path, $0) } ?? false }
      || [expected, shipped].contains { redaction.isSecret($0, at: path) }
    func shown(_ value: ConfigValue) -> String {
      isSecret ? ConfigRedaction.mask : redaction.shown(value, at: path)
    }
    var owner = ""
    if let text = shipped.string {
      let found = foreignTexts[Array(text.utf8)] ?? Self.host(in: text).flatMap { foreignHosts[$0] }
      owner = found.map { " as in \($0.environment)" } ?? ""
    }
    return finding(
      "bundle-difference",
      "'\(path)' is \(shown(shipped)) in the product\(owner), but \(shown(expected)) in "
        + environment, path, isSecret ? nil : shipped.place, file, hint: rebuild,
      source: self.expected[path])
  }

  private var rebuild: String {
    "build it with trema config merge --environment \(environment)"
  }

  func shippedSecret(
    _ path: ConfigKeyPath, _ file: String, as secret: ConfigKeyPath? = nil
  ) -> Diagnostic {
    let what = secret.map { "'\(path)' holds the secret '\($0)'" } ?? "'\(path)' is a secret"
    return finding(
      "shipped-secret", what, path, nil, file,
      hint: "the contents of an app are public; fetch it from a server when it is needed")
  }

  func foreign(
    _ host: String?, _ owner: Owner, _ path: ConfigKeyPath, _ place: ConfigPlace, _ file: String
  ) -> Diagnostic {
    let what = host.map { "the host '\($0)'" } ?? "a value"
    return finding(
      "foreign-value", "'\(path)' has \(what) of the environment '\(owner.environment)'", path,
      place, file, hint: "it is '\(owner.path)' there; build the product for \(environment)")
  }

  func testHost(
    _ host: ConfigHost, _ reason: String, _ path: ConfigKeyPath, _ place: ConfigPlace,
    _ file: String
  ) -> Diagnostic {
    finding(
      "test-host", "'\(path)' has the host '\(host)', which \(reason)", path, place, file,
      hint: "customers get this; name a host of \(environment)")
  }

  /// - Parameter place: nil when no line may be quoted.
  private func finding(
    _ code: String, _ message: String, _ path: ConfigKeyPath, _ place: ConfigPlace?,
    _ file: String, hint: String, source: ConfigValue? = nil
  ) -> Diagnostic {
    var finding = Diagnostic(
      .error, code, message,
      at: place?.location ?? SourceLocation(file: file), hint: hint, subject: path.description)
    finding.key = path.description
    finding.environments = [environment]
    if place != nil, let origin = source?.place.location {
      finding.related = [Diagnostic.Related("expected from here", at: origin)]
    }
    return finding
  }
}
