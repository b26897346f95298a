import TremaConfigValues
import TremaSupport

/// A set of levels and handlers for logs. An app usually has one, ``shared``.
public final class LogSystem: Sendable {
  /// The system that a ``Log`` uses by default.
  public static let shared = LogSystem()

  /// The levels and handlers, protected by a lock.
  private let state: LockedValue<State>
  /// The rules for removing secrets.
  private let redaction: LogRedaction
  /// The number of records that no handler received.
  private let lostCount = RelaxedNumber()
  /// The action after a fatal record.
  private let fatalPolicy: LogFatalPolicy

  /// The mutable state of a system.
  private struct State: Sendable {
    /// The lowest enabled levels.
    var levels: LogLevels
    var handlers: MultiplexHandler
    /// Whether the system has been shut down.
    var isShutDown = false
    /// The thresholds by label, each created once.
    var thresholds: [String: LogThreshold] = [:]
  }

  /// Creates a system.
  ///
  /// - Parameters:
  ///   - levels: The lowest enabled levels.
  ///   - handlers: The destinations of records. The default writes text to standard error.
  ///   - redaction: The rules for removing secrets from every record.
  ///   - fatalPolicy: The action after a `fatal` record.
  public init(
    levels: LogLevels = LogLevels(), handlers: [any LogHandler] = [TextHandler()],
    redaction: LogRedaction = .standard, fatalPolicy: LogFatalPolicy = .return
  ) {
    self.redaction = redaction
    self.fatalPolicy = fatalPolicy
    state = LockedValue(
      State(levels: levels, handlers: MultiplexHandler(handlers, redaction: redaction)))
  }

  /// The lowest enabled levels. A change applies to every ``Log`` of this system immediately; it
  /// can be made on any thread.
  public var levels: LogLevels {
    get { state.withLock { $0.levels } }
    set {
      state.withLock { state in
        state.levels = newValue
        for (label, gate) in state.thresholds { gate.level = newValue.level(of: label) }
      }
    }
  }

  /// The destinations of records. Replaced handlers are flushed but not closed.
  public var handlers: [any LogHandler] {
    get { multiplexer.handlers }
    set {
      let new = MultiplexHandler(newValue, redaction: redaction)
      let old = state.withLock { state in
        defer { if !state.isShutDown { state.handlers = new } }
        return state.handlers
      }
      old.flush()
    }
  }

  /// The handlers that receive no more records because they failed three times in a row.
  public var disabledHandlers: [any LogHandler] { multiplexer.disabledHandlers }

  /// The number of records that no handler received because the system had been shut down or a
  /// handler logged.
  public var lostRecordCount: Int { lostCount.value }

  /// Sets the levels from the `logLevel` and `logLevels` keys of a configuration.
  ///
  /// - Parameters:
  ///   - configuration: The dictionary with these keys.
  ///   - path: The path of the dictionary, for messages.
  /// - Throws: ``LogConfigurationError`` with all problems, in which case the levels are unchanged.
  public func configure(
    _ configuration: ConfigValue, at path: ConfigKeyPath = ConfigKeyPath()
  ) throws(LogConfigurationError) {
    levels = try LogLevels(configuration: configuration, at: path)
  }

  /// Returns after all handlers have written their records to their destination.
  public func flush() { multiplexer.flush() }

  /// Flushes and closes all handlers. Records that are logged afterwards are lost and counted.
  public func shutdown() {
    let old = state.withLock { state in
      state.isShutDown = true
      let old = state.handlers
      state.handlers = MultiplexHandler([])
      return old
    }
    old.close()
  }

  /// The current handlers.
  private var multiplexer: MultiplexHandler { state.withLock { $0.handlers } }

  /// Returns the threshold of a label, creating it if necessary.
  func threshold(of label: String) -> LogThreshold {
    state.withLock { state in
      if let gate = state.thresholds[label] { return gate }
      let gate = LogThreshold(label: label, level: state.levels.level(of: label))
      state.thresholds[label] = gate
      return gate
    }
  }

  /// Passes a record of any level to all handlers, after removing secrets.
  public func log(_ record: consuming LogRecord) {
    redaction.redacted(&record)
    let isHandled = HandlingThread.run {
      let (handlers, isShutDown) = state.withLock { ($0.handlers, $0.isShutDown) }
      if isShutDown {
        lostCount.add(1)
      } else {
        handlers.handle(record)
        if record.level == .fatal { handlers.flush() }
      }
    }
    if !isHandled { lostCount.add(1) }
    if record.level == .fatal, fatalPolicy == .trap {
      preconditionFailure("a fatal error was logged: \(record.message)")
    }
  }
}

/// The action after a `fatal` record has been handled and all handlers have been flushed.
public enum LogFatalPolicy: Sendable, Hashable {
  /// The call returns.
  case `return`
  /// The process ends with a trap.
  case trap
}

/// The lowest enabled level of a label. Reading it is one atomic load.
final class LogThreshold: Sendable {
  let label: String
  /// The raw value of the level.
  private let lowest: RelaxedNumber

  init(label: String, level: LogLevel) {
    self.label = label
    lowest = RelaxedNumber(level.rawValue)
  }

  /// The lowest enabled level.
  var level: LogLevel {
    get { LogLevel(rawValue: lowest.value) ?? .verbose }
    set { lowest.value = newValue.rawValue }
  }

  /// Returns whether a level is enabled.
  func isEnabled(_ level: LogLevel) -> Bool { level.rawValue >= lowest.value }
}
