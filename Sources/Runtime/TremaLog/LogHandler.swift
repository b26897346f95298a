/// A destination of log records.
///
/// A ``LogSystem`` calls its handlers from any thread, and possibly from multiple threads at once.
/// An error of one handler does not affect the others. After three errors in a row, a handler
/// receives no more records. This is reported once to the others. A handler must not log; records
/// that it logs are discarded.
public protocol LogHandler: Sendable {
  /// The name of the handler in reports about it, such as `RotatingFileHandler(/var/log/app.log)`.
  var name: String { get }
  /// The metadata of every record that the handler receives. Task values and call values replace
  /// handler values with the same key. The property is read when the handler is installed.
  var metadata: LogMetadata { get }

  /// Handles a record that has no secrets left in it.
  ///
  /// - Throws: An error if the record could not be written.
  func handle(_ record: LogRecord) throws

  /// Returns after all records have been written to their destination.
  func flush() throws

  /// Flushes the handler and releases its resources. No records are passed afterwards.
  func close() throws
}

extension LogHandler {
  /// The type's name.
  public var name: String { "\(Self.self)" }
  /// No metadata.
  public var metadata: LogMetadata { [:] }
  /// Does nothing: the handler buffers nothing.
  public func flush() throws {}
  /// Flushes the handler.
  public func close() throws { try flush() }
}
