import TremaConfigValues
import TremaDiagnostics

/// Reports URLs that are valid but wrong in the environment that uses them.
struct URLEnvironmentCheck: ConfigRowCheck {
  /// The rule for unencrypted URLs.
  static let insecure = Rule(
    .error, "insecure-url", "A URL is not encrypted.",
    why:
      "Everyone on the network can read and change `http:` and `ws:` traffic, and App Transport "
      + "Security blocks it. This is an error in production, and a warning elsewhere. The local "
      + "machine and hosts on the local network are reported only in production.",
    example: """
      <key>apiURL</key><string>http://api.example.com</string>
      """,
    fix: "Use `https:` or `wss:`.")
  /// The rule for test hosts in production.
  static let testHost = Rule(
    .error, "test-host-in-production", "Production uses a test host or a host on a local network.",
    why:
      "The released app could not connect, or would use a test server. Such hosts are private or "
      + "link-local addresses, `localhost`, names without a domain, names that end in `.local`, "
      + "`.internal`, `.test` or similar, and names that contain a word such as `staging`, `dev`, `test`, `qa`, "
      + "`uat`, `sandbox` or `preprod`.",
    example: """
      <key>apiURL</key><string>https://api-staging.example.com</string>   in Configuration.plist
      """,
    fix:
      "Use the production host, or allow this one in the schema: `\"x-allowHosts\": "
      + "[\"*.dev.example.com\"]`.")
  /// The rule for production hosts in other environments.
  static let productionHost = Rule(
    .warning, "production-host", "A non-production environment uses the production host.",
    why:
      "Tests would use customer data. A value is reported if the environment's own file sets it. An "
      + "inherited value is considered intended unless the schema marks the key, in which case "
      + "`not-distinct` or `not-overridden` reports it.",
    example: """
      <key>apiURL</key><string>https://api.example.com/v1</string>   Configuration.plist
      <key>apiURL</key><string>https://api.example.com/v2</string>   Configuration-staging.plist
      """,
    fix:
      "Use the environment's own host, or allow this one in the schema: "
      + "`\"x-allowHosts\": [\"cdn.example.com\"]`.")
  static var rules: [Rule] { [insecure, testHost, productionHost] }

  /// Checks the URLs of one key in all environments.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    let urls = row.urls
    if urls.isEmpty { return }
    let productions = matrix.productions
    let servers = urls.map(\.server)
    var hosts: [(host: ConfigHost, url: URLText)] = []
    for (url, server) in zip(urls, servers) {
      guard let server else { continue }
      let productionColumns = url.columns.filter(productions.contains)
      if !productionColumns.isEmpty { hosts.append((server.host, url)) }
      // A host that customers cannot reach is wrong with any scheme, so the scheme is not reported
      // separately.
      if !productionColumns.isEmpty, let reason = reason(server.host), !url.allows(server.host) {
        findings.report(
          testHost,
          "'\(url.path)' uses \(redactedHost(server.host, url, matrix)), which \(reason), in production",
          about: url.path, at: url.location, in: matrix.names(productionColumns),
          hint: "use the production host, or allow this one with \"x-allowHosts\" in the schema")
      } else if ["http", "ws"].contains(server.scheme) {
        reportInsecure(
          url, server.host, isProduction: !productionColumns.isEmpty, matrix, &findings)
      }
    }
    // At this point, all production hosts are known.
    for (url, server) in zip(urls, servers)
    where !url.columns.contains(where: productions.contains) {
      guard let host = server?.host, let model = hosts.first(where: { $0.host == host }),
        !url.allows(host), !isReportedElsewhere(url, row, matrix)
      else { continue }
      findings.report(
        productionHost,
        "'\(url.path)' uses \(redactedHost(host, url, matrix)), which is the production host",
        about: url.path, at: url.location, in: matrix.names(url.columns),
        hint:
          "use the environment's own host, or allow this one with \"x-allowHosts\" in the schema",
        related: model.url.location.diagnosticLocation.map {
          [.init("also used in production here", at: $0, role: .duplicate)]
        } ?? [])
      // `production-host` is more specific than reporting that the value equals the base's value.
      findings.remove(DeadOverrideCheck.rule, for: url.path)
    }
  }

  /// Returns the reason that a host must not be used in production, as a predicate, or `nil` if
  /// there is none.
  private static func reason(_ host: ConfigHost) -> String? {
    host.unreachableReason ?? host.testWord.map { "looks like a test host ('\($0)')" }
  }

  /// Returns a host for a message, with its name redacted if the schema marks the value as secret.
  private static func redactedHost(_ host: ConfigHost, _ url: URLText, _ matrix: ConfigMatrix)
    -> String
  {
    ConfigRedaction(contract: matrix.contract).isMarked(url.path) ? "a host" : "'\(host)'"
  }

  /// Reports an unencrypted URL, except for a local host outside production.
  private static func reportInsecure(
    _ url: URLText, _ host: ConfigHost, isProduction: Bool, _ matrix: ConfigMatrix,
    _ findings: inout ConfigFindings
  ) {
    if !isProduction, host.unreachableReason != nil { return }
    // In this case, `ats-blocks-url` reports the URL more specifically.
    if let information = matrix.appleFiles.infoPlist,
      !AppleTransport(information).allowsInsecure(host)
    {
      return
    }
    findings.report(
      isProduction ? insecure : insecure.asWarning, "'\(url.path)' is an unencrypted URL",
      about: url.path, at: url.location, in: matrix.names(url.columns),
      hint: "use 'https:' or 'wss:'")
  }

  /// Returns whether another check reports the whole value: either it equals the production value
  /// although the schema forbids that, or it equals the value in the layer below.
  private static func isReportedElsewhere(_ url: URLText, _ row: ConfigRow, _ matrix: ConfigMatrix)
    -> Bool
  {
    if let marks = row.contract?.node.marks, marks.isDistinct,
      matrix.productions.contains(where: {
        row.cells[$0]?.value == row.cells[url.columns[0]]?.value
      })
    {
      return true
    }
    // A value that repeats the layer of another test environment was not copied from production.
    let layers = matrix.columns[url.columns[0]].environment.layers.filter {
      $0.value[url.path]?.string != nil
    }
    guard layers.count > 1, let last = layers.last?.value[url.path]?.string,
      let below = layers.dropLast().last, below.value[url.path]?.string?.equalsExactly(last) == true
    else { return false }
    return below.role != .base
  }
}

extension Rule {
  /// The rule with severity `warning`.
  var asWarning: Rule {
    Rule(.warning, code, summary, stage: stage, why: why, example: example, fix: fix)
  }
}
