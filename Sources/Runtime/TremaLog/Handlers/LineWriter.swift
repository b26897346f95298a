import TremaSupport

/// A writer that writes each line to an open file with one system call.
struct LineWriter: Sendable {
  /// The file's descriptor.
  private let descriptor: Descriptor
  /// The format of the lines.
  private let style: LogStyle
  /// Whether the descriptor is a pipe or socket, whose other end may be closed.
  private let isPipeOrSocket: Bool
  /// The buffer for a line, reused to avoid an allocation per line.
  private let buffer = LockedValue<[UInt8]>([])

  init(_ descriptor: Descriptor, _ style: LogStyle) {
    self.descriptor = descriptor
    self.style = style
    isPipeOrSocket = descriptor.isPipeOrSocket
  }

  /// Writes a record as a line.
  func write(_ record: LogRecord) throws(LogFailure) {
    try buffer.withLock { (bytes) throws(LogFailure) in
      bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * JSONLine.limit)
      style.line(record, into: &bytes)
      if isPipeOrSocket {
        try descriptor.writeSuppressingSIGPIPE(bytes)
      } else {
        try descriptor.write(bytes)
      }
    }
  }
}
