import TremaDiagnostics

/// The rules of the comparison with the files of the app, which `app` in `trema.json` declares.
extension Rule {
  /// The rules of the files of the app, and of the tables that the system reads.
  static let appRules: [Rule] = [
    missingUsageDescription, unusedUsageDescription, bundleLocalizations, developmentRegion,
    invalidInfoPlist, gradleLanguages, shortcutPhrase,
  ]

  private static let missingUsageDescription = Rule(
    .warning, "missing-usage-description",
    "A usage description of the Info.plist has no text in a language of the app.",
    why: "The system asks for permission with the text of the Info.plist, in the language it was "
      + "written in.",
    example: """
      <key>NSCameraUsageDescription</key>
      <string>Scans codes.</string>
      """,
    fix: "Add or translate the text, in an output with \"table\": \"InfoPlist\".")

  private static let unusedUsageDescription = Rule(
    .warning, "unused-usage-description",
    "The Info.plist does not declare the key of a translated usage description.",
    why:
      "The system reads the key from the Info.plist. Without it, the text is never shown, and an "
      + "app that accesses the protected resource is terminated.",
    example: """
      <text key="NSCameraUsageDescription">…</text>
      """,
    fix: "Add the key to the Info.plist, or remove the text.")

  private static let bundleLocalizations = Rule(
    .warning, "bundle-localizations",
    "CFBundleLocalizations of the Info.plist differs from the languages of the project.",
    why:
      "The system and the App Store offer the languages of this list. A language that is missing "
      + "in the list is not used; one without texts shows another language.",
    example: """
      <key>CFBundleLocalizations</key>
      <array><string>en</string></array>
      """,
    fix: "Apply the fix, or remove the key: without it, the folders of the bundle determine the "
      + "languages.")

  private static let developmentRegion = Rule(
    .warning, "development-region",
    "CFBundleDevelopmentRegion of the Info.plist is not the master language.",
    why:
      "It is the language of an app that has none of the user's languages, and should be the one "
      + "in which every text exists.",
    example: """
      <key>CFBundleDevelopmentRegion</key>
      <string>en</string>
      """,
    fix: "Apply the fix, or use $(DEVELOPMENT_LANGUAGE), which Xcode replaces.")

  private static let invalidInfoPlist = Rule(
    .error, "invalid-info-plist",
    "The Info.plist is binary, or has a value of the wrong type.",
    why: "The file cannot be compared with the texts and languages of the project.",
    example: """
      <key>CFBundleLocalizations</key>
      <string>en</string>
      """,
    fix: "Correct the value, or specify another file in trema.json.")

  private static let gradleLanguages = Rule(
    .warning, "gradle-languages",
    "The languages in the Gradle build file differ from the languages of the project.",
    why: "The build removes the resources of languages that localeFilters or "
      + "resourceConfigurations do not list. Without a list, it keeps the languages of all "
      + "libraries, so that Android offers languages that the app does not have.",
    example: """
      androidResources { localeFilters += listOf("en") }
      """,
    fix: "List the languages of the project.")

  private static let shortcutPhrase = Rule(
    .warning, "shortcut-phrase",
    "A phrase of an App Shortcut does not contain the name of the app.",
    why:
      "Xcode rejects a phrase of the table AppShortcuts without ${applicationName}, because Siri "
      + "finds the app by its name.",
    example: """
      <value lang="en">Start a scan</value>
      """,
    fix: "Add ${applicationName} to the phrase in each language.")
}
