import TremaSupport

/// A handler that keeps the most recent records, for tests and for display in an app.
public final class MemoryHandler: LogHandler {
  /// The maximum number of records.
  private let capacity: Int
  /// The records, at most twice the capacity.
  private let stored = LockedValue<[LogRecord]>([])
  /// The metadata of each record.
  public let metadata: LogMetadata

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of records, at least 1.
  ///   - metadata: The metadata of each record.
  public init(capacity: Int = 10_000, metadata: LogMetadata = [:]) {
    self.capacity = max(1, capacity)
    self.metadata = metadata
  }

  /// The records, oldest first.
  public var records: [LogRecord] { stored.withLock { Array($0.suffix(capacity)) } }

  /// Removes all records.
  public func removeAll() { stored.value = [] }

  /// Keeps a record.
  public func handle(_ record: LogRecord) {
    stored.withLock { records in
      // Half of the records are removed at once so we don't move all of them in every call.
      if records.count >= 2 * capacity { records.removeFirst(records.count - capacity) }
      records.append(record)
    }
  }
}
