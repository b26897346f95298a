import TremaConfigValues
import TremaSupport

/// The reason that a configuration or one of its values cannot be used.
public enum ConfigurationError: Error, Hashable, Sendable {
  /// No layer has the key.
  case missingKey(String, Source)
  /// The value has another kind than the requested one: the key path, the expected and the actual
  /// kind.
  case wrongKind(String, expected: String, found: String, Source)
  /// The base is missing: the file names that were tried, and the folder.
  case missingFile([String], folder: String)
  /// The environment was selected, but has no file: its name, and the file names that were tried.
  case missingEnvironment(String, searched: [String])
  /// The file exists but cannot be used: its name, and the reason. No other file is used instead.
  case malformedFile(String, reason: String)
  /// The value of a key has another kind in one layer than in the layer below. All other keys keep
  /// their values. The origin is the location of the upper value, or the names of all files.
  case kindConflict(String, reason: String, origin: String)
  /// The value violates a rule of the schema that generated code checks: the key, the value unless
  /// it is a secret, the expectation of the rule, and the file, variable or option that contains
  /// the value.
  case invalidValue(String, value: String?, rule: String, origin: String)
  /// A variable or an argument sets a key that must not be set, or a value that the key cannot
  /// have.
  case invalidOverride(String)
  /// Another environment cannot be selected unless `Runtime.isDebug` is set.
  case notDebug(environment: String)

  /// The configuration in which a value was looked up.
  public struct Source: Hashable, Sendable {
    /// The name of the environment.
    public var environment: String
    /// The names of the files, the base first.
    public var files: [String]
  }
}

extension ConfigurationError: CustomStringConvertible {
  // The whole text is escaped for a terminal, because the names of keys, environments and files in
  // it are arbitrary.
  /// A description for logs and messages.
  public var description: String { TerminalText.escaped(text) }

  /// The message, in which control characters are not escaped yet.
  private var text: String {
    switch self {
    case .missingKey(let key, let source): "the configuration has no key '\(key)' (\(source))"
    case .wrongKind(let key, let expected, let found, let source):
      "'\(key)' is \(found), not \(expected) (\(source))"
    case .missingFile(let names, let folder):
      "there is no configuration: looked for \(names.joined(separator: ", ")) in \(folder)"
    case .missingEnvironment(let environment, let searched):
      "the environment '\(environment)' has no file: looked for \(searched.joined(separator: ", "))"
    case .malformedFile(let file, let reason): "\(file) cannot be used: \(reason)"
    case .kindConflict(let key, let reason, let origin):
      "\(origin): \(reason); only '\(key)' has no value, other keys are not affected"
    case .invalidValue(let key, let value, let rule, let origin):
      value.map { "'\(key)' is '\($0)'; it must be \(rule) (\(origin))" }
        ?? "'\(key)' breaks a rule of the schema: it must be \(rule) (\(origin))"
    case .invalidOverride(let reason): reason
    case .notDebug(let environment):
      "the environment '\(environment)' cannot be chosen at launch: Runtime.isDebug is not set"
    }
  }
}

extension ConfigurationError.Source: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String { TerminalText.escaped(text) }

  /// The description, in which control characters are not escaped yet.
  private var text: String {
    "environment '\(environment)', searched \(files.joined(separator: ", "))"
  }
}

/// A key whose value has another kind in one layer than in the layer below.
struct ConfigurationConflict: Sendable {
  /// The code of the diagnostic that the merge reports.
  static let code = "kind-conflict"

  /// The path of the key.
  let path: ConfigKeyPath
  /// The error that lookups of the key throw.
  let error: ConfigurationError

  /// Creates a conflict from a diagnostic of the merge.
  ///
  /// - Parameters:
  ///   - diagnostic: the diagnostic, whose subject is the path.
  ///   - files: the names of all files, as the origin if the diagnostic has no location.
  init(_ diagnostic: Diagnostic, files: String) {
    let key = diagnostic.subject
    path = ConfigKeyPath(key) ?? ConfigKeyPath([.key(key)])
    error = .kindConflict(
      key, reason: diagnostic.message, origin: diagnostic.location.map(Self.text) ?? files)
  }

  /// Returns a location as text, without the end.
  private static func text(of location: SourceLocation) -> String {
    location.start.map { "\(location.file):\($0.line):\($0.column)" } ?? location.file
  }

  /// Whether the key is in conflict, or is inside of a value that is.
  func contains(_ key: String) -> Bool {
    Self.paths(of: key).contains { $0.begins(with: path) }
  }

  /// Whether the conflict is inside of the value of the key.
  func isInside(_ key: String) -> Bool {
    Self.paths(of: key).contains(where: path.begins)
  }

  /// Returns the paths under which a key is looked up: as it is spelled, and as a path.
  private static func paths(of key: String) -> [ConfigKeyPath] {
    [ConfigKeyPath([.key(key)])] + (ConfigKeyPath(key).map { [$0] } ?? [])
  }
}

extension ConfigKeyPath {
  /// Whether the path begins with all components of another one, or equals it.
  fileprivate func begins(with other: ConfigKeyPath) -> Bool {
    ConfigKeyPath(Array(components.prefix(other.components.count))) == other
  }
}
