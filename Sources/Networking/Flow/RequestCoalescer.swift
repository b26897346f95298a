import TremaHTTP
import TremaSupport

/// The identical requests in flight, and the requests waiting for their responses.
final class RequestCoalescer: Sendable {
  typealias Outcome = Result<HTTPResponse, NetworkError>

  /// The outcome of joining a request.
  enum JoinResult: Sendable {
    /// The response or error of the request in flight.
    case result(Outcome)
    /// The caller has to send its request.
    case lead(Run)
  }

  /// A request in flight.
  struct Run: Sendable {
    fileprivate let number: Int
    let key: Key
  }

  /// The waiting tasks by their numbers.
  private typealias Waiters = [Int: CheckedContinuation<JoinResult, Never>]

  private struct State {
    /// The runs that more requests can join, by number.
    var joinableRuns: [Key: Int] = [:]
    /// The tasks waiting for runs. Most runs have none.
    var waiters: [Int: Waiters] = [:]
    /// The run of each waiting task.
    var runOfWaiter: [Int: Int] = [:]
    /// The number of requests in flight.
    var runningCount = 0
    /// The number of runs and waiting tasks so far.
    var count = 0

    /// Returns a unique number.
    mutating func number() -> Int {
      count += 1
      return count
    }

    /// Starts a run, or returns `nil` if an identical request is in flight.
    mutating func begin(_ key: Key) -> Run? {
      let number = number()
      var isNew = false
      // This uses a single lookup, as an existing run isn't changed.
      { (open: inout Int) in isNew = open == number }(&joinableRuns[key, default: number])
      guard isNew else { return nil }
      runningCount += 1
      return Run(number: number, key: key)
    }

    /// Ends a run, and returns whether more requests could still have joined it.
    @discardableResult
    mutating func end(_ run: Run) -> Bool {
      runningCount -= 1
      guard let index = joinableRuns.index(forKey: run.key),
        joinableRuns.values[index] == run.number
      else {
        return false
      }
      joinableRuns.remove(at: index)
      return true
    }

    /// Starts a new run for the tasks waiting for an abandoned run. The first of them sends its
    /// request.
    mutating func restart(
      for waiters: Waiters, _ key: Key, wasOpen: Bool
    ) -> (CheckedContinuation<JoinResult, Never>, Run)? {
      var waiters = waiters
      guard let first = waiters.keys.min(), let leader = waiters.removeValue(forKey: first)
      else { return nil }
      let number = number()
      runOfWaiter[first] = nil
      for waiter in waiters.keys { runOfWaiter[waiter] = number }
      if !waiters.isEmpty { self.waiters[number] = waiters }
      if wasOpen { joinableRuns[key] = number }
      runningCount += 1
      return (leader, Run(number: number, key: key))
    }
  }

  private let state = LockedValue(State())

  /// Waits for an identical request in flight. If the result is `lead`, the caller has to send its
  /// request and report the outcome with `finish(_:_:)`.
  func join(
    _ key: Key, until deadline: ContinuousClock.Instant?, clock: NetworkClock
  ) async -> JoinResult {
    if let run = begin(key) { return .lead(run) }
    return await wait(key, deadline, clock)
  }

  /// Starts a run, or returns `nil` if an identical request is in flight.
  func begin(_ key: Key) -> Run? { state.withLock { $0.begin(key) } }

  /// Waits for the outcome of a run until the caller's own deadline.
  private func wait(
    _ key: Key, _ deadline: ContinuousClock.Instant?, _ clock: NetworkClock
  ) async -> JoinResult {
    let number = state.withLock { $0.number() }
    // The request in flight may have a later deadline than this one.
    let timer = deadline.map { deadline in
      Task {
        do { try await clock.waitForTimeLimit(deadline) } catch { return }
        leave(number, .timeout(.total))
      }
    }
    defer { timer?.cancel() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let started: Run? = state.withLock { state in
          guard let run = state.joinableRuns[key] else { return state.begin(key) }
          state.waiters[run, default: [:]][number] = continuation
          state.runOfWaiter[number] = run
          return nil
        }
        if let started { return continuation.resume(returning: .lead(started)) }
        // Both events may have occurred before the continuation was stored.
        if Task.isCancelled { leave(number, .cancelled) }
        if let deadline, clock.now() >= deadline { leave(number, .timeout(.total)) }
      }
    } onCancel: {
      leave(number, .cancelled)
    }
    state.synchronizeMemory()
    return result
  }

  /// Prevents more requests from joining the runs in flight.
  func closeAll() {
    state.withLock { $0.joinableRuns.removeAll() }
  }

  /// Ends a run and passes its outcome to the waiting tasks. Usually there are none, and the
  /// outcome is not copied.
  func finish(_ run: Run, _ answer: @autoclosure () -> Outcome) {
    let isAlone = state.withLock { state in
      guard state.waiters.isEmpty else { return false }
      state.end(run)
      return true
    }
    if !isAlone { resumeWaiters(of: run, answer()) }
  }

  /// Passes the outcome to the waiting tasks, or makes the first of them send its request.
  private func resumeWaiters(of run: Run, _ answer: Outcome) {
    var next: (CheckedContinuation<JoinResult, Never>, Run)?
    var resumed: [CheckedContinuation<JoinResult, Never>] = []
    state.withLock { state in
      let wasOpen = state.end(run)
      guard let waiters = state.waiters.removeValue(forKey: run.number) else { return }
      if Self.concernsLeaderAlone(answer) {
        next = state.restart(for: waiters, run.key, wasOpen: wasOpen)
      } else {
        for waiter in waiters.keys { state.runOfWaiter[waiter] = nil }
        resumed = Array(waiters.values)
      }
    }
    if let (leader, run) = next { leader.resume(returning: .lead(run)) }
    for waiter in resumed { waiter.resume(returning: .result(answer)) }
  }

  /// Returns whether the outcome affects only the request that was sent because that request was
  /// cancelled or exceeded its total deadline.
  private static func concernsLeaderAlone(_ answer: Outcome) -> Bool {
    guard case .failure(let error) = answer else { return false }
    switch error.kind {
    case .cancelled, .timeout(.total): return true
    default: return false
    }
  }

  /// Ends a task's wait with an error.
  private func leave(_ number: Int, _ kind: NetworkError.Kind) {
    let waiter: CheckedContinuation<JoinResult, Never>? = state.withLock { state in
      guard let run = state.runOfWaiter.removeValue(forKey: number) else { return nil }
      let waiter = state.waiters[run]?.removeValue(forKey: number)
      if state.waiters[run]?.isEmpty == true { state.waiters[run] = nil }
      return waiter
    }
    waiter?.resume(
      returning: .result(.failure(NetworkError(kind, mayHaveBeenSent: true))))
  }

  /// The number of requests in flight, and the number of all requests that share them, including
  /// those in flight, for tests.
  var counts: (runs: Int, waiters: Int) {
    state.withLock { ($0.runningCount, $0.runningCount + $0.runOfWaiter.count) }
  }
}
