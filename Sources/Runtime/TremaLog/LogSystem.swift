import TremaConfigValues
import TremaSupport

/// The levels and the handlers of logs. An app has one, ``shared``.
public final class LogSystem: Sendable {
  /// The log system of every ``Log`` that names no other.
  public static let shared = LogSystem()

  private let state: LockedValue<State>
  private let redaction: LogRedaction
  private let lostCount = RelaxedNumber()
  private let fatalPolicy: LogFatalPolicy

  private struct State: Sendable {
    var levels: LogLevels
    var handlers: MultiplexHandler
    var isShutDown = false
    /// The gates by label, each made once.
    var gates: [String: LogGate] = [:]
  }

  /// - Parameters:
  ///   - levels: `info` and above for all labels if nothing else is said.
  ///   - handlers: text on standard error if nothing else is said.
  ///   - redaction: what is taken out of every record.
  ///   - fatalPolicy: what follows a record of level `fatal`.
  public init(
    levels: LogLevels = LogLevels(), handlers: [any LogHandler] = [TextHandler()],
    redaction: LogRedaction = .standard, fatalPolicy: LogFatalPolicy = .return
  ) {
    self.redaction = redaction
    self.fatalPolicy = fatalPolicy
    state = LockedValue(
      State(levels: levels, handlers: MultiplexHandler(handlers, redaction: redaction)))
  }

  /// Setting them changes what every ``Log`` of this system lets pass, from any thread, at once.
  public var levels: LogLevels {
    get { state.withLock { $0.levels } }
    set {
      state.withLock { state in
        state.levels = newValue
        for (label, gate) in state.gates { gate.level = newValue.level(of: label) }
      }
    }
  }

  /// The handlers of records. The old ones are flushed, but not closed.
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

  /// Handlers that failed three times in a row and get no more records.
  public var disabledHandlers: [any LogHandler] { multiplexer.disabled }

  /// How many records reached no handler, because the system was shut down or a handler logged
  /// something itself.
  public var lost: Int { lostCount.value }

  /// Takes over `logLevel` and `logLevels`; when something is wrong with them, levels stay as they are.
  public func configure(
    _ configuration: ConfigValue, at path: ConfigKeyPath = ConfigKeyPath()
  ) throws(LogConfigurationError) {
    levels = try LogLevels(configuration: configuration, at: path)
  }

  /// Returns when all handlers have put everything where it goes to.
  public func flush() { multiplexer.flush() }

  /// Flushes and closes all handlers. What is logged afterwards is lost, and counted.
  public func shutdown() {
    let old = state.withLock { state in
      state.isShutDown = true
      let old = state.handlers
      state.handlers = MultiplexHandler([])
      return old
    }
    old.close()
  }

  private var multiplexer: MultiplexHandler { state.withLock { $0.handlers } }

  func gate(of label: String) -> LogGate {
    state.withLock { state in
      if let gate = state.gates[label] { return gate }
      let gate = LogGate(label: label, level: state.levels.level(of: label))
      state.gates[label] = gate
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

/// The action after a record of level `fatal` has been written and everything was flushed.
public enum LogFatalPolicy: Sendable, Hashable {
  case `return`
  /// The process ends.
  case trap
}

/// The lowest level that a label lets pass: one load of an atomic number.
final class LogGate: Sendable {
  let label: String
  private let lowest: RelaxedNumber

  init(label: String, level: LogLevel) {
    self.label = label
    lowest = RelaxedNumber(level.rawValue)
  }

  var level: LogLevel {
    get { LogLevel(rawValue: lowest.value) ?? .verbose }
    set { lowest.value = newValue.rawValue }
  }

  func isOpen(_ level: LogLevel) -> Bool { level.rawValue >= lowest.value }
}
