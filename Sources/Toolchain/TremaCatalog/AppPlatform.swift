/// A platform of the apps that use a text, as named in the `@platforms` annotation.
package enum AppPlatform: String, CaseIterable, Sendable {
  case ios, android, web
}
