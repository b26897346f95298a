import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Reports URLs whose scheme should open an app but is not registered in Info.plist.
struct AppleSchemeCheck: ConfigCheck {
  /// The rule of the check.
  static let rule = Rule(
    .error, "url-scheme-not-registered", "A URL's scheme is not registered in Info.plist.",
    why:
      "A login page can return to the app only through a scheme in `CFBundleURLTypes`, and the app "
      + "can query other schemes only if they are in `LSApplicationQueriesSchemes`. Google sign-in "
      + "requires the `REVERSED_CLIENT_ID` scheme from GoogleService-Info.plist.",
    example: """
      <key>redirectURI</key><string>myapp://login</string>   without `myapp` in Info.plist
      """,
    fix: "Add the scheme to `CFBundleURLTypes`, or correct the URL.")
  static var rules: [Rule] { [rule] }

  /// Checks all URLs, and the scheme of Google Sign-In in each environment. Schemes that resemble a
  /// network scheme are left to ``URLSyntaxCheck``.
  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    guard let information = matrix.appleFiles.infoPlist,
      let (registered, known) = matrix.appleFiles.schemes
    else { return }
    let related =
      information.location.diagnosticLocation.map {
        [Diagnostic.Related("Info.plist", at: $0, role: .rule)]
      }
      ?? []
    // The hint lists the schemes that open the app, not the schemes that the app may open.
    let names = registered.compactMap(\.string)
    let hint =
      names.isEmpty
      ? "add it to CFBundleURLTypes in Info.plist, which has no schemes"
      : "add it to CFBundleURLTypes in Info.plist, which has \(names.joined(separator: ", "))"
    matrix.forEachRow { row in
      for url in row.urls where url.kind == .url {
        guard let scheme = (try? url.parsed())?.scheme, !systemSchemes.contains(scheme),
          !known.contains(scheme), closestMatch(to: scheme, among: URLSyntaxCheck.schemes) == nil
        else { continue }
        findings.report(
          rule, "'\(url.path)' has the scheme '\(scheme)', which is not registered",
          about: url.path, at: url.location, in: matrix.names(url.columns), hint: hint,
          related: related)
      }
    }
    for column in matrix.columns {
      let google = matrix.appleFiles.googleServiceInfo(of: column.name)?.dictionary?[
        "REVERSED_CLIENT_ID"]
      guard let google, let scheme = google.string,
        !known.contains(String(decoding: scheme.utf8.map(ASCII.lowercased), as: UTF8.self))
      else { continue }
      // Findings are added one at a time so that equal findings in multiple environments are
      // merged.
      var found = ConfigFindings()
      found.report(
        rule, "the Google sign-in scheme '\(scheme)' is not registered",
        about: ConfigKeyPath(keys: ["REVERSED_CLIENT_ID"]), at: google.location, in: [], hint: hint,
        related: related)
      findings.add(found.diagnostics, in: column.name)
    }
  }

  /// The schemes that the system opens itself, or that never open an app.
  private static let systemSchemes: Set<String> = [
    "https", "http", "wss", "ws", "ftp", "ftps", "sftp", "mqtt", "mqtts", "grpc", "grpcs", "file",
    "data", "about", "blob", "mailto", "tel", "sms", "facetime", "facetime-audio", "maps", "itms",
    "itms-apps", "itms-appss", "app-settings", "urn", "geo", "webcal", "javascript", "redis",
    "postgres", "postgresql", "mysql", "mongodb", "amqp", "amqps",
  ]
}
