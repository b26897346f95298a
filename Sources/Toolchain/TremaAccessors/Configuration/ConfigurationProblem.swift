import ConfigKit
import TremaConfigValues
import TremaSupport

/// A problem that keeps a configuration from becoming code, with the environment that it was found in.
struct ConfigurationProblem: Sendable {
  var diagnostic: Diagnostic
  var environment: String?

  private init(
    _ severity: Severity, _ code: String, _ message: String, _ path: ConfigKeyPath,
    at location: SourceLocation?, hint: String, in environment: String? = nil
  ) {
    let key = path.description
    diagnostic = Diagnostic(severity, code, message, at: location, hint: hint, subject: key)
    diagnostic.key = key
    self.environment = environment
  }

  static func collision(
    _ key: ConfigKeyPath, _ other: ConfigKeyPath, name: String, _ language: AccessorLanguage,
    at location: SourceLocation?
  ) -> Self {
    Self(
      .error, "name-collision",
      "the keys '\(other)' and '\(key)' give one \(language.rawValue) name, \(name)", key,
      at: location, hint: "rename one of the two")
  }

  static func collision(
    ofChoices value: String, _ other: String, of key: ConfigKeyPath, name: String,
    _ language: AccessorLanguage, at location: SourceLocation?
  ) -> Self {
    Self(
      .error, "name-collision",
      "the values '\(other)' and '\(value)' of '\(key)' give one \(language.rawValue) name, \(name)",
      key, at: location, hint: "rename one of the two")
  }

  static func collision(
    ofEnvironments name: String, _ other: String, _ language: AccessorLanguage
  ) -> Self {
    Self(
      .error, "name-collision",
      "the environments '\(other)' and '\(name)' give one \(language.rawValue) name",
      ConfigKeyPath(), at: nil, hint: "rename one of the two")
  }

  static func reserved(
    environment name: String, _ language: AccessorLanguage
  ) -> Self {
    Self(
      .error, "name-collision",
      "the environment '\(name)' would hide the \(language.rawValue) member '\(name)'",
      ConfigKeyPath(), at: nil, hint: "rename the environment")
  }

  static func renamed(
    _ key: ConfigKeyPath, to name: String, because repair: String, _ language: AccessorLanguage,
    at location: SourceLocation?
  ) -> Self {
    Self(
      .note, "renamed-accessor",
      "the \(language.rawValue) name of key '\(key)' is \(name): \(repair)", key, at: location,
      hint: "rename the key for another name")
  }

  static func untyped(
    _ key: ConfigKeyPath, _ kinds: [ConfigKind], at location: SourceLocation?
  ) -> Self {
    let reason =
      kinds.isEmpty
      ? "no environment tells what it is" : "it is \(kinds.map(\.title).joined(separator: " or "))"
    return Self(
      .warning, "untyped-key", "'\(key)' is left out of the type: \(reason)", key, at: location,
      hint: "give it one \"type\" in the schema")
  }

  static func secret(_ key: ConfigKeyPath, at location: SourceLocation?) -> Self {
    Self(
      .note, "secret-left-out", "'\(key)' looks like a secret: its values are left out of the code",
      key, at: location,
      hint: "mark it with \"x-secret\" in the schema, or let the app get it from a server")
  }

  static func endless(_ key: ConfigKeyPath, at location: SourceLocation?) -> Self {
    Self(
      .error, "endless-type", "the schema of '\(key)' never ends: a type cannot hold itself", key,
      at: location, hint: "say with \"additionalProperties\" or \"items\" where it may go on")
  }

  /// - Parameter most: how many properties may be of parts of the schema that others are of, too.
  static func tooLarge(
    _ key: ConfigKeyPath, most: Int, at location: SourceLocation?
  ) -> Self {
    Self(
      .error, "endless-type",
      "the schema makes more than \(most) properties of parts that have made others: "
        + "'\(key)' is one more", key,
      at: location, hint: "say with \"additionalProperties\" what all keys of a kind hold")
  }

  static func misfit(
    _ value: ConfigValue, _ key: ConfigKeyPath, _ environment: String?, expected: String
  ) -> Self {
    Self(
      .error, "kind-mismatch", "'\(key)' is \(value.kind.title) where the type has \(expected)",
      key, at: value.place.location, hint: "write \(expected)", in: environment)
  }

  static func noChoice(
    _ value: ConfigValue, _ key: ConfigKeyPath, _ environment: String?, choices: [String]
  ) -> Self {
    Self(
      .error, "unknown-choice", "'\(key)' is none of the values that the schema lists", key,
      at: value.place.location, hint: "write one of \(choices.joined(separator: ", "))",
      in: environment)
  }

  static func badURL(
    _ value: ConfigValue, _ key: ConfigKeyPath, _ environment: String?, fault: String
  ) -> Self {
    Self(
      .error, "invalid-url", "'\(key)' is no URL: \(fault)", key, at: value.place.location,
      hint: "write an absolute URL, other characters as %XX", in: environment)
  }

  /// - Parameter fault: what is wrong with a duration or a size, as a predicate.
  static func badUnit(
    _ value: ConfigValue, _ key: ConfigKeyPath, _ environment: String?, fault: String
  ) -> Self {
    Self(
      .error, "invalid-value", "'\(key)' \(fault)", key, at: value.place.location,
      hint: "write a number and a unit", in: environment)
  }

  static func missing(
    _ parent: ConfigValue, _ key: ConfigKeyPath, _ environment: String?
  ) -> Self {
    Self(
      .error, "missing-key", "'\(key)' is missing", key, at: parent.place.location,
      hint: "add it, or let the schema not require it", in: environment)
  }

  static func tooLong(_ key: ConfigKeyPath, _ environment: String?) -> Self {
    Self(
      .error, "unsupported-value",
      "'\(key)' is longer than a constant of the Java virtual machine, 65535 bytes", key, at: nil,
      hint: "leave it out of the configuration, or ship it as a file", in: environment)
  }

  static func tooManyKeys(_ key: ConfigKeyPath, _ count: Int) -> Self {
    let what = key.components.isEmpty ? "the configuration" : "'\(key)'"
    return Self(
      .error, "unsupported-value",
      "\(what) has \(count) keys, and a class of the Java virtual machine takes 120", key, at: nil,
      hint: "put some of them into dictionaries")
  }
}

extension [ConfigurationProblem] {
  /// One diagnostic for what several environments share.
  var diagnostics: [Diagnostic] {
    var findings = ConfigFindings()
    for problem in self { findings.add(problem.diagnostic, in: problem.environment) }
    return findings.diagnostics
  }
}
