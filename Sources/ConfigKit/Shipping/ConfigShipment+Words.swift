import TremaConfigValues
import TremaSupport

/// What can be wrong with a product, each worded once. Of a file with secrets no line is named that
/// could be quoted.
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
      hint: "anybody can read what is in an app; fetch it from a server when it is needed")
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
