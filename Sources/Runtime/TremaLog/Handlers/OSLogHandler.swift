#if canImport(os)
  import TremaSupport
  import os

  /// A handler that passes records to the unified logging system of Apple platforms, with the label
  /// as the category. All text is marked public, because private values have already been removed.
  public final class OSLogHandler: LogHandler {
    /// The app's identifier, such as its bundle identifier.
    private let subsystem: String
    /// The `OSLog` objects by label.
    private let logs = LockedValue<[String: OSLog]>([:])

    /// Creates a handler.
    ///
    /// - Parameter subsystem: The app's identifier, such as its bundle identifier.
    public init(subsystem: String) { self.subsystem = subsystem }

    /// `OSLogHandler`, with the subsystem.
    public var name: String { "OSLogHandler(\(subsystem))" }

    /// Passes a record to the unified logging system.
    public func handle(_ record: LogRecord) {
      let log = logs.withLock { logs in
        if let log = logs[record.label] { return log }
        let log = OSLog(subsystem: subsystem, category: record.label)
        logs[record.label] = log
        return log
      }
      let values = record.metadata.fields.map { " \($0.key)=\($0.value)" }.joined()
      os_log("%{public}@", log: log, type: record.level.osLogType, record.message + values)
    }
  }

  extension LogLevel {
    /// The corresponding type of the unified logging system.
    public var osLogType: OSLogType {
      switch self {
      case .verbose, .debug: .debug
      case .info: .info
      case .warning: .default
      case .error: .error
      case .fatal: .fault
      }
    }
  }
#endif
