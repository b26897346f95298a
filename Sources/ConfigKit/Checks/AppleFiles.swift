import TremaConfigValues
import TremaSupport

/// The property lists of an app other than its configuration, if they exist.
package struct ConfigAppleFiles: Sendable {
  /// `Info.plist`. Xcode may have to replace `$(NAME)` in it.
  package var infoPlist: ConfigValue?
  /// `GoogleService-Info.plist`, for all environments without their own file.
  package var googleServiceInfo: ConfigValue?
  /// `GoogleService-Info-<environment>.plist`, by environment name.
  package var googleServiceInfoByEnvironment: [String: ConfigValue] = [:]

  /// Creates an empty set of files.
  package init() {}

  /// All files that exist.
  package var all: [ConfigValue] {
    [infoPlist, googleServiceInfo].compactMap(\.self) + googleServiceInfoByEnvironment.values
  }

  /// Returns the Google property list that an environment is built with, or `nil` if there is none.
  func googleServiceInfo(of environment: String) -> ConfigValue? {
    googleServiceInfoByEnvironment[environment] ?? googleServiceInfo
  }

  /// The URL schemes that the app is registered for, and all schemes that it may open, in
  /// lowercase. `nil` without an Info.plist, or if one of the schemes is a build setting, because
  /// the list is then incomplete.
  var schemes: (registered: [ConfigValue], all: Set<String>)? {
    guard let information = infoPlist?.dictionary else { return nil }
    let types = information["CFBundleURLTypes"]?.array ?? []
    let registered = types.flatMap { $0.dictionary?["CFBundleURLSchemes"]?.array ?? [] }
    let queried = information["LSApplicationQueriesSchemes"]?.array ?? []
    var names: Set<String> = []
    for value in registered + queried {
      guard let name = value.string, !Self.isUnresolved(name) else { return nil }
      names.insert(String(decoding: name.utf8.map(ASCII.lowercased), as: UTF8.self))
    }
    return (registered, names)
  }

  /// Returns whether a string contains a build setting that only Xcode can replace: `$(NAME)`, or
  /// `${NAME}`, which is also allowed in Info.plist.
  static func isUnresolved(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.firstOffset(of: "$(") != nil || bytes.firstOffset(of: "${") != nil
  }
}
