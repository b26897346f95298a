import Dispatch
import TremaSupport

/// A handler that passes records to an underlying handler on a background queue.
///
/// The records wait in a queue of limited length, and logging never blocks. If the queue is full, a
/// record is dropped and counted; when there is room again, a record reports the number of dropped
/// records. A `fatal` record waits for the records before it and is handled before the call
/// returns.
public final class AsyncHandler: LogHandler {
  /// The underlying handler.
  private let handler: any LogHandler
  /// The maximum number of records in the queue.
  private let capacity: Int
  /// The queue on which the handler is called.
  private let queue = DispatchQueue(label: "trema.log")
  /// The key used to recognize code that runs on the queue.
  private static let owner = DispatchSpecificKey<ObjectIdentifier>()
  /// The records and counters, protected by the lock.
  private let state = LockedValue(State())

  /// The records and counters.
  private struct State: Sendable {
    /// The records that have not been taken from the queue.
    var waiting: [LogRecord] = []
    /// The number of records that are waiting or being handled.
    var count = 0
    /// Whether a call to `drain()` is scheduled or running.
    var isRunning = false
    /// The number of dropped records.
    var droppedCount = 0
    /// The number of dropped records that have not been reported.
    var unreportedDropCount = 0
    /// The handler's number of consecutive failures.
    var failureCount = 0
    /// The last failure.
    var failure: (any Error)?
  }

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - handler: The underlying handler.
  ///   - capacity: The maximum number of records in the queue, at least 1.
  public init(_ handler: any LogHandler, capacity: Int = 1024) {
    self.handler = handler
    self.capacity = max(1, capacity)
    queue.setSpecific(key: Self.owner, value: ObjectIdentifier(self))
  }

  /// Whether the current code was called by the underlying handler. Waiting for the queue would
  /// then deadlock.
  private var isOnQueue: Bool {
    DispatchQueue.getSpecific(key: Self.owner) == ObjectIdentifier(self)
  }

  /// `AsyncHandler`, with the name of the underlying handler.
  public var name: String { "AsyncHandler(\(handler.name))" }
  /// The underlying handler's metadata.
  public var metadata: LogMetadata { handler.metadata }

  /// The number of records that were dropped because the queue was full.
  public var droppedRecordCount: Int { state.withLock { $0.droppedCount } }

  /// Adds a record to the queue. A `fatal` record is handled before the call returns.
  ///
  /// - Throws: The last error of the underlying handler if it has failed three times in a row.
  public func handle(_ record: LogRecord) throws {
    try throwFailure()
    if record.level == .fatal, !isOnQueue {
      queue.sync {
        handleWaiting()
        forward(record)
      }
      return try throwFailure()
    }
    // Only the first record after an idle time schedules a call to `drain()`.
    let isFirst = state.withLock { state in
      guard state.count < capacity else {
        state.droppedCount += 1
        state.unreportedDropCount += 1
        return false
      }
      state.count += 1
      state.waiting.append(record)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { queue.async { self.drain() } }
  }

  /// Returns after all earlier records have been handled and the underlying handler has been
  /// flushed. Does nothing when called by the underlying handler.
  ///
  /// - Throws: The underlying handler's error.
  public func flush() throws {
    if isOnQueue { return }
    try queue.sync {
      handleWaiting()
      try handler.flush()
    }
    try throwFailure()
  }

  /// Handles the waiting records and closes the underlying handler.
  public func close() throws {
    if isOnQueue { return }
    try queue.sync {
      handleWaiting()
      try handler.close()
    }
  }

  /// Handles the waiting records. Records that arrive during the call are handled in a later one so
  /// that a flush doesn't wait for threads that keep logging.
  private func drain() {
    handleWaiting()
    let hasMore = state.withLock { state in
      state.isRunning = !state.waiting.isEmpty || state.unreportedDropCount > 0
      return state.isRunning
    }
    if hasMore { queue.async { self.drain() } }
  }

  /// Handles the records that are waiting now, and reports dropped ones.
  private func handleWaiting() {
    let (records, unreportedCount) = state.withLock { state in
      defer { (state.waiting, state.unreportedDropCount) = ([], 0) }
      return (state.waiting, state.unreportedDropCount)
    }
    for record in records {
      forward(record)
      state.withLock { $0.count -= 1 }
    }
    if unreportedCount > 0 { forward(Self.dropReport(unreportedCount)) }
  }

  /// Passes a record to the underlying handler and counts failures.
  private func forward(_ record: LogRecord) {
    HandlingThread.mark {
      do {
        try handler.handle(record)
        state.withLock { $0.failureCount = 0 }
      } catch {
        state.withLock { state in
          state.failureCount += 1
          state.failure = error
        }
      }
    }
  }

  /// Throws the last failure if there have been three in a row.
  private func throwFailure() throws {
    let failure = state.withLock { state in
      state.failureCount >= MultiplexHandler.limit ? state.failure : nil
    }
    if let failure { throw failure }
  }

  /// Returns the record that reports dropped records.
  private static func dropReport(_ count: Int) -> LogRecord {
    LogRecord(
      level: .warning, label: "trema.log",
      message: "\(count) record\(count == 1 ? " was" : "s were") dropped: the queue was full")
  }
}
