/// A handler that writes JSON Lines to an open file, by default to standard output.
///
/// ```json
/// {"ts":"2026-11-21T06:30:00.123456Z","level":"info","label":"net","msg":"…","ms":12,"file":"…"
/// ```
public final class JSONLinesHandler: LogHandler {
  /// Writes the lines.
  private let writer: LineWriter
  /// The file descriptor.
  private let descriptor: Int32

  /// Creates a handler.
  ///
  /// - Parameter descriptor: The file descriptor, which the handler does not close. If other
  ///   writers use the file, it must be opened with `O_APPEND`.
  public init(descriptor: Int32 = 1) {
    self.descriptor = descriptor
    writer = LineWriter(Descriptor(number: descriptor), .json)
  }

  /// The name and descriptor, such as `JSONLinesHandler(1)`.
  public var name: String { "JSONLinesHandler(\(descriptor))" }

  /// Writes a record as a line of JSON.
  ///
  /// - Throws: ``LogFailure``.
  public func handle(_ record: LogRecord) throws { try writer.write(record) }
}
