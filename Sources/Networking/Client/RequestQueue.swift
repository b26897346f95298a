import TremaHTTP
import TremaSupport

/// A queue that limits the number of exchanges in flight. Waiting exchanges are ordered by
/// priority, then by age.
///
/// An exchange takes one slot, regardless of how often its request is sent. Otherwise a retry that
/// starts while the body of an earlier response is still held would wait for itself.
final class RequestQueue: Sendable {
  /// A request that is waiting for a slot.
  private struct Waiter: Sendable {
    /// The number that identifies a cancelled waiter.
    let number: Int
    let priority: HTTPPriority
    let exchange: ObjectIdentifier
    let resume: CheckedContinuation<Bool, Never>
  }

  private struct State {
    /// The number of free slots.
    var freeSlotCount: Int
    /// The number of open entries for each exchange that has a slot.
    var entries: [ObjectIdentifier: Int] = [:]
    /// The waiting requests, by descending priority, then in order of arrival.
    var waiters: [Waiter] = []
    /// The number of entries so far.
    var count = 0

    /// Enters if the exchange already has a slot or one is free. Returns whether it has entered.
    mutating func tryEnter(_ exchange: ObjectIdentifier) -> Bool {
      if let entries = entries[exchange] {
        self.entries[exchange] = entries + 1
        return true
      }
      guard freeSlotCount > 0 else { return false }
      freeSlotCount -= 1
      entries[exchange] = 1
      return true
    }
  }

  /// The maximum number of exchanges in flight, which is at least 1.
  let limit: Int
  private let state: LockedValue<State>

  init(limit: Int) {
    self.limit = max(1, limit)
    state = LockedValue(State(freeSlotCount: self.limit))
  }

  /// Waits for a slot for an exchange.
  ///
  /// - Returns: False if the task was cancelled while waiting. In this case `leave` must not be
  ///   called.
  fileprivate func enter(_ exchange: ObjectIdentifier, _ priority: HTTPPriority) async -> Bool {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          if state.tryEnter(exchange) { return true }
          let waiter = Waiter(
            number: number, priority: priority, exchange: exchange, resume: continuation)
          let index = state.waiters.firstIndex { $0.priority < priority }
          state.waiters.insert(waiter, at: index ?? state.waiters.endIndex)
          return false
        }
        if isFree { return continuation.resume(returning: true) }
        // The cancellation handler may have run before the waiter was added.
        if Task.isCancelled { remove(number) }
      }
    } onCancel: {
      remove(number)
    }
  }

  /// Takes a slot for an exchange if it does not have to wait. Returns whether it has one.
  fileprivate func tryEnter(_ exchange: ObjectIdentifier) -> Bool {
    state.withLock { $0.tryEnter(exchange) }
  }

  /// Removes a waiter whose task was cancelled, and resumes it with false.
  private func remove(_ number: Int) {
    let waiter: Waiter? = state.withLock { state in
      let index = state.waiters.firstIndex { $0.number == number }
      return index.map { state.waiters.remove(at: $0) }
    }
    waiter?.resume.resume(returning: false)
  }

  /// Ends one of an exchange's entries. Ending the last entry frees the slot, or passes it to the
  /// next exchange.
  fileprivate func leave(_ exchange: ObjectIdentifier) {
    let entered: [Waiter] = state.withLock { state in
      guard let entries = state.entries[exchange] else { return [] }
      guard entries == 1 else {
        state.entries[exchange] = entries - 1
        return []
      }
      state.entries[exchange] = nil
      guard let next = state.waiters.first?.exchange else {
        state.freeSlotCount += 1
        return []
      }
      // All waiters for the exchange enter together, as they may depend on each other.
      let entered = state.waiters.filter { $0.exchange == next }
      state.waiters.removeAll { $0.exchange == next }
      state.entries[next] = entered.count
      return entered
    }
    for waiter in entered { waiter.resume.resume(returning: true) }
  }

  /// The number of free slots and the number of waiting requests, for tests.
  var counts: (free: Int, waiters: Int) { state.withLock { ($0.freeSlotCount, $0.waiters.count) } }
}

/// An exchange's slot in a queue.
final class QueueSlot: Sendable {
  private let queue: RequestQueue
  /// Retained so that no other object gets the address that identifies the exchange.
  private let requestState: RequestState?

  /// Creates a slot for an exchange.
  ///
  /// - Parameter record: The exchange, if more than one object may take its slot and share it.
  ///   `nil` if this object is the only one.
  init(in queue: RequestQueue, of record: RequestState? = nil) {
    (self.queue, self.requestState) = (queue, record)
  }

  /// The identifier of the exchange in the queue.
  private var exchange: ObjectIdentifier {
    requestState.map { ObjectIdentifier($0) } ?? ObjectIdentifier(self)
  }

  /// Waits for the slot.
  ///
  /// - Returns: False if the task was cancelled while waiting. In this case `leave()` must not be
  ///   called.
  func enter(_ priority: HTTPPriority) async -> Bool { await queue.enter(exchange, priority) }

  /// Takes the slot if it is free. Returns whether it has been taken.
  func tryEnter() -> Bool { queue.tryEnter(exchange) }

  /// Ends one entry. Call this once for each successful `enter`; the last call passes the slot to
  /// the next exchange.
  func leave() { queue.leave(exchange) }
}

extension QueueSlot {
  /// Ends the entry when the response is complete: immediately if its body has been received as a
  /// whole, otherwise when its stream ends.
  func holdUntilComplete(_ response: inout HTTPResponse) {
    guard !response.body.isInMemory, let source = response.body.source else { return leave() }
    response.body = .stream(SlotHoldingBody(source, in: self))
  }
}

/// A body that is being received. It frees its slot in the queue when it ends, is cancelled or is
/// released.
final class SlotHoldingBody: HTTPBodySource {
  private let source: any HTTPBodySource
  private let slot: QueueSlot
  /// Whether the slot has been freed; it must be freed only once.
  private let hasLeft = LockedValue(false)

  init(_ source: any HTTPBodySource, in slot: QueueSlot) {
    self.source = source
    self.slot = slot
  }

  deinit { leave() }

  func next() async throws(TransportError) -> [UInt8]? {
    do throws(TransportError) {
      if let chunk = try await source.next() { return chunk }
      leave()
      return nil
    } catch {
      leave()
      throw error
    }
  }

  func cancel() {
    source.cancel()
    leave()
  }

  private func leave() { if hasLeft.trySet() { slot.leave() } }
}
