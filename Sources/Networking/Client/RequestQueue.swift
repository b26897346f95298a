import TremaHTTP
import TremaSupport

/// Lets a number of exchanges be on their way at once. Those that wait go by priority, then by age.
///
/// An exchange has one place, however often it is sent: what it sends again while it still has a
/// body of before would wait for itself.
final class RequestQueue: Sendable {
  private struct Waiter: Sendable {
    let number: Int
    let priority: HTTPPriority
    let exchange: ObjectIdentifier
    let resume: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var free: Int
    /// The number of unfinished entries by place.
    var entries: [ObjectIdentifier: Int] = [:]
    var waiters: [Waiter] = []
    var count = 0

    mutating func enterAtOnce(_ exchange: ObjectIdentifier) -> Bool {
      if let entries = entries[exchange] {
        self.entries[exchange] = entries + 1
        return true
      }
      guard free > 0 else { return false }
      free -= 1
      entries[exchange] = 1
      return true
    }
  }

  let limit: Int
  private let state: LockedValue<State>

  init(limit: Int) {
    self.limit = max(1, limit)
    state = LockedValue(State(free: self.limit))
  }

  /// - Returns: false when the task was cancelled while it waited; then there is nothing to leave.
  fileprivate func enter(_ exchange: ObjectIdentifier, _ priority: HTTPPriority) async -> Bool {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          if state.enterAtOnce(exchange) { return true }
          let waiter = Waiter(
            number: number, priority: priority, exchange: exchange, resume: continuation)
          let index = state.waiters.firstIndex { $0.priority < priority }
          state.waiters.insert(waiter, at: index ?? state.waiters.endIndex)
          return false
        }
        if isFree { return continuation.resume(returning: true) }
        // The handler may have run before there was anything to remove.
        if Task.isCancelled { remove(number) }
      }
    } onCancel: {
      remove(number)
    }
  }

  /// - Returns: false when it would have to wait.
  fileprivate func enterAtOnce(_ exchange: ObjectIdentifier) -> Bool {
    state.withLock { $0.enterAtOnce(exchange) }
  }

  private func remove(_ number: Int) {
    let waiter: Waiter? = state.withLock { state in
      let index = state.waiters.firstIndex { $0.number == number }
      return index.map { state.waiters.remove(at: $0) }
    }
    waiter?.resume.resume(returning: false)
  }

  fileprivate func leave(_ exchange: ObjectIdentifier) {
    let entered: [Waiter] = state.withLock { state in
      guard let entries = state.entries[exchange] else { return [] }
      guard entries == 1 else {
        state.entries[exchange] = entries - 1
        return []
      }
      state.entries[exchange] = nil
      guard let next = state.waiters.first?.exchange else {
        state.free += 1
        return []
      }
      // All that one exchange waits with: they may wait for each other.
      let entered = state.waiters.filter { $0.exchange == next }
      state.waiters.removeAll { $0.exchange == next }
      state.entries[next] = entered.count
      return entered
    }
    for waiter in entered { waiter.resume.resume(returning: true) }
  }

  /// The numbers of free places and of waiting requests, for tests.
  var counts: (free: Int, waiters: Int) { state.withLock { ($0.free, $0.waiters.count) } }
}

/// The place of one exchange in a queue.
final class QueuePlace: Sendable {
  private let queue: RequestQueue
  /// Held, so that no other one gets its address.
  private let record: RequestState?

  /// - Parameter record: whose place it is, when several may ask for it; they have one together.
  init(in queue: RequestQueue, of record: RequestState? = nil) {
    (self.queue, self.record) = (queue, record)
  }

  private var exchange: ObjectIdentifier {
    record.map { ObjectIdentifier($0) } ?? ObjectIdentifier(self)
  }

  /// - Returns: false when the task was cancelled while it waited; then there is nothing to leave.
  func enter(_ priority: HTTPPriority) async -> Bool { await queue.enter(exchange, priority) }

  /// - Returns: false when it would have to wait.
  func enterAtOnce() -> Bool { queue.enterAtOnce(exchange) }

  /// Called once for each `enter`; the last call gives the place to another exchange.
  func leave() { queue.leave(exchange) }
}

extension QueuePlace {
  /// For what the place was entered for: it is left when the response is there as a whole, or when its
  /// body has ended.
  func hold(_ response: inout HTTPResponse) {
    guard !response.body.isWhole, let source = response.body.source else { return leave() }
    response.body = .stream(PlacedBody(source, in: self))
  }
}

/// A body that is being received: its place in the queue is given back when it ends or is released.
final class PlacedBody: HTTPBodySource {
  private let source: any HTTPBodySource
  private let place: QueuePlace
  private let hasLeft = LockedValue(false)

  init(_ source: any HTTPBodySource, in place: QueuePlace) {
    self.source = source
    self.place = place
  }

  deinit { leave() }

  func next() async throws(TransportError) -> [UInt8]? {
    do throws(TransportError) {
      if let piece = try await source.next() { return piece }
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

  private func leave() { if hasLeft.takeFirst() { place.leave() } }
}
