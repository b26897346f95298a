extension Log {
  /// Every step, for who looks for a mistake.
  public func verbose(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.verbose) else { return }
    send(.verbose, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what stands in one.
  @_disfavoredOverload
  public func verbose(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.verbose) else { return }
    send(.verbose, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// What helps while one works on the app.
  public func debug(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.debug) else { return }
    send(.debug, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what stands in one.
  @_disfavoredOverload
  public func debug(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.debug) else { return }
    send(.debug, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// What happens as it should.
  public func info(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.info) else { return }
    send(.info, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what stands in one.
  @_disfavoredOverload
  public func info(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.info) else { return }
    send(.info, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// What is odd, and does not stop anything.
  public func warning(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.warning) else { return }
    send(.warning, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what stands in one.
  @_disfavoredOverload
  public func warning(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.warning) else { return }
    send(.warning, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// What failed.
  public func error(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.error) else { return }
    send(.error, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what stands in one.
  @_disfavoredOverload
  public func error(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.error) else { return }
    send(.error, LogPrivacy.private.shown(message()), metadata(), file, line)
  }

  /// What cannot go on: written at once, on this thread, and all handlers are flushed before
  /// the call returns.
  public func fatal(
    _ message: @autoclosure () -> LogMessage, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.fatal) else { return }
    send(.fatal, message().text, metadata(), file, line)
  }

  /// A text that is no literal is as private as what stands in one.
  @_disfavoredOverload
  public func fatal(
    _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> LogMetadata = [:],
    file: String = #fileID, line: Int = #line
  ) {
    guard gate.isOpen(.fatal) else { return }
    send(.fatal, LogPrivacy.private.shown(message()), metadata(), file, line)
  }
}
