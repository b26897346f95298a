extension Log {
  /// Logs a step that matters only when tracing a defect.
  ///
  /// - Parameters:
  ///   - message: The message, evaluated only if the level is enabled.
  ///   - metadata: Additional values, evaluated only if the level is enabled.
  ///   - file: The call's source file.
  ///   - line: The call's line.
  public func verbose(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard threshold.isEnabled(.verbose) else { return }
    send(.verbose, message().text, metadata(), file, line)
  }

  /// Logs a string that is not a literal. It is private, like an interpolated value.
  @_disfavoredOverload
  public func verbose(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard threshold.isEnabled(.verbose) else { return }
    send(.verbose, LogPrivacy.private.displayText(message()), metadata(), file, line)
  }

  /// Logs a detail that helps during development.
  ///
  /// - Parameters:
  ///   - message: The message, evaluated only if the level is enabled.
  ///   - metadata: Additional values, evaluated only if the level is enabled.
  ///   - file: The call's source file.
  ///   - line: The call's line.
  public func debug(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard threshold.isEnabled(.debug) else { return }
    send(.debug, message().text, metadata(), file, line)
  }

  /// Logs a string that is not a literal. It is private, like an interpolated value.
  @_disfavoredOverload
  public func debug(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard threshold.isEnabled(.debug) else { return }
    send(.debug, LogPrivacy.private.displayText(message()), metadata(), file, line)
  }

  /// Logs an expected event.
  ///
  /// - Parameters:
  ///   - message: The message, evaluated only if the level is enabled.
  ///   - metadata: Additional values, evaluated only if the level is enabled.
  ///   - file: The call's source file.
  ///   - line: The call's line.
  public func info(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard threshold.isEnabled(.info) else { return }
    send(.info, message().text, metadata(), file, line)
  }

  /// Logs a string that is not a literal. It is private, like an interpolated value.
  @_disfavoredOverload
  public func info(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard threshold.isEnabled(.info) else { return }
    send(.info, LogPrivacy.private.displayText(message()), metadata(), file, line)
  }

  /// Logs an unexpected event that does not cause a failure.
  ///
  /// - Parameters:
  ///   - message: The message, evaluated only if the level is enabled.
  ///   - metadata: Additional values, evaluated only if the level is enabled.
  ///   - file: The call's source file.
  ///   - line: The call's line.
  public func warning(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard threshold.isEnabled(.warning) else { return }
    send(.warning, message().text, metadata(), file, line)
  }

  /// Logs a string that is not a literal. It is private, like an interpolated value.
  @_disfavoredOverload
  public func warning(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard threshold.isEnabled(.warning) else { return }
    send(.warning, LogPrivacy.private.displayText(message()), metadata(), file, line)
  }

  /// Logs a failure.
  ///
  /// - Parameters:
  ///   - message: The message, evaluated only if the level is enabled.
  ///   - metadata: Additional values, evaluated only if the level is enabled.
  ///   - file: The call's source file.
  ///   - line: The call's line.
  public func error(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard threshold.isEnabled(.error) else { return }
    send(.error, message().text, metadata(), file, line)
  }

  /// Logs a string that is not a literal. It is private, like an interpolated value.
  @_disfavoredOverload
  public func error(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard threshold.isEnabled(.error) else { return }
    send(.error, LogPrivacy.private.displayText(message()), metadata(), file, line)
  }

  /// Logs an error that prevents the app from continuing. The record is handled on this thread, and
  /// all handlers are flushed before the call returns.
  ///
  /// - Parameters:
  ///   - message: The message, evaluated only if the level is enabled.
  ///   - metadata: Additional values, evaluated only if the level is enabled.
  ///   - file: The call's source file.
  ///   - line: The call's line.
  public func fatal(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard threshold.isEnabled(.fatal) else { return }
    send(.fatal, message().text, metadata(), file, line)
  }

  /// Logs a string that is not a literal. It is private, like an interpolated value.
  @_disfavoredOverload
  public func fatal(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard threshold.isEnabled(.fatal) else { return }
    send(.fatal, LogPrivacy.private.displayText(message()), metadata(), file, line)
  }
}
