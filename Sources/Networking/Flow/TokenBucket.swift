import TremaSupport

/// A token bucket with a queue.
///
/// The bucket stores the time at which it will be full again. The time of each waiting request
/// follows from that (the generic cell rate algorithm, ITU-T I.371, annex A).
final class TokenBucket: Sendable {
  /// The outcome of waiting.
  private enum Outcome: Sendable {
    /// A token was taken; it would be available only after the deadline; the task was cancelled.
    case token, tooLate, cancelled
  }

  /// A request that waits for a token.
  private struct Waiter: Sendable {
    let number: Int
    /// The total deadline; `nil` if there is none.
    let deadline: Duration?
    let resume: CheckedContinuation<Outcome, Never>
  }

  /// The state of the bucket. Times are those of `NetworkClock.uptime`.
  private struct State {
    /// The time at which the bucket is full; `nil` if it has been full from the beginning.
    var full: Duration?
    /// The time before which no token is granted; `nil` if there is none.
    var pause: Duration?
    /// The waiting requests in the order of arrival.
    var waiters: [Waiter] = []
    /// The number of waits so far.
    var count = 0
    /// The task that grants tokens as they become available; `nil` if no request waits.
    var grantTask: Task<Void, Never>?
    /// The number of the current pump; earlier ones must not grant tokens.
    var grantTaskNumber = 0
  }

  /// The time in which one token is added.
  private let interval: Duration
  /// The time over which tokens accumulate: that of all tokens but one.
  private let tolerance: Duration
  private let state = LockedValue(State())

  init(interval: Duration, burst: Int) {
    self.interval = interval
    // A larger tolerance could overflow a duration, and would never be used up.
    let maxBurst = Int(
      clamping: Int64(interval == .zero ? 1e15 : min(1e15, .seconds(1e9) / interval)))
    tolerance = interval * min(burst - 1, maxBurst)
  }

  /// Takes a token without waiting. In the usual case no request waits and a token is available.
  ///
  /// - Returns: false if the token has to be waited for.
  /// - Throws: `cancelled`.
  func tryAcquire(_ clock: NetworkClock) throws(NetworkError) -> Bool {
    if Task.isCancelled { throw NetworkError(.cancelled) }
    return state.withLock { state in
      if interval == .zero, state.pause == nil { return true }
      guard state.waiters.isEmpty else { return false }
      let now = clock.uptime
      guard availableTime(after: 0, state, now) <= now else { return false }
      consumeToken(&state, now)
      return true
    }
  }

  /// Waits for a token.
  ///
  /// - Throws: `timeout(.total)` at once if the token would be available only after the deadline;
  ///   `cancelled`.
  func acquire(
    until deadline: ContinuousClock.Instant?, clock: NetworkClock
  ) async throws(NetworkError) {
    if try tryAcquire(clock) { return }
    let deadline = deadline.map { NetworkClock.uptime(at: $0) }
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome: Outcome? = state.withLock { state in
          let now = clock.uptime
          let readyTime = availableTime(after: state.waiters.count, state, now)
          if state.waiters.isEmpty, readyTime <= now {
            consumeToken(&state, now)
            return .token
          }
          if let deadline, deadline <= readyTime { return .tooLate }
          state.waiters.append(Waiter(number: number, deadline: deadline, resume: continuation))
          if state.waiters.count == 1 { start(&state, clock) }
          return nil
        }
        if let outcome { return continuation.resume(returning: outcome) }
        // The cancellation handler may have run before the waiter was added.
        if Task.isCancelled { leave(number) }
      }
    } onCancel: {
      leave(number)
    }
    switch outcome {
    case .token: return
    case .tooLate: throw NetworkError(.timeout(.total))
    case .cancelled: throw NetworkError(.cancelled)
    }
  }

  /// Grants no token before an instant. Waiting requests whose token would then be available only
  /// after their deadline fail at once.
  func pause(until end: ContinuousClock.Instant) {
    let end = NetworkClock.uptime(at: end)
    let late: [Waiter] = state.withLock { state in
      state.pause = max(state.pause ?? end, end)
      var remaining: [Waiter] = []
      var late: [Waiter] = []
      for waiter in state.waiters {
        // All times are calculated from the end of the pause, which is not before any current one.
        let readyTime = availableTime(after: remaining.count, state, end)
        if let deadline = waiter.deadline, deadline <= readyTime {
          late.append(waiter)
        } else {
          remaining.append(waiter)
        }
      }
      state.waiters = remaining
      if remaining.isEmpty { stop(&state) }
      return late
    }
    for waiter in late { waiter.resume.resume(returning: .tooLate) }
  }

  /// Whether the bucket is equivalent to a new one.
  func isFull(_ now: Duration) -> Bool {
    state.withLock { state in
      state.waiters.isEmpty && (state.full ?? now) <= now && (state.pause ?? now) <= now
    }
  }

  var waiters: Int { state.withLock { $0.waiters.count } }

  /// Returns the time at which a token is available behind `count` waiters.
  private func availableTime(after count: Int, _ state: State, _ now: Duration) -> Duration {
    let start = max(now, state.pause ?? now)
    let full = max(state.full ?? start, start)
    return max(start, full + interval * count - tolerance)
  }

  /// Takes a token.
  private func consumeToken(_ state: inout State, _ now: Duration) {
    state.full = max(state.full ?? now, now) + interval
    if let pause = state.pause, pause <= now { state.pause = nil }
  }

  /// Starts a pump.
  private func start(_ state: inout State, _ clock: NetworkClock) {
    state.grantTaskNumber += 1
    let number = state.grantTaskNumber
    state.grantTask = Task { await self.run(number, clock) }
  }

  /// Ends the current pump.
  private func stop(_ state: inout State) {
    state.grantTaskNumber += 1
    state.grantTask?.cancel()
    state.grantTask = nil
  }

  /// Grants tokens until no request waits.
  private func run(_ number: Int, _ clock: NetworkClock) async {
    while true {
      let now = clock.uptime
      var served: [Waiter] = []
      let wake: Duration? = state.withLock { state in
        guard state.grantTaskNumber == number else { return nil }
        while let first = state.waiters.first {
          let readyTime = availableTime(after: 0, state, now)
          guard readyTime <= now else { return readyTime }
          consumeToken(&state, now)
          served.append(first)
          state.waiters.removeFirst()
        }
        state.grantTask = nil
        return nil
      }
      for waiter in served { waiter.resume.resume(returning: .token) }
      guard let wake else { return }
      // The sleep is cancelled if no request waits any more, or another pump has been started.
      do { try await clock.sleep(NetworkClock.instant(at: wake)) } catch { return }
    }
  }

  /// Removes a cancelled waiter; those behind it move up.
  private func leave(_ number: Int) {
    let waiter: Waiter? = state.withLock { state in
      guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
      let waiter = state.waiters.remove(at: index)
      if state.waiters.isEmpty { stop(&state) }
      return waiter
    }
    waiter?.resume.resume(returning: .cancelled)
  }
}
