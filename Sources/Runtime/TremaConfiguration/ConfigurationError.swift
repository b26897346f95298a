import TremaConfigValues
import TremaSupport

/// The reason that a configuration or one of its values cannot be used.
public enum ConfigurationError: Error, Hashable, Sendable {
  /// No layer has the key.
  case missingKey(String, Source)
  /// The value has a different kind than requested. The associated values are the key path, the
  /// expected kind and the actual kind.
  case wrongKind(String, expected: String, found: String, Source)
  /// The base is missing. The associated values are the searched file names and the folder.
  case missingFile([String], folder: String)
  /// The environment was selected but has no file. The associated values are its name and the
  /// searched file names.
  case missingEnvironment(String, searched: [String])
  /// The file exists but cannot be used. The associated values are its name and the reason. No
  /// other file is used instead.
  case malformedFile(String, reason: String)
  /// The value of a key has a different kind in one layer than in the layer below. All other keys
  /// keep their values. The origin is the upper value's location, or the names of all files.
  case kindConflict(String, reason: String, origin: String)
  /// The value violates a rule of the schema that generated code checks. The associated values are
  /// the key, the value unless it is secret, the expectation of the rule, and the file, variable or
  /// option that contains the value.
  case invalidValue(String, value: String?, rule: String, origin: String)
  /// A variable or an argument sets a key that must not be set, or sets a value that the key cannot
  /// have.
  case invalidOverride(String)
  /// A different environment cannot be selected unless `Runtime.isDebug` is set.
  case notDebug(environment: String)

  /// The configuration that a value was looked up in.
  public struct Source: Hashable, Sendable {
    /// The environment's name.
    public var environment: String
    /// The names of the files, the base first.
    public var files: [String]
  }
}

extension ConfigurationError: CustomStringConvertible {
  // The whole message is escaped for a terminal, because it contains arbitrary names of keys,
  // environments and files.
  /// A textual representation of the error.
  public var description: String { TerminalText.escaped(text) }

  /// The message before control characters are escaped.
  private var text: String {
    switch self {
    case .missingKey(let key, let source): "the configuration has no key '\(key)' (\(source))"
    case .wrongKind(let key, let expected, let found, let source):
      "'\(key)' must be \(expected), not \(found) (\(source))"
    case .missingFile(let names, let folder):
      "there is no configuration in \(folder): searched for \(names.joined(separator: ", "))"
    case .missingEnvironment(let environment, let searched):
      "the environment '\(environment)' has no file: searched for \(searched.joined(separator: ", "))"
    case .malformedFile(let file, let reason): "invalid configuration in \(file): \(reason)"
    case .kindConflict(let key, let reason, let origin):
      "\(origin): \(reason); '\(key)' has no value, but other keys are not affected"
    case .invalidValue(let key, let value, let rule, let origin):
      value.map { "'\(key)' is '\($0)'; it must be \(rule) (\(origin))" }
        ?? "'\(key)' violates the schema: it must be \(rule) (\(origin))"
    case .invalidOverride(let reason): reason
    case .notDebug(let environment):
      "the environment '\(environment)' cannot be selected at launch: Runtime.isDebug is not set"
    }
  }
}

extension ConfigurationError.Source: CustomStringConvertible {
  /// A textual representation of this instance.
  public var description: String { TerminalText.escaped(text) }

  /// The description before control characters are escaped.
  private var text: String {
    "environment '\(environment)', searched \(files.joined(separator: ", "))"
  }
}

/// A key whose value has a different kind in one layer than in the layer below.
struct ConfigurationConflict: Sendable {
  /// The code of the diagnostic that the merge reports.
  static let code = "kind-conflict"

  /// The key's path.
  let path: ConfigKeyPath
  /// The error that lookups of the key throw.
  let error: ConfigurationError

  /// Creates a conflict from a merge diagnostic.
  ///
  /// - Parameters:
  ///   - diagnostic: The diagnostic. Its subject is the path.
  ///   - files: The names of all files, used as the origin if the diagnostic has no location.
  init(_ diagnostic: Diagnostic, files: String) {
    let key = diagnostic.subject
    path = ConfigKeyPath(key) ?? ConfigKeyPath([.key(key)])
    error = .kindConflict(
      key, reason: diagnostic.message, origin: diagnostic.location.map(Self.text) ?? files)
  }

  /// Returns a location as a string, without its end.
  private static func text(of location: SourceLocation) -> String {
    location.start.map { "\(location.file):\($0.line):\($0.column)" } ?? location.file
  }

  /// Returns whether the key is in conflict or inside a value that is.
  func contains(_ key: String) -> Bool {
    Self.paths(of: key).contains { $0.begins(with: path) }
  }

  /// Returns whether the conflict is inside the value of the key.
  func isInside(_ key: String) -> Bool {
    Self.paths(of: key).contains(where: path.begins)
  }

  /// Returns the paths that are looked up for a key: its exact name, and the path that it denotes.
  private static func paths(of key: String) -> [ConfigKeyPath] {
    [ConfigKeyPath([.key(key)])] + (ConfigKeyPath(key).map { [$0] } ?? [])
  }
}

extension ConfigKeyPath {
  /// Returns whether another path is a prefix of the path or equal to it.
  fileprivate func begins(with other: ConfigKeyPath) -> Bool {
    ConfigKeyPath(Array(components.prefix(other.components.count))) == other
  }
}
