import Dispatch
import TremaSupport

/// Another handler on a thread of its own, behind a queue that holds so many records and no more. Who
/// logs never waits; what finds the queue full is dropped and counted, and when there is room again a
/// record tells how many were.
///
/// A record of level `fatal` waits for those before it and is handled before the call returns.
public final class AsyncHandler: LogHandler {
  private let handler: any LogHandler
  private let capacity: Int
  private let queue = DispatchQueue(label: "trema.log")
  private static let owner = DispatchSpecificKey<ObjectIdentifier>()
  private let state = LockedValue(State())

  private struct State: Sendable {
    var waiting: [LogRecord] = []
    /// The records that wait, and those that were taken and are not handled yet.
    var count = 0
    var isRunning = false
    var dropped = 0
    /// Dropped, and not told yet.
    var untold = 0
    /// In a row.
    var failures = 0
    var failure: (any Error)?
  }

  /// - Parameter capacity: how many records may wait; above 0.
  public init(_ handler: any LogHandler, capacity: Int = 1024) {
    self.handler = handler
    self.capacity = max(1, capacity)
    queue.setSpecific(key: Self.owner, value: ObjectIdentifier(self))
  }

  /// Whether the other handler has called this one: waiting for it would be waiting for itself.
  private var isInside: Bool {
    DispatchQueue.getSpecific(key: Self.owner) == ObjectIdentifier(self)
  }

  /// `AsyncHandler`, with the name of its handler.
  public var name: String { "AsyncHandler(\(handler.name))" }
  /// The metadata of its handler.
  public var metadata: LogMetadata { handler.metadata }

  /// How many records found the queue full.
  public var dropped: Int { state.withLock { $0.dropped } }

  /// - Throws: what the other handler threw, once it has failed three times in a row.
  public func handle(_ record: LogRecord) throws {
    try throwFailure()
    if record.level == .fatal, !isInside {
      queue.sync {
        handleWaiting()
        give(record)
      }
      return try throwFailure()
    }
    let isFirst = state.withLock { state in
      guard state.count < capacity else {
        state.dropped += 1
        state.untold += 1
        return false
      }
      state.count += 1
      state.waiting.append(record)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { queue.async { self.drain() } }
  }

  /// Returns when what came before has been handled. From within the other handler it does nothing.
  public func flush() throws {
    if isInside { return }
    try queue.sync {
      handleWaiting()
      try handler.flush()
    }
    try throwFailure()
  }

  /// Writes what is queued and closes its handler.
  public func close() throws {
    if isInside { return }
    try queue.sync {
      handleWaiting()
      try handler.close()
    }
  }

  /// Handles what waits, on the queue. What came meanwhile has a turn of its own, so that who flushes
  /// does not wait for those who go on logging.
  private func drain() {
    handleWaiting()
    let isMore = state.withLock { state in
      state.isRunning = !state.waiting.isEmpty || state.untold > 0
      return state.isRunning
    }
    if isMore { queue.async { self.drain() } }
  }

  private func handleWaiting() {
    let (records, untold) = state.withLock { state in
      defer { (state.waiting, state.untold) = ([], 0) }
      return (state.waiting, state.untold)
    }
    for record in records {
      give(record)
      state.withLock { $0.count -= 1 }
    }
    if untold > 0 { give(Self.note(untold)) }
  }

  private func give(_ record: LogRecord) {
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

  private func throwFailure() throws {
    let failure = state.withLock { state in
      state.failures >= MultiplexHandler.limit ? state.failure : nil
    }
    if let failure { throw failure }
  }

  private static func note(_ count: Int) -> LogRecord {
    LogRecord(
      level: .warning, label: "trema.log",
      message: "\(count) record\(count == 1 ? " was" : "s were") dropped: the queue was full")
  }
}
