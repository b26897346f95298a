import TremaDiagnostics

/// Who the app is, in the configuration, in Info.plist and in the file of Google.
struct AppleIdentityCheck: ConfigCheck {
  static let rule = Rule(
    .error, "bundle-id-mismatch", "The file of Google is for another app.",
    why:
      "Firebase refuses the app, or counts its users under the other one; release builds with the "
      + "file of staging are the usual way to get there. Compared is `BUNDLE_ID` with the key "
      + "`bundleIdentifier` of the configuration, or else with `CFBundleIdentifier` of Info.plist, "
      + "unless that is a build setting.",
    example: """
      <key>BUNDLE_ID</key><string>com.example.staging</string>   in GoogleService-Info.plist
      <key>bundleIdentifier</key><string>com.example.app</string>   in Configuration.plist
      """,
    fix:
      "Take the file of the right app; an environment has one of its own as "
      + "`GoogleService-Info-staging.plist`.")
  static var rules: [Rule] { [rule] }

  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    for column in matrix.columns {
      guard let google = matrix.apple.google(of: column.name)?.dictionary?["BUNDLE_ID"],
        let name = google.string, let own = identifier(of: column, matrix),
        let expected = own.string, !name.isExactly(expected)
      else { continue }
      var found = ConfigFindings()
      found.report(
        rule, "the file of Google is for '\(name)', and the app is '\(expected)'",
        about: ConfigKeyPath(keys: ["BUNDLE_ID"]), at: google.place, in: [],
        hint: "take the file of the right app; an environment may have one of its own: "
          + "GoogleService-Info-ENVIRONMENT.plist",
        related: own.place.location.map {
          [.init("the app is called so here", at: $0, role: .definedHere)]
        } ?? [])
      findings.add(found.diagnostics, in: column.name)
    }
  }

  private static func identifier(
    of column: ConfigMatrix.Column, _ matrix: ConfigMatrix
  ) -> ConfigValue? {
    let configured = column.value.dictionary?["bundleIdentifier"]
    let value = configured ?? matrix.apple.information?.dictionary?["CFBundleIdentifier"]
    return value?.string.map { !ConfigAppleFiles.isUnresolved($0) } == true ? value : nil
  }
}
