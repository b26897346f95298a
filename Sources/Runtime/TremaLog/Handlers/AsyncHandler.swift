import Dispatch
import TremaSupport

/// A handler that passes records to another handler on a thread of its own.
///
/// The records wait in a queue of limited length, and logging never blocks. A record that finds the
/// queue full is dropped and counted; when there is room again, a record reports the number of
/// dropped ones. A record of level `fatal` waits for those before it and is handled before the call
/// returns.
public final class AsyncHandler: LogHandler {
  /// The handler of the records.
  private let handler: any LogHandler
  /// The maximum number of records in the queue.
  private let capacity: Int
  /// The queue on which the handler is called.
  private let queue = DispatchQueue(label: "trema.log")
  /// The key by which code that runs on the queue is recognized.
  private static let owner = DispatchSpecificKey<ObjectIdentifier>()
  /// The records and counters, protected by a lock.
  private let state = LockedValue(State())

  /// The records and counters.
  private struct State: Sendable {
    /// The records that were not taken yet.
    var waiting: [LogRecord] = []
    /// The number of records that wait or are being handled.
    var count = 0
    /// Whether a call of `drain()` is scheduled or running.
    var isRunning = false
    /// The number of dropped records.
    var dropped = 0
    /// The number of dropped records that were not reported yet.
    var unreported = 0
    /// The number of consecutive failures of the handler.
    var failures = 0
    /// The last failure.
    var failure: (any Error)?
  }

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - handler: The handler of the records.
  ///   - capacity: The maximum number of records in the queue, at least 1.
  public init(_ handler: any LogHandler, capacity: Int = 1024) {
    self.handler = handler
    self.capacity = max(1, capacity)
    queue.setSpecific(key: Self.owner, value: ObjectIdentifier(self))
  }

  /// Whether the current code was called by the other handler; waiting for the queue would be a
  /// deadlock.
  private var isOnQueue: Bool {
    DispatchQueue.getSpecific(key: Self.owner) == ObjectIdentifier(self)
  }

  /// `AsyncHandler`, with the name of the other handler.
  public var name: String { "AsyncHandler(\(handler.name))" }
  /// The metadata of the other handler.
  public var metadata: LogMetadata { handler.metadata }

  /// The number of records that were dropped because the queue was full.
  public var droppedRecordCount: Int { state.withLock { $0.dropped } }

  /// Adds a record to the queue; handles a record of level `fatal` before it returns.
  ///
  /// - Throws: The last error of the other handler after it has failed three times in a row.
  public func handle(_ record: LogRecord) throws {
    try throwFailure()
    if record.level == .fatal, !isOnQueue {
      queue.sync {
        handleWaiting()
        forward(record)
      }
      return try throwFailure()
    }
    // Only the first record after an idle time schedules a call of `drain()`.
    let isFirst = state.withLock { state in
      guard state.count < capacity else {
        state.dropped += 1
        state.unreported += 1
        return false
      }
      state.count += 1
      state.waiting.append(record)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { queue.async { self.drain() } }
  }

  /// Returns after the records that were logged before have been handled and the other handler was
  /// flushed. Does nothing when it is called by the other handler.
  ///
  /// - Throws: The error of the other handler.
  public func flush() throws {
    if isOnQueue { return }
    try queue.sync {
      handleWaiting()
      try handler.flush()
    }
    try throwFailure()
  }

  /// Handles the waiting records and closes the other handler.
  public func close() throws {
    if isOnQueue { return }
    try queue.sync {
      handleWaiting()
      try handler.close()
    }
  }

  /// Handles the waiting records. Records that arrive meanwhile are handled in another call, so
  /// that a flush does not wait for threads that keep logging.
  private func drain() {
    handleWaiting()
    let hasMore = state.withLock { state in
      state.isRunning = !state.waiting.isEmpty || state.unreported > 0
      return state.isRunning
    }
    if hasMore { queue.async { self.drain() } }
  }

  /// Handles the records that are waiting now, and reports dropped ones.
  private func handleWaiting() {
    let (records, unreportedCount) = state.withLock { state in
      defer { (state.waiting, state.unreported) = ([], 0) }
      return (state.waiting, state.unreported)
    }
    for record in records {
      forward(record)
      state.withLock { $0.count -= 1 }
    }
    if unreportedCount > 0 { forward(Self.dropReport(unreportedCount)) }
  }

  /// Passes a record to the other handler and counts failures.
  private func forward(_ record: LogRecord) {
    HandlingThread.mark {
      do {
        try handler.handle(record)
        state.withLock { $0.failures = 0 }
      } catch {
        state.withLock { state in
          state.failures += 1
          state.failure = error
        }
      }
    }
  }

  /// Throws the last failure if there were three in a row.
  private func throwFailure() throws {
    let failure = state.withLock { state in
      state.failures >= MultiplexHandler.limit ? state.failure : nil
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
