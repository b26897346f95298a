import TremaConfigValues
import TremaDiagnostics
import TremaSecrets
import TremaSupport

/// Reports build settings that Info.plist uses but the configuration files do not set.
struct AppleVariableCheck: ConfigCheck {
  /// The rule of the check. The finding is a warning if the project itself may define the build
  /// setting.
  static let rule = Rule(
    .error, "undefined-build-setting",
    "Info.plist uses a build setting that is not set in every environment.",
    why:
      "Xcode replaces it with an empty string. Names such as `$(NAME)` are compared with the keys "
      + "of configurations in `.xcconfig` files. A setting that is not set in any environment may "
      + "be set in the Xcode project, so it is only a warning. Xcode's own settings are known.",
    example: """
      <key>APIURL</key><string>$(API_URL)</string>  Info.plist
      API_ULR = …                                   Configuration.xcconfig
      """,
    fix: "Correct the name, or set it in the base or in each environment's file.")
  static var rules: [Rule] { [rule] }

  /// Checks each build setting in Info.plist once, if Xcode reads a configuration file.
  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    guard let information = matrix.appleFiles.infoPlist, matrix.hasBuildSettings else { return }
    let settings = matrix.columns.map { BuildSettings($0.value) }
    let names = settings.flatMap(\.names)
    var search = ClosestMatchSearch()
    var known: Set<String> = []
    information.forEachLeaf { path, value in
      for name in BuildSettings.names(in: value.string ?? "") where known.insert(name).inserted {
        let missing = settings.indices.filter { settings[$0][name] == nil }
        guard !missing.isEmpty else { continue }
        // If some environments set it, the others lack it, even if Xcode has a setting with this
        // name.
        let isSetSomewhere = missing.count < settings.count
        if !isSetSomewhere, XcodeSetting.isPredefined(name) { continue }
        let suggestion = isSetSomewhere ? nil : search.closestMatch(to: name, among: names)
        // Without a similar name, the project itself may define it, so the finding is a warning.
        findings.report(
          isSetSomewhere || suggestion != nil ? rule : rule.asWarning,
          "Info.plist uses the build setting '\(name)', which "
            + (isSetSomewhere
              ? "is not set in \(matrix.names(missing).joined(separator: ", "))"
              : "is not set in any environment"),
          about: path, at: value.location,
          in: isSetSomewhere ? matrix.names(missing) : [],
          hint: suggestion.map { "did you mean '\($0)'?" }
            ?? "set it in the base, or in each environment's file")
      }
    }
  }
}

extension ConfigMatrix {
  /// Whether Xcode also reads a configuration file.
  var hasBuildSettings: Bool {
    columns.contains { column in
      column.environment.layers.contains { $0.name.hasSuffix(".xcconfig") }
    }
  }
}

/// The values of an environment as build settings, under their names in Xcode.
struct BuildSettings {
  /// The values by normalized name.
  private var values: [[UInt8]: String] = [:]
  /// The names of all settings, for suggestions.
  private(set) var names: [String] = []

  /// Collects the strings of a configuration.
  init(_ value: ConfigValue) {
    value.forEachLeaf { path, value in
      guard let text = value.string else { return }
      let name = ConfigNames.name(of: path.keyNames)
      if values.updateValue(text, forKey: SecretName.normalizedForm(of: name)) == nil {
        names.append(name)
      }
    }
  }

  /// The value of a build setting, or `nil`. Names are compared without case and punctuation,
  /// because another layer may use `api.url` for `API__URL`.
  subscript(name: String) -> String? { values[SecretName.normalizedForm(of: name)] }

  /// Returns a string with references to build settings replaced by their values.
  ///
  /// - Returns: `nil` if a setting is not set, or if its value contains another reference.
  func resolved(_ text: String) -> String? {
    var resolved = text
    for name in Self.names(in: text) {
      guard let value = self[name], !ConfigAppleFiles.isUnresolved(value) else { return nil }
      resolved = Self.replacing(name, by: value, in: resolved)
    }
    return ConfigAppleFiles.isUnresolved(resolved) ? nil : resolved
  }

  /// Returns a string with each reference to one setting replaced.
  private static func replacing(_ name: String, by value: String, in text: String) -> String {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.first {
      let form = ["$(\(name))", "${\(name)}"].first { rest.starts(with: $0.utf8) }
      if let form {
        bytes += value.utf8
        rest = rest.dropFirst(form.utf8.count)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the name in each `$(NAME)`, `${NAME}` and `$(NAME:lower)`, but not in references with
  /// a default value.
  static func names(in text: String) -> [String] {
    var names: [String] = []
    var rest = Array(text.utf8)[...]
    while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest[(dollar + 1)...]
      guard let open = rest.first, "({".utf8.contains(open) else { continue }
      let name = rest.dropFirst().prefix { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
      let end = rest[name.endIndex...]
      let hasDefault = end.starts(with: ":default".utf8)
      guard !name.isEmpty, !hasDefault, end.first.map({ ")}:".utf8.contains($0) }) == true else {
        continue
      }
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names
  }
}

/// The build settings that Xcode sets itself, or that every project sets.
///
/// See the Xcode Build Settings Reference.
enum XcodeSetting {
  /// Returns whether Xcode or every project sets a build setting.
  static func isPredefined(_ name: String) -> Bool {
    names.contains(name) || prefixes.contains(where: name.hasPrefix)
  }

  /// The names of individual settings.
  private static let names: Set<String> = [
    "CURRENT_PROJECT_VERSION", "MARKETING_VERSION", "DEVELOPMENT_LANGUAGE", "DEVELOPMENT_TEAM",
    "AppIdentifierPrefix", "TeamIdentifierPrefix", "CONFIGURATION", "CFBundleIdentifier",
    "VERSIONING_SYSTEM", "WRAPPER_EXTENSION", "LOCALIZED_STRING_MACRO_NAMES", "SRCROOT",
    "PROJECT_NAME", "PROJECT_DIR", "CODE_SIGN_IDENTITY", "PROVISIONING_PROFILE_SPECIFIER",
    "IPHONEOS_DEPLOYMENT_TARGET", "MACOSX_DEPLOYMENT_TARGET", "WATCHOS_DEPLOYMENT_TARGET",
    "TVOS_DEPLOYMENT_TARGET", "XROS_DEPLOYMENT_TARGET", "BUNDLE_DISPLAY_NAME", "APP_DISPLAY_NAME",
  ]
  /// The prefixes that identify groups of settings.
  private static let prefixes = [
    "PRODUCT_", "EXECUTABLE_", "TARGET_", "INFOPLIST_", "ASSETCATALOG_", "SDK", "PLATFORM_",
    "SWIFT_", "XCODE_", "FLUTTER_", "BUILT_", "CONTENTS_", "UNLOCALIZED_",
  ]
}

extension ConfigKeyPath {
  /// The keys of the path, without indices.
  var keyNames: [String] {
    components.compactMap { if case .key(let key) = $0 { key } else { nil } }
  }
}
