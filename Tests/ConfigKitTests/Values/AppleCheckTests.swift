import ConfigKit
import Testing
import TremaConfigValues
import TremaSupport

@Suite struct AppleCheckTests {
  private func files(_ information: String?, google: String? = nil, staging: String? = nil) throws
    -> ConfigAppleFiles
  {
    var files = ConfigAppleFiles()
    files.infoPlist = try information.map { try CheckedValues.value($0, file: "Info.plist") }
    files.googleServiceInfo = try google.map { try CheckedValues.value($0, file: "Google") }
    files.googleServiceInfoByEnvironment["staging"] = try staging.map {
      try CheckedValues.value($0, file: "Google-staging")
    }
    return files
  }

  @Test func `App Transport Security exceptions in Info.plist are respected`() throws {
    let base = """
      {"aURL": "http://api.example.com", "bURL": "http://sub.old.example.org",
       "cURL": "http://old.example.net", "dURL": "http://sub.old.example.net",
       "eURL": "https://api.example.com"}
      """
    let information = """
      {"NSAppTransportSecurity": {"NSExceptionDomains": {
        "old.example.org": {"NSIncludesSubdomains": true, "NSExceptionAllowsInsecureHTTPLoads": true},
        "old.example.net": {"NSExceptionAllowsInsecureHTTPLoads": true},
        "gone.example.net": {}}}}
      """
    let values = CheckedValues(base: base, apple: try files(information))
    #expect(
      try values.findings("ats-blocks-url", "ats-unused-exception", "ats-arbitrary-loads") == [
        "error [ats-blocks-url] 'aURL' is an unencrypted URL, and Info.plist has no exception "
          + "for its host | use 'https:' or 'wss:', or add the host to NSExceptionDomains | "
          + "production",
        "error [ats-blocks-url] 'dURL' is an unencrypted URL, and Info.plist has no exception "
          + "for its host | use 'https:' or 'wss:', or add the host to NSExceptionDomains | "
          + "production",
        "note [ats-unused-exception] no URL in the configuration uses the domain "
          + "'gone.example.net' | remove it, unless the app builds such URLs itself | ",
      ])
    // A blocked URL is reported once.
    #expect(try values.codes("insecure-url").count == 2)
  }

  @Test func `disabled App Transport Security is a warning`() throws {
    let values = CheckedValues(
      base: #"{"aURL": "http://api.example.com"}"#, overlays: [("dev", "{}")],
      apple: try files(#"{"NSAppTransportSecurity": {"NSAllowsArbitraryLoads": true}}"#))
    #expect(
      try values.findings("ats-arbitrary-loads", "ats-blocks-url") == [
        "warning [ats-arbitrary-loads] App Transport Security is disabled | list the hosts that "
          + "need it in NSExceptionDomains | production"
      ])
    let refined = CheckedValues(
      base: #"{"aURL": "http://api.example.com"}"#,
      apple: try files(
        #"{"NSAppTransportSecurity": {"NSAllowsArbitraryLoads": true, "NSAllowsLocalNetworking": true}}"#
      ))
    #expect(try refined.codes("ats-blocks-url") == ["ats-blocks-url"])
  }

  @Test func `GoogleService-Info.plist must match the app of the environment`() throws {
    let values = CheckedValues(
      base: #"{"bundleIdentifier": "com.example.app"}"#,
      overlays: [("staging", #"{"bundleIdentifier": "com.example.staging"}"#), ("dev", "{}")],
      apple: try files(
        nil, google: #"{"BUNDLE_ID": "com.example.app"}"#,
        staging: #"{"BUNDLE_ID": "com.example.stage"}"#))
    #expect(
      try values.findings("bundle-id-mismatch") == [
        "error [bundle-id-mismatch] GoogleService-Info.plist is for 'com.example.stage', but the "
          + "app is 'com.example.staging' | use this app's file; an environment can have its "
          + "own, named GoogleService-Info-ENVIRONMENT.plist | staging"
      ])
  }

  @Test(arguments: [
    (#"{"CFBundleIdentifier": "com.example.app"}"#, 0),
    (#"{"CFBundleIdentifier": "com.example.other"}"#, 1),
    (#"{"CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)"}"#, 0),
  ])
  func `an identifier that only Xcode can resolve is not compared`(information: String, count: Int)
    throws
  {
    let values = CheckedValues(
      base: "{}",
      apple: try files(information, google: #"{"BUNDLE_ID": "com.example.app"}"#))
    #expect(try values.codes("bundle-id-mismatch").count == count)
  }

  @Test func `URL schemes that open the app must be registered`() throws {
    let base =
      #"{"redirectURI": "myapp://login", "otherURL": "other://x", "mailURL": "mailto:a@b.c"}"#
    let google = #"{"REVERSED_CLIENT_ID": "com.googleusercontent.apps.1"}"#
    let information = #"{"CFBundleURLTypes": [{"CFBundleURLSchemes": ["Other"]}]}"#
    let values = CheckedValues(base: base, apple: try files(information, google: google))
    #expect(
      try values.findings("url-scheme-not-registered") == [
        "error [url-scheme-not-registered] 'redirectURI' has the scheme 'myapp', which is not "
          + "registered | add it to CFBundleURLTypes in Info.plist, which has Other | production",
        "error [url-scheme-not-registered] the Google sign-in scheme "
          + "'com.googleusercontent.apps.1' is not registered | add it to CFBundleURLTypes in "
          + "Info.plist, which has Other | production",
      ])
    let unknown = #"{"CFBundleURLTypes": [{"CFBundleURLSchemes": ["$(SCHEME)"]}]}"#
    #expect(
      try CheckedValues(base: base, apple: try files(unknown, google: google)).codes(
        "url-scheme-not-registered") == [])
  }

  @Test func `an unexpanded build setting is an error, with its own code in a URL`() throws {
    let values = CheckedValues(
      base: """
        {"name": "$(PRODUCT_NAME)", "names": ["a $(X:lower) b"], "price": "$(5)", "sum": "$1",
         "apiURL": "https://$(HOST)"}
        """, overlays: [("dev", "{}")])
    #expect(
      try values.findings("unresolved-build-setting") == [
        "error [unresolved-build-setting] 'name' contains the build setting "
          + "'PRODUCT_NAME', which is never replaced | replace it with the value, or let the app "
          + "read it from Info.plist | dev, production",
        "error [unresolved-build-setting] 'names[0]' contains the build setting "
          + "'X', which is never replaced | replace it with the value, or let the app read it "
          + "from Info.plist | dev, production",
      ])
  }
}

/// Info.plist compared with configurations that are build settings.
@Suite struct AppleVariableTests {
  private func findings(_ information: String, base: String, staging: String) throws -> [String] {
    var matrix = ConfigMatrix(
      try [("production", base, "{}"), ("staging", base, staging)].map { name, base, own in
        ConfigEnvironment(
          name, isProduction: name == "production",
          layers: [
            ConfigLayer(
              .base, name: "Configuration.xcconfig", try CheckedValues.value(base, file: "base")),
            ConfigLayer(
              .environment(name), name: "Configuration-\(name).xcconfig",
              try CheckedValues.value(own, file: name)),
          ])
      })
    matrix.appleFiles.infoPlist = try CheckedValues.value(information, file: "Info.plist")
    return ConfigChecker.findings(in: matrix).map {
      "\($0.severity) [\($0.code)] \($0.message) | \($0.hint ?? "") | "
        + $0.environments.joined(separator: " ")
    }
  }

  @Test func `a build setting that an environment does not define is reported`() throws {
    #expect(
      try findings(
        """
        {"A": "$(API_URL)", "B": "$(API_ULR)", "C": "$(ONLY_STAGING:lower)", "D": "$(UNKNOWN)",
         "E": "$(PRODUCT_NAME) ${MARKETING_VERSION}", "F": "$(OTHER:default=x)"}
        """, base: #"{"API_URL": "https://api.example.com"}"#,
        staging: #"{"ONLY_STAGING": "1"}"#
      ).filter { $0.contains("build-setting") } == [
        "error [undefined-build-setting] Info.plist uses the build setting 'API_ULR', which is "
          + "not set in any environment | did you mean 'API_URL'? | ",
        "error [undefined-build-setting] Info.plist uses the build setting 'ONLY_STAGING', which "
          + "is not set in production | set it in the base, or in each environment's file | "
          + "production",
        "warning [undefined-build-setting] Info.plist uses the build setting 'UNKNOWN', which is "
          + "not set in any environment | set it in the base, or in each environment's file | ",
      ])
  }

  @Test func `the bundle identifier in Info.plist must match each environment`() throws {
    let base = #"{"PRODUCT_BUNDLE_IDENTIFIER": "com.example.app", "SUFFIX": ""}"#
    let staging = #"{"PRODUCT_BUNDLE_IDENTIFIER": "com.example.app.qa", "SUFFIX": ".staging"}"#
    func found(_ identifier: String) throws -> [String] {
      try findings("{\"CFBundleIdentifier\": \"\(identifier)\"}", base: base, staging: staging)
        .filter { $0.contains("bundle-id") }
    }
    #expect(try found("$(PRODUCT_BUNDLE_IDENTIFIER)") == [])
    #expect(
      try found("com.example.app") == [
        "error [bundle-id-mismatch] Info.plist is for 'com.example.app', but the app is "
          + "'com.example.app.qa' | use $(PRODUCT_BUNDLE_IDENTIFIER), or make both identifiers "
          + "the same | staging"
      ])
    #expect(
      try found("com.example.app$(SUFFIX)").first?.contains("is for 'com.example.app.staging'")
        == true)
  }
}
