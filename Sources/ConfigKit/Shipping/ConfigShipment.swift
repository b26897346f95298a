import TremaConfigValues
import TremaSecrets
import TremaSupport

/// What a build for one environment may ship: the merged values of it, nothing of another one, and
/// no secret.
package struct ConfigShipment: Sendable {
  let environment: String
  let isProduction: Bool
  let contract: ConfigContract?
  /// How values are shown.
  let redaction: ConfigRedaction
  /// The merged values.
  package let expected: ConfigValue
  /// By their bytes: what another environment has and this one has not.
  private(set) var foreignTexts: [[UInt8]: Owner] = [:]
  private(set) var foreignHosts: [ConfigHost: Owner] = [:]
  /// By their bytes: secrets of any environment.
  private(set) var secrets: [[UInt8]: ConfigKeyPath] = [:]

  struct Owner: Hashable, Sendable {
    var environment: String
    var path: ConfigKeyPath
  }

  /// Shorter texts may stand anywhere by chance.
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
    guard let sighting = SecretDetector.look(at: text, under: key ?? "") else { return false }
    return sighting.confidence != .published
  }
}
