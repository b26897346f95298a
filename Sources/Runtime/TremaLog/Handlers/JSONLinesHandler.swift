/// A handler that writes JSON Lines to an open file, by default to standard output.
///
/// ```json
/// {"ts":"2026-11-21T06:30:00.123456Z","level":"info","label":"net","msg":"…","ms":12,"file":"…"
/// ```
public final class JSONLinesHandler: LogHandler {
  /// The writer of the lines.
  private let writer: LineWriter
  /// The number of the descriptor.
  private let number: Int32

  /// Creates a handler.
  ///
  /// - Parameter descriptor: The descriptor of the file, which the handler does not close. If other
  ///   writers use the file, it must be opened with `O_APPEND`.
  public init(descriptor: Int32 = 1) {
    number = descriptor
    writer = LineWriter(Descriptor(number: descriptor), .json)
  }

  /// `JSONLinesHandler`, with the number of the descriptor.
  public var name: String { "JSONLinesHandler(\(number))" }

  /// Writes a record as a line of JSON.
  ///
  /// - Throws: ``LogFailure``.
  public func handle(_ record: LogRecord) throws { try writer.write(record) }
}
