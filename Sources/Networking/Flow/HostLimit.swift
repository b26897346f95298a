import TremaHTTP
import TremaSupport

/// Limits the number of requests in flight to each origin (scheme, host and port). Waiting requests
/// are ordered by priority, then by age.
///
///     let client = client.adding(HostLimit(6))
///
/// A request counts until its response has been received as a whole, or if it is streamed, until
/// its body has ended, was cancelled or was released. Concurrent attempts of one request to the
/// same origin count as one. A waiting request ends when it is cancelled, or with `timeout(.total)`
/// when its deadline has passed.
public struct HostLimit: Interceptor {
  /// The interceptor's phase.
  public let phase = InterceptorPhase.hostLimit
  let limit: Int
  /// The queues of the origins, shared by all copies.
  private let queues = HostQueues()

  /// Creates an interceptor.
  ///
  /// - Parameter limit: The maximum number of requests in flight; values less than 1 are treated as
  ///   1.
  public init(_ limit: Int = 6) { self.limit = max(1, limit) }

  /// Waits for a slot until the total deadline.
  private func enter(
    _ slot: QueueSlot, _ priority: HTTPPriority, _ record: RequestState
  ) async throws(NetworkError) {
    guard let deadline = record.deadline else {
      guard await slot.enter(priority) else { throw NetworkError(.cancelled) }
      return
    }
    // The first one to set this decides the outcome. A slot that is granted after the wait has
    // ended is given back.
    let isDecided = LockedValue(false)
    let result = await withTimeout(until: deadline, clock: record.clock) {
      guard await slot.enter(priority) else { return false }
      if isDecided.trySet() { return true }
      slot.leave()
      return false
    }
    switch result {
    case .value(true, _): return
    case .value(false, let isLate): throw NetworkError(isLate ? .timeout(.total) : .cancelled)
    case .timedOut where isDecided.trySet(): throw NetworkError(.timeout(.total))
    case .cancelled where isDecided.trySet(): throw NetworkError(.cancelled)
    // The slot was granted at the same time.
    case .timedOut, .cancelled: return
    }
  }

  /// The number of slots in use and the number of waiting requests, for tests.
  var counts: (taken: Int, waiters: Int) { queues.counts }
}

extension HostLimit: SynchronousInterceptor {
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let record = context.requestState
    let queue =
      record.withURL(of: request.head.target) { queues.queue(of: $0, limit: limit) }
      ?? queues.queue(of: .unknown, limit: limit)
    let slot = QueueSlot(in: queue, of: record)
    if Task.isCancelled { throw NetworkError(.cancelled) }
    if slot.tryEnter() { return .handleOutcome(slot) }
    let priority = request.head.priority
    return .wait { () async throws(NetworkError) in
      try await enter(slot, priority, record)
      return .handleOutcome(slot)
    }
  }
}

extension QueueSlot: OutcomeHandler {
  func handle(_ response: inout HTTPResponse) -> FollowUp? {
    holdUntilComplete(&response)
    return nil
  }

  func handle(_ error: NetworkError) -> FollowUp? {
    leave()
    return nil
  }
}

/// The queues of the origins with requests in flight. Unused queues are released, except for the
/// last one used.
private final class HostQueues: Sendable {
  /// A weak reference to a queue.
  private struct WeakQueue: Sendable {
    weak var queue: RequestQueue?
  }

  private struct State {
    var queues: [Origin: WeakQueue] = [:]
    /// The last queue used. Most clients use it again, so it is not recreated for each request.
    var last: (origin: Origin, queue: RequestQueue)?
    /// The number of queues at which unused ones are removed.
    var pruneThreshold = 64
  }

  private let state = LockedValue(State())

  /// Returns the queue for a URL's origin, first quickly comparing it with the last one used.
  func queue(of url: URLReference, limit: Int) -> RequestQueue {
    let last = state.withLock { state in
      state.last?.origin.isOrigin(of: url) == true ? state.last?.queue : nil
    }
    return last ?? queue(of: Origin(url) ?? .unknown, limit: limit)
  }

  /// Returns an origin's queue, creating it if necessary.
  func queue(of origin: Origin, limit: Int) -> RequestQueue {
    state.withLock { state in
      if let queue = state.queues[origin]?.queue {
        state.last = (origin, queue)
        return queue
      }
      if state.queues.count >= state.pruneThreshold {
        state.queues = state.queues.filter { $0.value.queue != nil }
        state.pruneThreshold = max(64, state.queues.count * 2)
      }
      let queue = RequestQueue(limit: limit)
      state.queues[origin] = WeakQueue(queue: queue)
      state.last = (origin, queue)
      return queue
    }
  }

  var counts: (taken: Int, waiters: Int) {
    let queues = state.withLock { $0.queues.values.compactMap(\.queue) }
    return queues.reduce((0, 0)) { sum, queue in
      let (free, waiters) = queue.counts
      return (sum.0 + queue.limit - free, sum.1 + waiters)
    }
  }
}
