import TremaConfigValues
import TremaSupport

/// Why a value of a configuration cannot be had.
public enum ConfigurationError: Error, Hashable, Sendable {
  /// No layer has the key.
  case missingKey(String, Place)
  /// The value is there and is something else: what was asked for, and what it is.
  case wrongKind(String, expected: String, found: String, Place)
  /// There is no base: the names that were looked for, and the folder.
  case missingFile([String], folder: String)
  /// The environment was chosen, and no file of it is there.
  case missingEnvironment(String, searched: [String])
  /// A file is there and cannot be used; nothing takes its place.
  case malformedFile(String, reason: String)
  /// The value of a key is of another kind in one layer than in the layer below. All other keys have
  /// their values. The origin is the place of the upper value, or the names of all files.
  case kindConflict(String, reason: String, origin: String)
  /// A value breaks a rule of the schema that generated code checks: the key, the value unless it is a
  /// secret, what the rule asks for, and the file, variable or option that the value comes from.
  case invalidValue(String, value: String?, rule: String, origin: String)
  /// A variable or an argument sets what it may not, or sets it to what it cannot be.
  case invalidOverride(String)
  /// An environment cannot be chosen at launch unless ``Runtime/isDebug`` is set.
  case notDebug(environment: String)

  /// The configuration in which a value was looked up.
  public struct Place: Hashable, Sendable {
    /// The name of the environment.
    public var environment: String
    /// The names of the files, the base first.
    public var files: [String]
  }
}

extension ConfigurationError: CustomStringConvertible {
  // Names of keys, environments and files are those of the caller, so the whole text is escaped.
  /// A description for logs and messages.
  public var description: String { TerminalText.shown(text) }

  private var text: String {
    switch self {
    case .missingKey(let key, let place): "the configuration has no key '\(key)' (\(place))"
    case .wrongKind(let key, let expected, let found, let place):
      "'\(key)' is \(found), not \(expected) (\(place))"
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

extension ConfigurationError.Place: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String { TerminalText.shown(text) }

  private var text: String {
    "environment '\(environment)', looked in \(files.joined(separator: ", "))"
  }
}

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
