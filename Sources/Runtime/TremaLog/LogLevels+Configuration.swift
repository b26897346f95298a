import TremaConfigValues

extension LogLevels {
  /// Creates the levels from the `logLevel` and `logLevels` keys of a configuration; other values
  /// are ignored.
  ///
  /// ```json
  /// { "logLevel": "warning", "logLevels": { "net.*": "debug", "store": 0 } }
  /// ```
  ///
  /// A level is a name in any case, or a number from 0 to 5, which may be a string. The default of
  /// `logLevel` is `info`.
  ///
  /// - Parameters:
  ///   - configuration: The dictionary with these keys.
  ///   - path: The path of the dictionary, for messages.
  /// - Throws: ``LogConfigurationError`` with all problems.
  public init(
    configuration: ConfigValue, at path: ConfigKeyPath = ConfigKeyPath()
  ) throws(LogConfigurationError) {
    self.init()
    var problems: [LogConfigurationError.Problem] = []
    guard let section = configuration.dictionary else {
      throw LogConfigurationError([
        .wrongKind(path, expected: "a dictionary", configuration.kind, configuration.location)
      ])
    }
    if let value = section["logLevel"] {
      let level = Self.level(value, at: path.appending("logLevel"), &problems)
      standard = level ?? standard
    }
    if let value = section["logLevels"] {
      let path = path.appending("logLevels")
      if let labels = value.dictionary {
        for entry in labels.entries { add(entry, at: path.appending(entry.key), &problems) }
      } else {
        problems.append(.wrongKind(path, expected: "a dictionary", value.kind, value.location))
      }
    }
    if !problems.isEmpty { throw LogConfigurationError(problems) }
  }

  /// Adds the level of an entry, or records a problem.
  private mutating func add(
    _ entry: ConfigDictionary.Entry, at path: ConfigKeyPath,
    _ problems: inout [LogConfigurationError.Problem]
  ) {
    let isPattern = !entry.key.isEmpty && !entry.key.utf8.dropLast().contains(UInt8(ascii: "*"))
    if !isPattern { problems.append(.noPattern(path, entry.keyLocation)) }
    guard let level = Self.level(entry.value, at: path, &problems), isPattern else { return }
    self[entry.key] = level
  }

  /// Returns the level of a value, or records a problem and returns `nil`.
  private static func level(
    _ value: ConfigValue, at path: ConfigKeyPath,
    _ problems: inout [LogConfigurationError.Problem]
  ) -> LogLevel? {
    let text: String
    switch value.content {
    case .string(let string): text = string
    case .integer(let number): text = number.description
    default:
      problems.append(
        .wrongKind(path, expected: "a name or a number", value.kind, value.location))
      return nil
    }
    guard let level = LogLevel(text) else {
      problems.append(.unknownLevel(path, text, value.location))
      return nil
    }
    return level
  }
}

/// All problems that make a level configuration unusable.
public struct LogConfigurationError: Error, Hashable, Sendable {
  /// The problems, in configuration order.
  public let problems: [Problem]

  init(_ problems: [Problem]) { self.problems = problems }

  /// A problem with one value in a configuration.
  public enum Problem: Hashable, Sendable {
    /// The string is not the name or number of a level.
    case unknownLevel(ConfigKeyPath, String, ConfigLocation)
    /// The value has the wrong type.
    case wrongKind(ConfigKeyPath, expected: String, ConfigKind, ConfigLocation)
    /// The key is not a label or pattern: it is empty or has a `*` before its end.
    case noPattern(ConfigKeyPath, ConfigLocation)
  }
}

extension LogConfigurationError: CustomStringConvertible {
  /// The problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension LogConfigurationError.Problem: CustomStringConvertible {
  /// The value, the problem and the location.
  public var description: String {
    switch self {
    case .unknownLevel(let path, let text, let location):
      "unknown level '\(LogText.escaped(String(text.unicodeScalars.prefix(40))))' for \(Self.pathText(path))"
        + "; use \(Self.names), or 0 to 5\(Self.locationText(location))"
    case .wrongKind(let path, let expected, let found, let location):
      "\(Self.pathText(path)) must be \(expected), not \(found.title)\(Self.locationText(location))"
    case .noPattern(let path, let location):
      "\(Self.pathText(path)) is not a pattern; use a label, which may end with '*'"
        + Self.locationText(location)
    }
  }

  /// The names of all levels, for use in messages.
  private static let names = LogLevel.allCases.map(\.description).joined(separator: ", ")

  /// Returns the name of a value for use in a message.
  private static func pathText(_ path: ConfigKeyPath) -> String {
    path.components.isEmpty ? "the configuration" : "'\(LogText.escaped(path.description))'"
  }

  /// Returns a value's location for the end of a message, or an empty string for a value set in
  /// code.
  private static func locationText(_ location: ConfigLocation) -> String {
    location.source == .code ? "" : " (\(location))"
  }
}
