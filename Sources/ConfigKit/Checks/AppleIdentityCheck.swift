import TremaConfigValues
import TremaDiagnostics
import TremaSecrets

/// Compares the bundle identifier of the configuration with the identifiers in Info.plist and in
/// Google's property list.
struct AppleIdentityCheck: ConfigCheck {
  /// The rule of the check.
  static let rule = Rule(
    .error, "bundle-id-mismatch", "Info.plist or GoogleService-Info.plist is for a different app.",
    why:
      "Firebase rejects the app, or attributes its users to the other app. The usual cause is a "
      + "release build with the staging file. `BUNDLE_ID` in GoogleService-Info.plist and "
      + "`CFBundleIdentifier` in Info.plist are compared with the configuration's "
      + "`bundleIdentifier` key (or `bundleId`, or `PRODUCT_BUNDLE_IDENTIFIER`), and with each "
      + "other. Build settings are resolved if the configuration is in `.xcconfig` files; other "
      + "settings are unknown and not compared.",
    example: """
      <key>BUNDLE_ID</key><string>com.example.staging</string>   in GoogleService-Info.plist
      <key>bundleIdentifier</key><string>com.example.app</string>   in Configuration.plist
      """,
    fix:
      "Use this app's file; an environment can have its own, such as "
      + "`GoogleService-Info-staging.plist`.")
  static var rules: [Rule] { [rule] }

  /// Checks each environment, first against Info.plist, then against Google's property list. If the
  /// configuration has no identifier, the identifier in Info.plist is compared with Google's
  /// property list.
  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    for column in matrix.columns { compareInfoPlist(column, matrix, &findings) }
    for column in matrix.columns {
      guard
        let google = matrix.appleFiles.googleServiceInfo(of: column.name)?.dictionary?["BUNDLE_ID"],
        let name = google.string, let identifier = identifier(of: column, matrix),
        let expected = identifier.string, !name.equalsExactly(expected)
      else { continue }
      // Findings are added one at a time so that equal findings in multiple environments are
      // merged.
      var found = ConfigFindings()
      found.report(
        rule, "GoogleService-Info.plist is for '\(name)', but the app is '\(expected)'",
        about: ConfigKeyPath(keys: ["BUNDLE_ID"]), at: google.location, in: [],
        hint: "use this app's file; an environment can have its own, named "
          + "GoogleService-Info-ENVIRONMENT.plist",
        related: identifier.location.diagnosticLocation.map {
          [.init("the identifier of the app", at: $0, role: .definedHere)]
        } ?? [])
      findings.add(found.diagnostics, in: column.name)
    }
  }

  /// Compares the bundle identifiers of Info.plist and the configuration.
  private static func compareInfoPlist(
    _ column: ConfigMatrix.Column, _ matrix: ConfigMatrix, _ findings: inout ConfigFindings
  ) {
    guard let identifier = matrix.appleFiles.infoPlist?.dictionary?["CFBundleIdentifier"],
      let name = resolved(identifier, column)?.string,
      let configured = configuredIdentifier(column),
      let expected = configured.string, !name.equalsExactly(expected)
    else { return }
    var found = ConfigFindings()
    found.report(
      rule, "Info.plist is for '\(name)', but the app is '\(expected)'",
      about: ConfigKeyPath(keys: ["CFBundleIdentifier"]), at: identifier.location, in: [],
      hint: "use $(PRODUCT_BUNDLE_IDENTIFIER), or make both identifiers the same",
      related: configured.location.diagnosticLocation.map {
        [.init("the identifier of the app", at: $0, role: .definedHere)]
      } ?? [])
    findings.add(found.diagnostics, in: column.name)
  }

  /// Returns the bundle identifier of an environment from the configuration or, if there is none,
  /// from Info.plist.
  private static func identifier(
    of column: ConfigMatrix.Column, _ matrix: ConfigMatrix
  ) -> ConfigValue? {
    if let configured = configuredIdentifier(column) { return configured }
    return matrix.appleFiles.infoPlist?.dictionary?["CFBundleIdentifier"]
      .flatMap { resolved($0, column) }
  }

  /// Returns the bundle identifier in the configuration, or `nil` if it is known only to Xcode as a
  /// build setting.
  private static func configuredIdentifier(_ column: ConfigMatrix.Column) -> ConfigValue? {
    let names = ["bundleidentifier", "bundleid", "productbundleidentifier"].map { Array($0.utf8) }
    let value = column.value.dictionary?.entries
      .first { names.contains(SecretName.normalizedForm(of: $0.key)) }?.value
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
