/// A destination of records. A system calls it from any thread, also from several at once.
///
/// An error stops no other handler: after three failures in a row it gets no more records, and that
/// is told once to the others. It must not log itself: such records are left out.
public protocol LogHandler: Sendable {
  /// For what is told of it: `RotatingFileHandler(/var/log/app.log)`.
  var name: String { get }
  /// In every record that it gets, under what the task and the call say. It is read when the handler
  /// is installed.
  var metadata: LogMetadata { get }

  func handle(_ record: LogRecord) throws

  /// Returns when all records are where they go to.
  func flush() throws

  /// Flushes, and gives back what it holds; no record follows.
  func close() throws
}

extension LogHandler {
  /// The name of the type.
  public var name: String { "\(Self.self)" }
  /// No metadata.
  public var metadata: LogMetadata { [:] }
  /// Does nothing: the handler buffers nothing.
  public func flush() throws {}
  /// Flushes.
  public func close() throws { try flush() }
}
