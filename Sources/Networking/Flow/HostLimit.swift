import TremaHTTP
import TremaSupport

/// Lets a number of requests be on their way to one server (scheme, host and port) at once. Those that
/// wait go by priority, then by age.
///
///     let client = client.adding(HostLimit(6))
///
/// A request has its place until its response is there as a whole; one that is read as it comes,
/// until its body has ended, has been cancelled, or is released. What one request sends to a server
/// several times at once has one place together. A request that waits leaves when it is cancelled,
/// and with `timeout(.total)` when its deadline comes.
public struct HostLimit: Interceptor {
  /// The place in the chain of interceptors.
  public let phase = InterceptorPhase.hostLimit
  let limit: Int
  private let queues = HostQueues()

  /// - Parameter limit: at least 1; fewer is 1.
  public init(_ limit: Int = 6) { self.limit = max(1, limit) }

  private func enter(
    _ place: QueuePlace, _ priority: HTTPPriority, _ record: RequestState
  ) async throws(NetworkError) {
    guard let deadline = record.deadline else {
      guard await place.enter(priority) else { throw NetworkError(.cancelled) }
      return
    }
    // The first to set it decides; a place that is granted too late is given back.
    let isDecided = LockedValue(false)
    let ended = await whileWaited(until: deadline, clock: record.clock) {
      guard await place.enter(priority) else { return false }
      if isDecided.takeFirst() { return true }
      place.leave()
      return false
    }
    switch ended {
    case .value(true, _): return
    case .value(false, let isLate): throw NetworkError(isLate ? .timeout(.total) : .cancelled)
    case .timeOver where isDecided.takeFirst(): throw NetworkError(.timeout(.total))
    case .cancelled where isDecided.takeFirst(): throw NetworkError(.cancelled)
    // It came just now.
    case .timeOver, .cancelled: return
    }
  }

  /// The numbers of taken places and of waiting requests, for tests.
  var counts: (taken: Int, waiters: Int) { queues.counts }
}

extension HostLimit: SynchronousInterceptor {
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let record = context.record
    let queue =
      record.withURL(of: request.head.target) { queues.queue(of: $0, limit: limit) }
      ?? queues.queue(of: .unknown, limit: limit)
    let place = QueuePlace(in: queue, of: record)
    if Task.isCancelled { throw NetworkError(.cancelled) }
    if place.enterAtOnce() { return .around(place) }
    let priority = request.head.priority
    return .waiting { () async throws(NetworkError) in
      try await enter(place, priority, record)
      return .around(place)
    }
  }
}

extension QueuePlace: OutcomeHandler {
  func handle(_ response: inout HTTPResponse) -> FollowUp? {
    hold(&response)
    return nil
  }

  func handle(_ error: NetworkError) -> FollowUp? {
    leave()
    return nil
  }
}

/// A queue for each server with requests in flight. An empty queue is removed, except the last one.
private final class HostQueues: Sendable {
  private struct Held: Sendable {
    weak var queue: RequestQueue?
  }

  private struct State {
    var queues: [Origin: Held] = [:]
    /// The one that was asked for last, which is the next one, too, of most clients: it is not made
    /// anew for each request.
    var last: (origin: Origin, queue: RequestQueue)?
    /// The number of queues at which unused ones are removed.
    var bound = 64
  }

  private let state = LockedValue(State())

  func queue(of url: URLReference, limit: Int) -> RequestQueue {
    let last = state.withLock { state in
      state.last?.origin.isOrigin(of: url) == true ? state.last?.queue : nil
    }
    return last ?? queue(of: Origin(url) ?? .unknown, limit: limit)
  }

  func queue(of origin: Origin, limit: Int) -> RequestQueue {
    state.withLock { state in
      if let queue = state.queues[origin]?.queue {
        state.last = (origin, queue)
        return queue
      }
      if state.queues.count >= state.bound {
        state.queues = state.queues.filter { $0.value.queue != nil }
        state.bound = max(64, state.queues.count * 2)
      }
      let queue = RequestQueue(limit: limit)
      state.queues[origin] = Held(queue: queue)
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
