import ConfigKit
import TremaConfigValues
import TremaSupport

/// A problem that prevents all or part of a configuration from being generated, and its environment.
struct ConfigurationProblem: Sendable {
  /// The finding without its environment.
  var diagnostic: Diagnostic
  /// The environment with the problem, or `nil` if it does not depend on one.
  var environment: String?

  /// Creates a problem about a key.
  private init(
    _ severity: Severity, _ code: String, _ message: String, _ path: ConfigKeyPath,
    at location: SourceLocation?, hint: String, in environment: String? = nil
  ) {
    let key = path.description
    diagnostic = Diagnostic(severity, code, message, at: location, hint: hint, subject: key)
    diagnostic.key = key
    self.environment = environment
  }

  /// The problem for two keys that map to the same name.
  static func collision(
    _ key: ConfigKeyPath, _ other: ConfigKeyPath, name: String, _ language: AccessorLanguage,
    at location: SourceLocation?
  ) -> Self {
    Self(
      .error, "name-collision",
      "the keys '\(other)' and '\(key)' have the same \(language.rawValue) name, '\(name)'", key,
      at: location, hint: "rename one of the keys")
  }

  /// The problem for two listed strings that map to the same name.
  static func collision(
    ofChoices value: String, _ other: String, of key: ConfigKeyPath, name: String,
    _ language: AccessorLanguage, at location: SourceLocation?
  ) -> Self {
    Self(
      .error, "name-collision",
      "the values '\(other)' and '\(value)' of '\(key)' have the same \(language.rawValue) name, "
        + "'\(name)'",
      key, at: location, hint: "rename one of the values")
  }

  /// The problem for two environments that map to the same name.
  static func collision(
    ofEnvironments name: String, _ other: String, _ language: AccessorLanguage
  ) -> Self {
    Self(
      .error, "name-collision",
      "the environments '\(other)' and '\(name)' have the same \(language.rawValue) name",
      ConfigKeyPath(), at: nil, hint: "rename one of the environments")
  }

  /// The problem for an environment that has the name of a different generated member.
  static func reserved(
    environment name: String, _ language: AccessorLanguage
  ) -> Self {
    Self(
      .error, "name-collision",
      "the environment '\(name)' would shadow the \(language.rawValue) member '\(name)'",
      ConfigKeyPath(), at: nil, hint: "rename the environment")
  }

  /// The note about a key whose property name had to be changed to be a valid identifier.
  static func renamed(
    _ key: ConfigKeyPath, to name: String, because repair: String, _ language: AccessorLanguage,
    at location: SourceLocation?
  ) -> Self {
    Self(
      .note, "renamed-accessor",
      "key '\(key)' is named '\(name)' in \(language.rawValue): \(repair)", key, at: location,
      hint: "rename the key if you prefer another name")
  }

  /// The problem for a key whose type is unknown or ambiguous.
  ///
  /// - Parameter kinds: The possible kinds, or empty if none is known.
  static func untyped(
    _ key: ConfigKeyPath, _ kinds: [ConfigKind], at location: SourceLocation?
  ) -> Self {
    let reason =
      kinds.isEmpty
      ? "no environment determines its type"
      : "it could be \(kinds.map(\.title).joined(separator: " or "))"
    return Self(
      .warning, "untyped-key", "'\(key)' is omitted from the generated type: \(reason)", key,
      at: location,
      hint: "set its \"type\" in the schema")
  }

  /// The note about a key that is treated as a secret although the schema does not mark it.
  static func secret(_ key: ConfigKeyPath, at location: SourceLocation?) -> Self {
    Self(
      .note, "secret-left-out",
      "'\(key)' looks like a secret, so its values are omitted from "
        + "the code",
      key, at: location,
      hint: "mark it with \"x-secret\" in the schema, or have the app fetch it from a server")
  }

  /// The problem for an infinitely recursive schema.
  static func infinite(_ key: ConfigKeyPath, at location: SourceLocation?) -> Self {
    Self(
      .error, "endless-type",
      "the schema of '\(key)' is infinitely nested: a type cannot contain itself", key,
      at: location,
      hint: "use \"additionalProperties\" or \"items\" where the schema refers to itself")
  }

