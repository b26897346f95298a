import TremaSupport

/// The severity of a log record. The raw values are the numbers used in configurations:
/// `logLevel: 3` is `warning`.
public enum LogLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// The levels in ascending order of severity.
  case verbose, debug, info, warning, error, fatal

  /// Creates the level with a name or number.
  ///
  /// - Parameter text: A name in any case, or a number from 0 to 5. Any other string yields `nil`.
  public init?(_ text: String) {
    let found = Self.allCases.first { level in
      let name = level.description.utf8
      return name.count == text.utf8.count
        && zip(name, text.utf8).allSatisfy { $0 == ASCII.lowercased($1) }
        || text.utf8.elementsEqual(String(level.rawValue).utf8)
    }
    guard let found else { return nil }
    self = found
  }

  /// Returns whether the first level is less severe than the second.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension LogLevel: CustomStringConvertible {
  /// The name of the level, such as `warning`.
  public var description: String {
    switch self {
    case .verbose: "verbose"
    case .debug: "debug"
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    case .fatal: "fatal"
    }
  }
}

extension LogLevel {
  /// The severity in syslog and the journal, from 2 (critical) to 7 (debug).
  ///
  /// See RFC 5424, section 6.2.1.
  public var syslogSeverity: Int {
    switch self {
    case .verbose, .debug: 7
    case .info: 6
    case .warning: 4
    case .error: 3
    case .fatal: 2
    }
  }

  /// The name of the corresponding level in the swift-log package.
  public var swiftLogName: String {
    switch self {
    case .verbose: "trace"
    case .fatal: "critical"
    default: description
    }
  }
}
