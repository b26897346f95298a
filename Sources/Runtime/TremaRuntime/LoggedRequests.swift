import Networking
import TremaLog

/// Hands what `Logging` says of requests to a log:
///
///     client.adding(Logging(to: LoggedRequests(Log(label: "net"))))
public struct LoggedRequests: NetworkLog {
  private let log: Log

  /// Creates a log of requests.
  public init(_ log: Log) { self.log = log }

  /// The level of the log at this moment: records below it are not even made.
  public var minimum: NetworkLogLevel {
    switch log.level {
    case .verbose, .debug: .debug
    case .info: .info
    case .warning: .warning
    case .error, .fatal: .error
    }
  }

  /// Secrets are out of it already, by the rule of `Logging`: it can be read by who reads the log.
  public func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem]) {
    var values = LogMetadata()
    for item in metadata { values[item.name] = .public(item.value) }
    switch level {
    case .debug: log.debug("\(message, .public)", values)
    case .info: log.info("\(message, .public)", values)
    case .warning: log.warning("\(message, .public)", values)
    case .error: log.error("\(message, .public)", values)
    }
  }
}
