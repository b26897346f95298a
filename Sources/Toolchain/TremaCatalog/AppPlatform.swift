/// A platform of apps that use texts, as the annotation `@platforms` names it.
package enum AppPlatform: String, CaseIterable, Sendable {
  case ios, android, web
}