  /// The problem for a schema that produces too many properties.
  ///
  /// - Parameter most: The maximum number of properties generated from reused parts of the schema.
  static func tooLarge(
    _ key: ConfigKeyPath, most: Int, at location: SourceLocation?
  ) -> Self {
    Self(
      .error, "endless-type",
      "reused parts of the schema expand to more than \(most) properties at '\(key)'", key,
      at: location, hint: "describe keys of the same kind once with \"additionalProperties\"")
  }

  /// The problem for a value of the wrong kind.
  ///
  /// - Parameter expected: The expected kind, including an article.
  static func mismatch(
    _ value: ConfigValue, _ key: ConfigKeyPath, _ environment: String?, expected: String
  ) -> Self {
    Self(
      .error, "kind-mismatch",
      "'\(key)' must be \(expected), not \(value.kind.title)",
      key, at: value.location.diagnosticLocation,
      hint: "correct the value or the "
        + "schema", in: environment)
  }

  /// The problem for a string that the schema does not list.
  static func unknownChoice(
    _ value: ConfigValue, _ key: ConfigKeyPath, _ environment: String?, choices: [String]
  ) -> Self {
    Self(
      .error, "unknown-choice", "'\(key)' is not one of the values listed in the schema", key,
      at: value.location.diagnosticLocation,
      hint: "use one of \(choices.joined(separator: ", "))",
      in: environment)
  }

  /// The problem for a string that is not a URL.
  ///
  /// - Parameter fault: Why the URL is invalid, as a clause.
  static func badURL(
    _ value: ConfigValue, _ key: ConfigKeyPath, _ environment: String?, fault: String
  ) -> Self {
    Self(
      .error, "invalid-url", "'\(key)' is not a URL: \(fault)", key,
      at: value.location.diagnosticLocation,
      hint: "use an absolute URL, and encode other characters as %XX", in: environment)
  }

  /// The problem for an invalid duration or size.
  ///
  /// - Parameter fault: Why the value is invalid, as a predicate.
  static func badUnit(
    _ value: ConfigValue, _ key: ConfigKeyPath, _ environment: String?, fault: String
  ) -> Self {
    Self(
      .error, "invalid-value", "'\(key)' \(fault)", key, at: value.location.diagnosticLocation,
      hint: "use a number and a unit", in: environment)
  }

  /// The problem for a required key that is missing.
  ///
  /// - Parameter parent: The dictionary that lacks the key.
  static func missing(
    _ parent: ConfigValue, _ key: ConfigKeyPath, _ environment: String?
  ) -> Self {
    Self(
      .error, "missing-key", "'\(key)' is missing", key, at: parent.location.diagnosticLocation,
      hint: "add it, or make it optional in the schema", in: environment)
  }

  /// The problem for a string that exceeds the JVM limit for string constants.
  static func tooLong(_ key: ConfigKeyPath, _ environment: String?) -> Self {
    Self(
      .error, "unsupported-value",
      "'\(key)' exceeds the JVM limit of 65,535 bytes per string constant", key, at: nil,
      hint: "remove it from the configuration, or ship it as a file", in: environment)
  }

  /// The problem for a class that has more properties than the JVM allows parameters in a
  /// constructor.
  static func tooManyKeys(_ key: ConfigKeyPath, _ count: Int) -> Self {
    let subject = key.components.isEmpty ? "the configuration" : "'\(key)'"
    return Self(
      .error, "unsupported-value",
      "\(subject) has \(count) keys, but a JVM class can have at most 120", key,
      at: nil,
      hint: "move some of them into dictionaries")
  }
}

extension [ConfigurationProblem] {
  /// The findings. Equal problems in multiple environments are combined.
  var diagnostics: [Diagnostic] {
    var findings = ConfigFindings()
    for problem in self { findings.add(problem.diagnostic, in: problem.environment) }
    return findings.diagnostics
  }
}
