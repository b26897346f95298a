import TremaSupport

/// Lines to an open file, one call of the system each.
struct LineWriter: Sendable {
  private let descriptor: Descriptor
  private let style: LogStyle
  private let mayBreak: Bool
  /// Kept, so that a line costs no memory of its own.
  private let buffer = LockedValue<[UInt8]>([])

  init(_ descriptor: Descriptor, _ style: LogStyle) {
    self.descriptor = descriptor
    self.style = style
    mayBreak = descriptor.mayBreak
  }

  func write(_ record: LogRecord) throws(LogFailure) {
    try buffer.withLock { (bytes) throws(LogFailure) in
      bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * JSONLine.limit)
      style.line(record, into: &bytes)
      if mayBreak { try descriptor.writeUnbroken(bytes) } else { try descriptor.write(bytes) }
    }
  }
}
