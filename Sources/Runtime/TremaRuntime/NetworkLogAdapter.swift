import Networking
import TremaLog

/// A network log that forwards messages from `Logging` to a `Log`:
///
///     client.adding(Logging(to: NetworkLogAdapter(Log(label: "net"))))
public struct NetworkLogAdapter: NetworkLog {
  /// The destination of the messages.
  private let log: Log

  /// Creates a network log.
  ///
  /// - Parameter log: The destination of the messages.
  public init(_ log: Log) { self.log = log }

  /// The current level of the log, below which no records are created.
  public var minimum: NetworkLogLevel {
    switch log.level {
    case .verbose, .debug: .debug
    case .info: .info
    case .warning: .warning
    case .error, .fatal: .error
    }
  }

  /// Logs a message. `Logging` has already removed secrets, so the message and the values are
  /// public.
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
