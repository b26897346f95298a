/// How much something that is logged matters. The numbers are those of configurations:
/// `logLevel: 3` is `warning`.
public enum LogLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
  case verbose, debug, info, warning, error, fatal

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension LogLevel: CustomStringConvertible {
  /// `warning`
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
