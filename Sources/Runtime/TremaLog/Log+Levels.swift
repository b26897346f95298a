extension Log {
  /// Every step, for who looks for a mistake.
  public func verbose(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.verbose) else { return }
    send(.verbose, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what is in one.
  @_disfavoredOverload
  public func verbose(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.verbose) else { return }
    send(.verbose, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// Logs a detail that helps during development.
  public func debug(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.debug) else { return }
    send(.debug, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what is in one.
  @_disfavoredOverload
  public func debug(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.debug) else { return }
    send(.debug, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// Logs an expected event.
  public func info(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.info) else { return }
    send(.info, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what is in one.
  @_disfavoredOverload
  public func info(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.info) else { return }
    send(.info, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// Logs an unexpected event that does not stop anything.
  public func warning(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.warning) else { return }
    send(.warning, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what is in one.
  @_disfavoredOverload
  public func warning(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.warning) else { return }
    send(.warning, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// Logs a failure.
  public func error(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.error) else { return }
    send(.error, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what is in one.
  @_disfavoredOverload
  public func error(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.error) else { return }
    send(.error, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// Logs an error after which the app cannot continue: written at once, on this thread, and all handlers
  /// are flushed before the call returns.
  public func fatal(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.fatal) else { return }
    send(.fatal, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what is in one.
  @_disfavoredOverload
  public func fatal(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.fatal) else { return }
    send(.fatal, LogPrivacy.private.shown(message()), metadata(), file, line)
  }
}
