import TremaConfigValues
import TremaDiagnostics

/// Compares a configuration's URLs with the App Transport Security settings in Info.plist.
struct AppleTransportCheck: ConfigCheck {
  /// The rule for URLs that are blocked.
  static let blocked = Rule(
    .error, "ats-blocks-url", "App Transport Security blocks requests to a URL.",
    why:
      "iOS blocks `http:` and `ws:` to public hosts unless Info.plist has an exception. Every "
      + "request to the URL fails.",
    example: """
      <key>apiURL</key><string>http://api.example.com</string>   without an exception in Info.plist
      """,
    fix:
      "Use `https:`. If the server does not support it, add its host to `NSExceptionDomains` with "
      + "`NSExceptionAllowsInsecureHTTPLoads`.")
  /// The rule for disabling App Transport Security.
  static let arbitrary = Rule(
    .warning, "ats-arbitrary-loads", "Info.plist disables App Transport Security.",
    why:
      "`NSAllowsArbitraryLoads` allows all requests without encryption, even in the released app, "
      + "and App Store review requires a justification.",
    example: """
      <key>NSAllowsArbitraryLoads</key><true/>
      """,
    fix: "List the hosts that need it in `NSExceptionDomains`.")
  /// The rule for exceptions that no URL needs.
  static let unused = Rule(
    .note, "ats-unused-exception", "Info.plist has an exception for a domain that no URL uses.",
    why: "It weakens the app unnecessarily, and is hard to remove later.",
    example: """
      <key>NSExceptionDomains</key><dict><key>old.example.com</key>…
      """,
    fix: "Remove it, unless the app builds such URLs itself.")
  static var rules: [Rule] { [blocked, arbitrary, unused] }

  /// Checks all URLs, then the exceptions that none of them needs.
  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    guard let information = matrix.appleFiles.infoPlist else { return }
    let transport = AppleTransport(information)
    var hosts: Set<ConfigHost> = []
    matrix.forEachRow { row in
      for url in row.urls {
        guard let server = url.server else { continue }
        // All hosts are collected, even encrypted ones, to find exceptions that no URL needs.
        hosts.insert(server.host)
        guard ["http", "ws"].contains(server.scheme), !transport.allowsInsecure(server.host)
        else { continue }
        findings.report(
          blocked,
          "'\(url.path)' is an unencrypted URL, and Info.plist has no exception for its host",
          about: url.path, at: url.location, in: matrix.names(url.columns),
          hint: "use 'https:' or 'wss:', or add the host to NSExceptionDomains",
          related: information.location.diagnosticLocation.map {
            [.init("Info.plist", at: $0, role: .rule)]
          }
            ?? [])
      }
    }
    // Arbitrary loads are reported only if there is a production environment.
    let security = ConfigKeyPath(keys: ["NSAppTransportSecurity"])
    if let entry = transport.arbitraryLoads, !matrix.productions.isEmpty {
      findings.report(
        arbitrary, "App Transport Security is disabled", about: security.appending(entry.key),
        at: entry.keyLocation, in: matrix.names(matrix.productions),
        hint: "list the hosts that need it in NSExceptionDomains")
    }
    for exception in transport.exceptions where !hosts.contains(where: exception.covers) {
      findings.report(
        unused, "no URL in the configuration uses the domain '\(exception.domain)'",
        about: security.appending("NSExceptionDomains").appending(exception.domain),
        at: exception.location, in: [], hint: "remove it, unless the app builds such URLs itself")
    }
  }
}
