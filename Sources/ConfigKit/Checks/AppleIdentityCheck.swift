import TremaConfigValues
import TremaDiagnostics
import TremaSecrets

/// Compares the bundle identifier of the configuration with those in Info.plist and in the property
/// list of Google.
struct AppleIdentityCheck: ConfigCheck {
  /// The rule of the check.
  static let rule = Rule(
    .error, "bundle-id-mismatch", "Info.plist or GoogleService-Info.plist is for another app.",
    why:
      "Firebase rejects the app, or counts its users for the other app; the usual cause is a "
      + "release build with the file of staging. `BUNDLE_ID` of GoogleService-Info.plist and "
      + "`CFBundleIdentifier` of Info.plist are compared with the key `bundleIdentifier` (or "
      + "`bundleId`, or `PRODUCT_BUNDLE_IDENTIFIER`) of the configuration, and with each other. "
      + "Build settings are replaced if the configuration is in `.xcconfig`; others are unknown "
      + "and not compared.",
    example: """
      <key>BUNDLE_ID</key><string>com.example.staging</string>   in GoogleService-Info.plist
      <key>bundleIdentifier</key><string>com.example.app</string>   in Configuration.plist
      """,
    fix:
      "Use the file of this app; an environment can have its own, such as "
      + "`GoogleService-Info-staging.plist`.")
  static var rules: [Rule] { [rule] }

  /// Examines each environment, first with Info.plist and then with the file of Google. If the
  /// configuration has no identifier, that of Info.plist is compared with the file of Google.
  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    for column in matrix.columns { compareInfoPlist(column, matrix, &findings) }
    for column in matrix.columns {
      guard
        let google = matrix.appleFiles.googleServiceInfo(of: column.name)?.dictionary?["BUNDLE_ID"],
        let name = google.string, let identifier = identifier(of: column, matrix),
        let expected = identifier.string, !name.isExactly(expected)
      else { continue }
      // The findings are added one by one, so that equal ones of several environments are merged.
      var found = ConfigFindings()
      found.report(
        rule, "GoogleService-Info.plist is for '\(name)', but the app is '\(expected)'",
        about: ConfigKeyPath(keys: ["BUNDLE_ID"]), at: google.location, in: [],
        hint: "use the file of this app; an environment can have its own: "
          + "GoogleService-Info-ENVIRONMENT.plist",
        related: identifier.location.diagnosticLocation.map {
          [.init("the identifier of the app", at: $0, role: .definedHere)]
        } ?? [])
      findings.add(found.diagnostics, in: column.name)
    }
  }

  /// Compares the bundle identifier of Info.plist with that of the configuration.
  private static func compareInfoPlist(
    _ column: ConfigMatrix.Column, _ matrix: ConfigMatrix, _ findings: inout ConfigFindings
  ) {
    // Without an identifier in the configuration there is nothing to compare with.
    guard let identifier = matrix.appleFiles.infoPlist?.dictionary?["CFBundleIdentifier"],
      let name = resolved(identifier, column)?.string,
      let configured = configuredIdentifier(column),
      let expected = configured.string, !name.isExactly(expected)
    else { return }
    var found = ConfigFindings()
    found.report(
      rule, "Info.plist is for '\(name)', but the app is '\(expected)'",
      about: ConfigKeyPath(keys: ["CFBundleIdentifier"]), at: identifier.location, in: [],
      hint: "write $(PRODUCT_BUNDLE_IDENTIFIER), or make both the same",
      related: configured.location.diagnosticLocation.map {
        [.init("the identifier of the app", at: $0, role: .definedHere)]
      } ?? [])
    findings.add(found.diagnostics, in: column.name)
  }

  /// Returns the bundle identifier of an environment: that of the configuration, else that of
  /// Info.plist.
  private static func identifier(
    of column: ConfigMatrix.Column, _ matrix: ConfigMatrix
  ) -> ConfigValue? {
    if let configured = configuredIdentifier(column) { return configured }
    return matrix.appleFiles.infoPlist?.dictionary?["CFBundleIdentifier"]
      .flatMap { resolved($0, column) }
  }

  /// Returns the bundle identifier in the configuration, or `nil` if only a build setting of Xcode
  /// has it.
  private static func configuredIdentifier(_ column: ConfigMatrix.Column) -> ConfigValue? {
    let names = ["bundleidentifier", "bundleid", "productbundleidentifier"].map { Array($0.utf8) }
    let value = column.value.dictionary?.entries
      .first { names.contains(SecretName.spelling(of: $0.key)) }?.value
    return value.flatMap { resolved($0, column) }
  }

  /// Returns the value with build settings replaced, or `nil` if one of them is unknown.
  private static func resolved(
    _ value: ConfigValue, _ column: ConfigMatrix.Column
  ) -> ConfigValue? {
    guard let text = value.string else { return nil }
    if !ConfigAppleFiles.isUnresolved(text) { return value }
    return BuildSettings(column.value).resolved(text).map {
      ConfigValue(.string($0), at: value.location)
    }
  }
}
