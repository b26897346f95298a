import TremaSupport

/// Keeps the last records, for tests and for who wants to show them.
public final class MemoryHandler: LogHandler {
  private let capacity: Int
  private let kept = LockedValue<[LogRecord]>([])
  /// The metadata that each record gets.
  public let metadata: LogMetadata

  /// - Parameter capacity: how many are kept; above 0.
  public init(capacity: Int = 10_000, metadata: LogMetadata = [:]) {
    self.capacity = max(1, capacity)
    self.metadata = metadata
  }

  /// The oldest first.
  public var records: [LogRecord] { kept.withLock { Array($0.suffix(capacity)) } }

  /// Removes all records.
  public func removeAll() { kept.value = [] }

  /// Keeps a record.
  public func handle(_ record: LogRecord) {
    kept.withLock { kept in
      // Half of them are removed at once, so that not every record moves all others.
      if kept.count >= 2 * capacity { kept.removeFirst(kept.count - capacity) }
      kept.append(record)
    }
  }
}
