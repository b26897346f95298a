extension Log {
  /// Every step, for who looks for a mistake.
  public static func verbose(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.gate.isOpen(.verbose) else { return }
    log.send(.verbose, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what is in one.
  @_disfavoredOverload
  public static func verbose(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.gate.isOpen(.verbose) else { return }
    log.send(.verbose, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// Logs a detail that helps during development.
  public static func debug(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.gate.isOpen(.debug) else { return }
    log.send(.debug, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what is in one.
  @_disfavoredOverload
  public static func debug(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.gate.isOpen(.debug) else { return }
    log.send(.debug, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// Logs an expected event.
  public static func info(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.gate.isOpen(.info) else { return }
    log.send(.info, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what is in one.
  @_disfavoredOverload
  public static func info(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.gate.isOpen(.info) else { return }
    log.send(.info, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// Logs an unexpected event that does not stop anything.
  public static func warning(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.gate.isOpen(.warning) else { return }
    log.send(.warning, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what is in one.
  @_disfavoredOverload
  public static func warning(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.gate.isOpen(.warning) else { return }
    log.send(.warning, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// Logs a failure.
  public static func error(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.gate.isOpen(.error) else { return }
    log.send(.error, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what is in one.
  @_disfavoredOverload
  public static func error(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.gate.isOpen(.error) else { return }
    log.send(.error, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// Logs an error after which the app cannot continue: written at once, on this thread, and all handlers
  /// are flushed before the call returns.
  public static func fatal(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.gate.isOpen(.fatal) else { return }
    log.send(.fatal, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what is in one.
  @_disfavoredOverload
  public static func fatal(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.gate.isOpen(.fatal) else { return }
    log.send(.fatal, LogPrivacy.private.shown(message()), metadata(), file, line)
  }
}
