import TremaConfigValues
import TremaSupport

extension ConfigShipment {
  /// Returns the problems of the configuration of a product.
  ///
  /// - Parameters:
  ///   - shipped: as the product has it.
  ///   - expected: as it should be, when the form of the file cannot say it as it was merged.
  ///   - isJSON: whether whole numbers and real ones are one kind.
  package func findings(
    inConfiguration shipped: ConfigValue, expecting expected: ConfigValue? = nil,
    isJSON: Bool = false, file: String
  ) -> [Diagnostic] {
    var comparison = Comparison(shipment: self, isJSON: isJSON, file: file)
    comparison.compare(expected ?? self.expected, shipped, ConfigKeyPath())
    var findings = comparison.findings
    shipped.forEachLeaf { path, value in
      guard let text = value.string else { return }
      if isSecret(path, text) {
        findings.append(shippedSecret(path, file))
      } else if !comparison.reported.contains(path) {
        findings += self.findings(about: text, path, value.place, file, isOurs: true)
      }
    }
    return findings
  }

  /// Returns the problems of another file of a product: values of other environments, hosts of tests and
  /// secrets.
  package func findings(in value: ConfigValue, file: String) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    value.forEachLeaf { path, value in
      guard let text = value.string else { return }
      if let secret = secrets[Array(text.utf8)] {
        findings.append(shippedSecret(path, file, as: secret))
      } else if Self.looksSecret(path, text) {
        findings.append(shippedSecret(path, file))
      } else {
        findings += self.findings(about: text, path, value.place, file, isOurs: false)
      }
    }
    collectDomains(value, ConfigKeyPath(), file, into: &findings)
    return findings
  }

  private func findings(
    about text: String, _ path: ConfigKeyPath, _ place: ConfigPlace, _ file: String, isOurs: Bool
  ) -> [Diagnostic] {
    let host = Self.host(in: text)
    if let owner = foreignTexts[Array(text.utf8)] ?? host.flatMap({ foreignHosts[$0] }) {
      return [foreign(host?.description, owner, path, place, file)]
    }
    guard isProduction, let host, let reason = Self.isOfTests(host) else { return [] }
    return [testHost(host, reason, path, place, file)]
  }

  private static func isOfTests(_ host: ConfigHost) -> String? {
    host.testWord.map { "has '\($0)' in its name" } ?? host.locality
  }

  /// The exceptions of App Transport Security are keys.
  private func collectDomains(
    _ value: ConfigValue, _ path: ConfigKeyPath, _ file: String, into findings: inout [Diagnostic]
  ) {
    for entry in value.dictionary?.entries ?? [] {
      let path = path.appending(entry.key)
      guard entry.key == "NSExceptionDomains" else {
        collectDomains(entry.value, path, file, into: &findings)
        continue
      }
      for domain in entry.value.dictionary?.entries ?? [] {
        guard let host = try? ConfigHost(domain.key) else { continue }
        let path = path.appending(domain.key)
        if let owner = foreignHosts[host] {
          findings.append(foreign(host.description, owner, path, domain.keyPlace, file))
        } else if isProduction, let reason = Self.isOfTests(host) {
          findings.append(testHost(host, reason, path, domain.keyPlace, file))
        }
      }
    }
  }

  /// Walks both values at once.
  private struct Comparison {
    let shipment: ConfigShipment
    let isJSON: Bool
    let file: String
    var findings: [Diagnostic] = []
    var reported: Set<ConfigKeyPath> = []

    init(shipment: ConfigShipment, isJSON: Bool, file: String) {
      self.shipment = shipment
      self.isJSON = isJSON
      self.file = file
    }

    mutating func compare(
      _ expected: ConfigValue, _ shipped: ConfigValue, _ path: ConfigKeyPath
    ) {
      switch (expected.content, shipped.content) {
      case (.dictionary(let own), .dictionary(let other)):
        for entry in ConfigDictionary(own.entries + other.entries).entries {
          let path = path.appending(entry.key)
          switch (own[entry.key], other.entry(entry.key)) {
          case (let wanted?, let found?): compare(wanted, found.value, path)
          case (_?, nil): report(shipment.missing(path, shipped.place, file), path)
          case (nil, let found?): report(shipment.extra(path, found.keyPlace, file), path)
          case (nil, nil): break
          }
        }
      case (.array(let own), .array(let other)) where own.count == other.count:
        for (index, pair) in zip(own, other).enumerated() {
          compare(pair.0, pair.1, path.appending(index))
        }
      case (.integer(let own), .real(let other)) where isJSON && own.double == other: break
      case (.real(let own), .integer(let other)) where isJSON && own == other.double: break
      default:
        if expected != shipped {
          report(shipment.difference(path, expected, shipped, file), path)
        }
      }
    }

    private mutating func report(_ finding: Diagnostic, _ path: ConfigKeyPath) {
      findings.append(finding)
      reported.insert(path)
    }
  }
}
