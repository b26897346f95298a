import TremaConfigValues

extension LogLevels {
  /// Reads `logLevel` and `logLevels` of a configuration; what else it has is not looked at.
  ///
  /// ```json
  /// { "logLevel": "warning", "logLevels": { "net.*": "debug", "store": 0 } }
  /// ```
  ///
  /// A level is a name in any case or a number from 0 to 5, also as text. Without `logLevel` it is
  /// `info`.
  ///
  /// - Parameters:
  ///   - configuration: the dictionary with these keys.
  ///   - path: where it is, for messages.
  /// - Throws: all that is wrong with it.
  public init(
    configuration: ConfigValue, at path: ConfigKeyPath = ConfigKeyPath()
  ) throws(LogConfigurationError) {
    self.init()
    var problems: [LogConfigurationError.Problem] = []
    guard let section = configuration.dictionary else {
      throw LogConfigurationError([
        .wrongKind(path, expected: "a dictionary", configuration.kind, configuration.place)
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
        problems.append(.wrongKind(path, expected: "a dictionary", value.kind, value.place))
      }
    }
    if !problems.isEmpty { throw LogConfigurationError(problems) }
  }

  private mutating func add(
    _ entry: ConfigDictionary.Entry, at path: ConfigKeyPath,
    _ problems: inout [LogConfigurationError.Problem]
  ) {
    let isPattern = !entry.key.isEmpty && !entry.key.utf8.dropLast().contains(UInt8(ascii: "*"))
    if !isPattern { problems.append(.noPattern(path, entry.keyPlace)) }
    guard let level = Self.level(entry.value, at: path, &problems), isPattern else { return }
    self[entry.key] = level
  }

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
        .wrongKind(path, expected: "a name or a number", value.kind, value.place))
      return nil
    }
    guard let level = LogLevel(text) else {
      problems.append(.unknownLevel(path, text, value.place))
      return nil
    }
    return level
  }
}

/// Why a configuration has no levels to log by: everything that is wrong with it.
public struct LogConfigurationError: Error, Hashable, Sendable {
  /// The parts of the configuration that are no levels.
  public let problems: [Problem]

  init(_ problems: [Problem]) { self.problems = problems }

  /// A part of the configuration that is no level.
  public enum Problem: Hashable, Sendable {
    case unknownLevel(ConfigKeyPath, String, ConfigPlace)
    case wrongKind(ConfigKeyPath, expected: String, ConfigKind, ConfigPlace)
    /// A `*` is elsewhere than at the end, or there is nothing.
    case noPattern(ConfigKeyPath, ConfigPlace)
  }
}

extension LogConfigurationError: CustomStringConvertible {
  /// A line for each problem.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension LogConfigurationError.Problem: CustomStringConvertible {
  /// The part and the reason.
  public var description: String {
    switch self {
    case .unknownLevel(let path, let text, let place):
      "\(Self.words(path)) is '\(LogText.escaped(String(text.unicodeScalars.prefix(40))))'; levels are"
        + " \(Self.names), or 0 to 5\(Self.words(place))"
    case .wrongKind(let path, let expected, let found, let place):
      "\(Self.words(path)) is \(found.title), not \(expected)\(Self.words(place))"
    case .noPattern(let path, let place):
      "\(Self.words(path)) is no pattern: a label, which may end with '*'\(Self.words(place))"
    }
  }

  private static let names = LogLevel.allCases.map(\.description).joined(separator: ", ")

  private static func words(_ path: ConfigKeyPath) -> String {
    path.components.isEmpty ? "the configuration" : "'\(LogText.escaped(path.description))'"
  }

  private static func words(_ place: ConfigPlace) -> String {
    place.source == .code ? "" : " (\(place))"
  }
}
