/// The rules of a `strings.xml` file, which depend on the program that reads it.
enum ResourceDialect: Hashable, Sendable {
  /// Android's resource compiler, and `java.util.Formatter`.
  case android
  /// Compose Multiplatform; see ``ComposeText``.
  case compose

  /// The name of the platform in messages.
  var name: String {
    switch self {
    case .android: "Android"
    case .compose: "Compose Multiplatform"
    }
  }
}
