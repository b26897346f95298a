import TremaConfigValues
import TremaSupport

/// A key whose value is of another kind in one layer than in the layer below.
struct ConfigurationConflict: Sendable {
  static let code = "kind-conflict"

  let path: ConfigKeyPath
  let error: ConfigurationError

  init(_ diagnostic: Diagnostic, files: String) {
    let key = diagnostic.subject
    path = ConfigKeyPath(key) ?? ConfigKeyPath([.key(key)])
    error = .kindConflict(
      key, reason: diagnostic.message, origin: diagnostic.location.map(Self.text) ?? files)
  }

  private static func text(of location: SourceLocation) -> String {
    location.start.map { "\(location.file):\($0.line):\($0.column)" } ?? location.file
  }

  /// Whether the key is in conflict itself, or inside of the value that is.
  func contains(_ key: String) -> Bool {
    Self.paths(of: key).contains { $0.begins(with: path) }
  }

  /// Whether the conflict is inside of the value of the key.
  func isInside(_ key: String) -> Bool {
    Self.paths(of: key).contains(where: path.begins)
  }

  /// A key is looked up as it is spelled, and as a path.
  private static func paths(of key: String) -> [ConfigKeyPath] {
    [ConfigKeyPath([.key(key)])] + (ConfigKeyPath(key).map { [$0] } ?? [])
  }
}

extension ConfigKeyPath {
  fileprivate func begins(with other: ConfigKeyPath) -> Bool {
    ConfigKeyPath(Array(components.prefix(other.components.count))) == other
  }
}
