import TremaSupport

/// A writer of lines to an open file, each with one call of the system.
struct LineWriter: Sendable {
  /// The descriptor of the file.
  private let descriptor: Descriptor
  /// The format of the lines.
  private let style: LogStyle
  /// Whether the descriptor is a pipe or socket, whose other end may be closed.
  private let isPipeOrSocket: Bool
  /// The memory of a line, which is reused so that a line needs no allocation.
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
