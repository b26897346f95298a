import TremaSupport

/// A bucket of tokens, and who waits for one.
///
/// What is kept is when it would be full again; from that it is known when each of those that wait has
/// its turn (the generic cell rate algorithm, ITU-T I.371, annex A).
final class TokenBucket: Sendable {
  private enum Outcome: Sendable {
    case token, tooLate, left
  }

  private struct Waiter: Sendable {
    let number: Int
    let deadline: Duration?
    let resume: CheckedContinuation<Outcome, Never>
  }

  /// Moments are those of ``NetworkClock/uptime``.
  private struct State {
    /// The time at which the bucket is full; `nil` if it has been full from the beginning.
    var full: Duration?
    var pause: Duration?
    /// The first one first.
    var waiters: [Waiter] = []
    var count = 0
    /// Grants tokens as they become available, while requests wait.
    var pump: Task<Void, Never>?
    /// The number of the current pump: earlier ones do nothing.
    var pumps = 0
  }

  private let interval: Duration
  /// The time for which tokens accumulate.
  private let tolerance: Duration
  private let state = LockedValue(State())

  init(interval: Duration, burst: Int) {
    self.interval = interval
    // What no duration holds is never reached.
    let most = Int(clamping: Int64(interval == .zero ? 1e15 : min(1e15, .seconds(1e9) / interval)))
    tolerance = interval * min(burst - 1, most)
  }

  /// In the usual case no request waits and a token is available.
  ///
  /// - Returns: false when it would have to be waited for.
  func takeAtOnce(_ clock: NetworkClock) throws(NetworkError) -> Bool {
    if Task.isCancelled { throw NetworkError(.cancelled) }
    return state.withLock { state in
      if interval == .zero, state.pause == nil { return true }
      guard state.waiters.isEmpty else { return false }
      let now = clock.uptime
      guard turn(behind: 0, state, now) <= now else { return false }
      spend(&state, now)
      return true
    }
  }

  /// Waits for a token.
  ///
  /// - Throws: `timeout(.total)` when it would come too late, at once; `cancelled`.
  func take(
    until deadline: ContinuousClock.Instant?, clock: NetworkClock
  ) async throws(NetworkError) {
    if try takeAtOnce(clock) { return }
    let deadline = deadline.map { NetworkClock.uptime(at: $0) }
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome: Outcome? = state.withLock { state in
          let now = clock.uptime
          let turn = turn(behind: state.waiters.count, state, now)
          if state.waiters.isEmpty, turn <= now {
            spend(&state, now)
            return .token
          }
          if let deadline, deadline <= turn { return .tooLate }
          state.waiters.append(Waiter(number: number, deadline: deadline, resume: continuation))
          if state.waiters.count == 1 { start(&state, clock) }
          return nil
        }
        if let outcome { return continuation.resume(returning: outcome) }
        // The handler may have run before there was anything to leave.
        if Task.isCancelled { leave(number) }
      }
    } onCancel: {
      leave(number)
    }
    switch outcome {
    case .token: return
    case .tooLate: throw NetworkError(.timeout(.total))
    case .left: throw NetworkError(.cancelled)
    }
  }

  /// Gives out nothing before a moment. Who would then come too late need not wait.
  func pause(until end: ContinuousClock.Instant) {
    let end = NetworkClock.uptime(at: end)
    let late: [Waiter] = state.withLock { state in
      state.pause = max(state.pause ?? end, end)
      var kept: [Waiter] = []
      var late: [Waiter] = []
      for waiter in state.waiters {
        // From the pause on, which lies behind all moments that are now.
        let turn = turn(behind: kept.count, state, end)
        if let deadline = waiter.deadline, deadline <= turn {
          late.append(waiter)
        } else {
          kept.append(waiter)
        }
      }
      state.waiters = kept
      if kept.isEmpty { stop(&state) }
      return late
    }
    for waiter in late { waiter.resume.resume(returning: .tooLate) }
  }

  /// Whether it would be no other one if it were made anew.
  func isFull(_ now: Duration) -> Bool {
    state.withLock { state in
      state.waiters.isEmpty && (state.full ?? now) <= now && (state.pause ?? now) <= now
    }
  }

  var waiters: Int { state.withLock { $0.waiters.count } }

  /// Returns the time at which a token is available behind `count` waiters.
  private func turn(behind count: Int, _ state: State, _ now: Duration) -> Duration {
    let start = max(now, state.pause ?? now)
    let full = max(state.full ?? start, start)
    return max(start, full + interval * count - tolerance)
  }

  private func spend(_ state: inout State, _ now: Duration) {
    state.full = max(state.full ?? now, now) + interval
    if let pause = state.pause, pause <= now { state.pause = nil }
  }

  private func start(_ state: inout State, _ clock: NetworkClock) {
    state.pumps += 1
    let number = state.pumps
    state.pump = Task { await self.run(number, clock) }
  }

  private func stop(_ state: inout State) {
    state.pumps += 1
    state.pump?.cancel()
    state.pump = nil
  }

  private func run(_ number: Int, _ clock: NetworkClock) async {
    while true {
      let now = clock.uptime
      var served: [Waiter] = []
      let wake: Duration? = state.withLock { state in
        guard state.pumps == number else { return nil }
        while let first = state.waiters.first {
          let turn = turn(behind: 0, state, now)
          guard turn <= now else { return turn }
          spend(&state, now)
          served.append(first)
          state.waiters.removeFirst()
        }
        state.pump = nil
        return nil
      }
      for waiter in served { waiter.resume.resume(returning: .token) }
      guard let wake else { return }
      // Cancelled when no request waits any more, or another pump has begun.
      do { try await clock.sleep(NetworkClock.instant(at: wake)) } catch { return }
    }
  }

  private func leave(_ number: Int) {
    let waiter: Waiter? = state.withLock { state in
      guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
      let waiter = state.waiters.remove(at: index)
      if state.waiters.isEmpty { stop(&state) }
      return waiter
    }
    waiter?.resume.resume(returning: .left)
  }
}
