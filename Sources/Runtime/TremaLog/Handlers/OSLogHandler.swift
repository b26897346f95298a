#if canImport(os)
  import TremaSupport
  import os

  /// A handler that passes records to the unified logging system of Apple platforms, with the label
  /// as the category. All text is marked public, because private values have already been removed.
  public final class OSLogHandler: LogHandler {
    /// The app's identifier, such as its bundle identifier.
    private let subsystem: String
    /// The loggers by label.
    private let loggers = LockedValue<[String: Logger]>([:])

    /// Creates a handler.
    ///
    /// - Parameter subsystem: The app's identifier, such as its bundle identifier.
    public init(subsystem: String) { self.subsystem = subsystem }

    /// `OSLogHandler`, with the subsystem.
    public var name: String { "OSLogHandler(\(subsystem))" }

    /// Passes a record to the unified logging system.
    public func handle(_ record: LogRecord) {
      let logger = loggers.withLock { loggers in
        if let logger = loggers[record.label] { return logger }
        let logger = Logger(subsystem: subsystem, category: record.label)
        loggers[record.label] = logger
        return logger
      }
      let values = record.metadata.fields.map { " \($0.key)=\($0.value)" }.joined()
      let text = record.message + values
      logger.log(level: record.level.osLogType, "\(text, privacy: .public)")
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
