/// A platform of the apps that use a text, as named in the `@platforms` and `@variant-of`
/// annotations.
package enum AppPlatform: String, CaseIterable, Sendable {
  case ios, android, web

  /// Returns the names of platforms in a fixed order.
  static func names(_ platforms: Set<AppPlatform>) -> [String] {
    allCases.filter(platforms.contains).map(\.rawValue)
  }

  /// The quoted names of all platforms, for messages.
  package static var list: String { allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ") }
}
