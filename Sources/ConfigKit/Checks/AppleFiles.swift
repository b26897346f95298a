import TremaConfigValues
import TremaSupport

/// The property lists of an app beside its configuration, as far as they are known.
package struct ConfigAppleFiles: Sendable {
  /// `Info.plist`, in which Xcode may still have to replace `$(NAME)`.
  package var information: ConfigValue?
  /// `GoogleService-Info.plist`.
  package var google: ConfigValue?
  /// `GoogleService-Info-staging.plist`, by environment.
  package var googleOfEnvironment: [String: ConfigValue] = [:]

  package init() {}

  /// All that there are.
  package var all: [ConfigValue] {
    [information, google].compactMap(\.self) + googleOfEnvironment.values
  }

  /// The file of Google that an environment is built with.
  func google(of environment: String) -> ConfigValue? {
    googleOfEnvironment[environment] ?? google
  }

  /// The URL schemes that the app is opened by, and those that it may ask for; nil without an
  /// Info.plist, or when a build setting is among them, so that not all are known.
  var schemes: (own: [ConfigValue], all: Set<String>)? {
    guard let information = information?.dictionary else { return nil }
    let types = information["CFBundleURLTypes"]?.array ?? []
    let own = types.flatMap { $0.dictionary?["CFBundleURLSchemes"]?.array ?? [] }
    let asked = information["LSApplicationQueriesSchemes"]?.array ?? []
    var names: Set<String> = []
    for value in own + asked {
      guard let name = value.string, !Self.isUnresolved(name) else { return nil }
      names.insert(String(decoding: name.utf8.map(ASCII.lowercased), as: UTF8.self))
    }
    return (own, names)
  }

  /// Whether a string has a build setting that only Xcode knows: `$(NAME)`, and `${NAME}` as
  /// Info.plist allows it, too.
  static func isUnresolved(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.place(of: "$(") != nil || bytes.place(of: "${") != nil
  }
}
