import TremaSupport

/// A token bucket with a queue.
///
/// The bucket stores the time at which it will be full again, which determines when each waiting
/// request is granted a token (the generic cell rate algorithm, ITU-T I.371, annex A).
final class TokenBucket: Sendable {
  /// The outcome of waiting.
  private enum Outcome: Sendable {
    /// A token was taken, would be available only after the deadline, or the task was cancelled.
    case token, tooLate, cancelled
  }

  /// A request that is waiting for a token.
  private struct Waiter: Sendable {
    let number: Int
    /// The total deadline, or `nil` if there is none.
    let deadline: Duration?
    let resume: CheckedContinuation<Outcome, Never>
  }

  /// The bucket's state. Times are in terms of `NetworkClock.uptime`.
  private struct State {
    /// The time at which the bucket will be full, or `nil` if no token was ever taken.
    var full: Duration?
    /// The time before which no token is granted, or `nil` if there is none.
    var pause: Duration?
    /// The waiting requests in order of arrival.
    var waiters: [Waiter] = []
    /// The number of waits so far.
    var count = 0
    /// The task that grants tokens as they become available, or `nil` if no request is waiting.
    var grantTask: Task<Void, Never>?
    /// The number of the current grant task. Earlier tasks must not grant tokens.
    var grantTaskNumber = 0
  }

  /// The time after which a token is added.
  private let interval: Duration
  /// The time over which tokens accumulate: the time for all tokens except one.
  private let tolerance: Duration
  private let state = LockedValue(State())

  init(interval: Duration, burst: Int) {
    self.interval = interval
    // A larger tolerance could overflow a duration, and would never be reached.
    let maxBurst = Int(
      clamping: Int64(interval == .zero ? 1e15 : min(1e15, .seconds(1e9) / interval)))
    tolerance = interval * min(burst - 1, maxBurst)
  }

  /// Takes a token without waiting. Usually no request is waiting and a token is available.
  ///
  /// - Returns: False if the caller has to wait for a token.
  /// - Throws: `cancelled` if the task is cancelled.
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
  /// - Throws: `timeout(.total)` immediately if the token would be available only after the
  ///   deadline, or `cancelled`.
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

  /// Grants no tokens before an instant. Waiting requests whose token would therefore be available
  /// only after their deadline fail immediately.
  func pause(until end: ContinuousClock.Instant) {
    let end = NetworkClock.uptime(at: end)
    let late: [Waiter] = state.withLock { state in
      state.pause = max(state.pause ?? end, end)
      var remaining: [Waiter] = []
      var late: [Waiter] = []
      for waiter in state.waiters {
        // All times are computed from the end of the pause, which is no earlier than any current
        // time.
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

  /// Returns whether the bucket is equivalent to a new one.
  func isFull(_ now: Duration) -> Bool {
    state.withLock { state in
      state.waiters.isEmpty && (state.full ?? now) <= now && (state.pause ?? now) <= now
    }
  }

  var waiters: Int { state.withLock { $0.waiters.count } }

  /// Returns the time at which a token will be available after `count` waiters.
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

  /// Starts a task that grants tokens.
  private func start(_ state: inout State, _ clock: NetworkClock) {
    state.grantTaskNumber += 1
    let number = state.grantTaskNumber
    state.grantTask = Task { await self.run(number, clock) }
  }

  /// Ends the current grant task.
  private func stop(_ state: inout State) {
    state.grantTaskNumber += 1
    state.grantTask?.cancel()
    state.grantTask = nil
  }

  /// Grants tokens until no requests are waiting.
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
      // The sleep is cancelled if no request is waiting anymore or another task has been started.
      do { try await clock.sleep(NetworkClock.instant(at: wake)) } catch { return }
    }
  }

  /// Removes a cancelled waiter. The waiters behind it move up.
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
