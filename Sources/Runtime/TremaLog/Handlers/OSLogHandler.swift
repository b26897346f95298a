#if canImport(os)
  import TremaSupport
  import os

  /// Messages of the unified logging system of Apple platforms, in the category of the label. They are
  /// public there: what is private was taken out before.
  public final class OSLogHandler: LogHandler {
    private let subsystem: String
    private let logs = LockedValue<[String: OSLog]>([:])

    /// Creates a handler.
    ///
    /// - Parameter subsystem: the identifier of the app.
    public init(subsystem: String) { self.subsystem = subsystem }

    /// `OSLogHandler`, with the subsystem.
    public var name: String { "OSLogHandler(\(subsystem))" }

    /// Writes a record to the unified logging system.
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
    /// The type that the unified logging system has for the level.
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
