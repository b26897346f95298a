import TremaConfigValues
import TremaSupport

extension ConfigShipment {
  /// Returns the problems of a product's configuration.
  ///
  /// - Parameters:
  ///   - shipped: The value in the product.
  ///   - expected: The expected value, if the file format cannot represent the merged value, or
  ///     `nil` to use the merged value.
  ///   - isJSON: Whether integers and real numbers are treated as one kind.
  ///   - file: The path of the file.
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
        // A differing value has been reported with the environment it comes from.
        findings += self.findings(about: text, path, value.location, file, isOurs: true)
      }
    }
    return findings
  }

  /// Returns the problems in another file in the product: other environments' values, test hosts
  /// and secrets.
  package func findings(in value: ConfigValue, file: String) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    value.forEachLeaf { path, value in
      guard let text = value.string else { return }
      if let secret = secrets[Array(text.utf8)] {
        findings.append(shippedSecret(path, file, as: secret))
      } else if Self.looksSecret(path, text) {
        findings.append(shippedSecret(path, file))
      } else {
        findings += self.findings(about: text, path, value.location, file, isOurs: false)
      }
    }
    collectDomains(value, ConfigKeyPath(), file, into: &findings)
    return findings
  }

  /// Returns the problem of a string that is not a secret, or an empty array if there is none.
  private func findings(
    about text: String, _ path: ConfigKeyPath, _ location: ConfigLocation, _ file: String,
    isOurs: Bool
  ) -> [Diagnostic] {
    let host = Self.host(in: text)
    if let owner = foreignTexts[Array(text.utf8)] ?? host.flatMap({ foreignHosts[$0] }) {
      return [foreignValue(host?.description, owner, path, location, file)]
    }
    guard isProduction, let host, let reason = Self.testHostReason(host) else { return [] }
    return [testHost(host, reason, path, location, file)]
  }

  /// Returns the reason that a host is not a production host, as a predicate, or `nil` if it is
  /// one.
  private static func testHostReason(_ host: ConfigHost) -> String? {
    host.testWord.map { "has '\($0)' in its name" } ?? host.unreachableReason
  }

  /// Checks the keys in `NSExceptionDomains`, because App Transport Security uses hosts as keys.
  private func collectDomains(
    _ value: ConfigValue, _ path: ConfigKeyPath, _ file: String, into findings: inout [Diagnostic]
  ) {
    for entry in value.dictionary?.entries ?? [] {
      let path = path.appending(entry.key)
      // The exceptions may be at any depth of a property list.
      guard entry.key == "NSExceptionDomains" else {
        collectDomains(entry.value, path, file, into: &findings)
        continue
      }
      for domain in entry.value.dictionary?.entries ?? [] {
        guard let host = try? ConfigHost(domain.key) else { continue }
        let path = path.appending(domain.key)
        if let owner = foreignHosts[host] {
          findings.append(foreignValue(host.description, owner, path, domain.keyLocation, file))
        } else if isProduction, let reason = Self.testHostReason(host) {
          findings.append(testHost(host, reason, path, domain.keyLocation, file))
        }
      }
    }
  }

  /// A comparison of the expected and shipped values.
  private struct Comparison {
    /// The expected values.
    let shipment: ConfigShipment
    /// Whether integers and real numbers are treated as one kind.
    let isJSON: Bool
    /// The path of the file.
    let file: String
    /// The differences so far.
    var findings: [Diagnostic] = []
    /// The paths of the differences.
    var reported: Set<ConfigKeyPath> = []

    /// Creates a comparison.
    init(shipment: ConfigShipment, isJSON: Bool, file: String) {
      self.shipment = shipment
      self.isJSON = isJSON
      self.file = file
    }

    /// Compares two values and everything in them. Arrays of different lengths are compared as a
    /// whole.
    mutating func compare(
      _ expected: ConfigValue, _ shipped: ConfigValue, _ path: ConfigKeyPath
    ) {
      switch (expected.content, shipped.content) {
      case (.dictionary(let a), .dictionary(let b)):
        // The combined dictionary contains each key once, in order.
        for entry in ConfigDictionary(a.entries + b.entries).entries {
          let path = path.appending(entry.key)
          switch (a[entry.key], b.entry(entry.key)) {
          case (let wanted?, let found?): compare(wanted, found.value, path)
          case (_?, nil): report(shipment.missingKey(path, shipped.location, file), path)
          case (nil, let found?): report(shipment.extraKey(path, found.keyLocation, file), path)
          case (nil, nil): break
          }
        }
      case (.array(let a), .array(let b)) where a.count == b.count:
        for (index, pair) in zip(a, b).enumerated() {
          compare(pair.0, pair.1, path.appending(index))
        }
      // JSON writes a whole real number as an integer, and vice versa.
      case (.integer(let a), .real(let b)) where isJSON && a.double == b: break
      case (.real(let a), .integer(let b)) where isJSON && a == b.double: break
      default:
        if expected != shipped {
          report(shipment.difference(path, expected, shipped, file), path)
        }
      }
    }

    /// Adds a difference.
    private mutating func report(_ finding: Diagnostic, _ path: ConfigKeyPath) {
      findings.append(finding)
      reported.insert(path)
    }
  }
}
