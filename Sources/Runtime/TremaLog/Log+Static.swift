extension Log {
  /// Logs a step that matters only when tracing a defect, with ``standard``.
  public static func verbose(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.threshold.isEnabled(.verbose) else { return }
    log.send(.verbose, message().text, metadata(), file, line)
  }

  /// Logs a string that is not a literal, with ``standard``. It is private, like an interpolated
  /// value.
  @_disfavoredOverload
  public static func verbose(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.threshold.isEnabled(.verbose) else { return }
    log.send(.verbose, LogPrivacy.private.displayText(message()), metadata(), file, line)
  }

  /// Logs a detail that helps during development, with ``standard``.
  public static func debug(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.threshold.isEnabled(.debug) else { return }
    log.send(.debug, message().text, metadata(), file, line)
  }

  /// Logs a string that is not a literal, with ``standard``. It is private, like an interpolated
  /// value.
  @_disfavoredOverload
  public static func debug(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.threshold.isEnabled(.debug) else { return }
    log.send(.debug, LogPrivacy.private.displayText(message()), metadata(), file, line)
  }

  /// Logs an expected event, with ``standard``.
  public static func info(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.threshold.isEnabled(.info) else { return }
    log.send(.info, message().text, metadata(), file, line)
  }

  /// Logs a string that is not a literal, with ``standard``. It is private, like an interpolated
  /// value.
  @_disfavoredOverload
  public static func info(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.threshold.isEnabled(.info) else { return }
    log.send(.info, LogPrivacy.private.displayText(message()), metadata(), file, line)
  }

  /// Logs an unexpected event that does not cause a failure, with ``standard``.
  public static func warning(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.threshold.isEnabled(.warning) else { return }
    log.send(.warning, message().text, metadata(), file, line)
  }

  /// Logs a string that is not a literal, with ``standard``. It is private, like an interpolated
  /// value.
  @_disfavoredOverload
  public static func warning(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.threshold.isEnabled(.warning) else { return }
    log.send(.warning, LogPrivacy.private.displayText(message()), metadata(), file, line)
  }

  /// Logs a failure, with ``standard``.
  public static func error(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.threshold.isEnabled(.error) else { return }
    log.send(.error, message().text, metadata(), file, line)
  }

  /// Logs a string that is not a literal, with ``standard``. It is private, like an interpolated
  /// value.
  @_disfavoredOverload
  public static func error(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.threshold.isEnabled(.error) else { return }
    log.send(.error, LogPrivacy.private.displayText(message()), metadata(), file, line)
  }

  /// Logs an error that prevents the app from continuing, with ``standard``. The record is handled
  /// on this thread, and all handlers are flushed before the call returns.
  public static func fatal(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.threshold.isEnabled(.fatal) else { return }
    log.send(.fatal, message().text, metadata(), file, line)
  }

  /// Logs a string that is not a literal, with ``standard``. It is private, like an interpolated
  /// value.
  @_disfavoredOverload
  public static func fatal(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    let log = standard
    guard log.threshold.isEnabled(.fatal) else { return }
    log.send(.fatal, LogPrivacy.private.displayText(message()), metadata(), file, line)
  }
}
