#if canImport(os)
  import TremaSupport
  import os

  /// Messages of the unified logging system of Apple platforms, in the category of the label. They are
  /// public there: what is private was taken out before.
  public final class OSLogHandler: LogHandler {
    private let subsystem: String
    private let logs = LockedValue<[String: OSLog]>([:])

    public init(subsystem: String) { self.subsystem = subsystem }

    public var name: String { "OSLogHandler(\(subsystem))" }

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
