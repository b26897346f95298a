/// Lines of JSON, to a file that is open: standard output if nothing else is said.
///
/// ```json
/// {"ts":"2026-11-21T06:30:00.123456Z","level":"info","label":"net","msg":"…","ms":12,"file":"…"
/// ```
public final class JSONLinesHandler: LogHandler {
  private let writer: LineWriter
  private let number: Int32

  /// - Parameter descriptor: stays the caller's to close. A file that others write, too, must be
  ///   open with `O_APPEND`.
  public init(descriptor: Int32 = 1) {
    number = descriptor
    writer = LineWriter(Descriptor(number: descriptor), .json)
  }

  /// `JSONLinesHandler`, with the number of the descriptor.
  public var name: String { "JSONLinesHandler(\(number))" }

  /// Writes a record as a line of JSON.
  public func handle(_ record: LogRecord) throws { try writer.write(record) }
}
