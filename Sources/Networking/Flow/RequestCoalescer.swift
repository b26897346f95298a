import TremaHTTP
import TremaSupport

/// Requests that several wait for.
final class RequestCoalescer: Sendable {
  typealias Answer = Result<HTTPResponse, NetworkError>

  /// The outcome of waiting.
  enum Turn: Sendable {
    case answer(Answer)
    /// It is to be sent by who waited.
    case lead(Run)
  }

  /// A request in flight.
  struct Run: Sendable {
    fileprivate let number: Int
    let key: Key
  }

  private typealias Waiters = [Int: CheckedContinuation<Turn, Never>]

  private struct State {
    /// The run that who comes waits for.
    var open: [Key: Int] = [:]
    /// The waiters of runs. Most runs have none.
    var waiters: [Int: Waiters] = [:]
    var runOfWaiter: [Int: Int] = [:]
    /// The number of requests in flight.
    var running = 0
    var count = 0

    mutating func number() -> Int {
      count += 1
      return count
    }

    /// - Returns: `nil` when an identical request is in flight.
    mutating func begin(_ key: Key) -> Run? {
      let number = number()
      var isNew = false
      // Looked for once: another one's stays.
      { (open: inout Int) in isNew = open == number }(&open[key, default: number])
      guard isNew else { return nil }
      running += 1
      return Run(number: number, key: key)
    }

    /// - Returns: whether further requests could still have joined.
    @discardableResult
    mutating func end(_ run: Run) -> Bool {
      running -= 1
      guard let place = open.index(forKey: run.key), open.values[place] == run.number else {
        return false
      }
      open.remove(at: place)
      return true
    }

    /// Gives the waiters of a run another run, which one of them sends.
    mutating func hand(
      on waiters: Waiters, _ key: Key, wasOpen: Bool
    ) -> (CheckedContinuation<Turn, Never>, Run)? {
      var waiters = waiters
      guard let first = waiters.keys.min(), let leader = waiters.removeValue(forKey: first)
      else { return nil }
      let number = number()
      runOfWaiter[first] = nil
      for waiter in waiters.keys { runOfWaiter[waiter] = number }
      if !waiters.isEmpty { self.waiters[number] = waiters }
      if wasOpen { open[key] = number }
      running += 1
      return (leader, Run(number: number, key: key))
    }
  }

  private let state = LockedValue(State())

  /// Waits for the answer to what is asked for with this key. Who is to send it says with
  /// ``finish(_:_:)`` how that ended.
  func turn(
    _ key: Key, until deadline: ContinuousClock.Instant?, clock: NetworkClock
  ) async -> Turn {
    if let begun = begin(key) { return .lead(begun) }
    return await waited(key, deadline, clock)
  }

  /// - Returns: `nil` when an identical request is in flight.
  func begin(_ key: Key) -> Run? { state.withLock { $0.begin(key) } }

  private func waited(
    _ key: Key, _ deadline: ContinuousClock.Instant?, _ clock: NetworkClock
  ) async -> Turn {
    let number = state.withLock { $0.number() }
    // Another one's deadline ends what is sent; this one's own has to be looked after.
    let timer = deadline.map { deadline in
      Task {
        do { try await clock.watch(deadline) } catch { return }
        leave(number, .timeout(.total))
      }
    }
    defer { timer?.cancel() }
    let turn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let begun: Run? = state.withLock { state in
          guard let run = state.open[key] else { return state.begin(key) }
          state.waiters[run, default: [:]][number] = continuation
          state.runOfWaiter[number] = run
          return nil
        }
        if let begun { return continuation.resume(returning: .lead(begun)) }
        // Both may have come before there was anything to leave.
        if Task.isCancelled { leave(number, .cancelled) }
        if let deadline, clock.now() >= deadline { leave(number, .timeout(.total)) }
      }
    } onCancel: {
      leave(number, .cancelled)
    }
    state.handOver()
    return turn
  }

  /// Stops later requests from sharing the runs that are in flight.
  func closeAll() {
    state.withLock { $0.open.removeAll() }
  }

  /// Tells those who wait for a run; mostly there are none.
  func finish(_ run: Run, _ answer: @autoclosure () -> Answer) {
    let isAlone = state.withLock { state in
      guard state.waiters.isEmpty else { return false }
      state.end(run)
      return true
    }
    if !isAlone { tell(of: run, answer()) }
  }

  private func tell(of run: Run, _ answer: Answer) {
    var next: (CheckedContinuation<Turn, Never>, Run)?
    var told: [CheckedContinuation<Turn, Never>] = []
    state.withLock { state in
      let wasOpen = state.end(run)
      guard let waiters = state.waiters.removeValue(forKey: run.number) else { return }
      if Self.concernsLeaderAlone(answer) {
        next = state.hand(on: waiters, run.key, wasOpen: wasOpen)
      } else {
        for waiter in waiters.keys { state.runOfWaiter[waiter] = nil }
        told = Array(waiters.values)
      }
    }
    if let (leader, run) = next { leader.resume(returning: .lead(run)) }
    for waiter in told { waiter.resume(returning: .answer(answer)) }
  }

  /// The one whose request was sent is out of time, or was given up.
  private static func concernsLeaderAlone(_ answer: Answer) -> Bool {
    guard case .failure(let error) = answer else { return false }
    switch error.kind {
    case .cancelled, .timeout(.total): return true
    default: return false
    }
  }

  private func leave(_ number: Int, _ kind: NetworkError.Kind) {
    let waiter: CheckedContinuation<Turn, Never>? = state.withLock { state in
      guard let run = state.runOfWaiter.removeValue(forKey: number) else { return nil }
      let waiter = state.waiters[run]?.removeValue(forKey: number)
      if state.waiters[run]?.isEmpty == true { state.waiters[run] = nil }
      return waiter
    }
    waiter?.resume(
      returning: .answer(.failure(NetworkError(kind, mayHaveBeenSent: true))))
  }

  /// For tests: how many requests are on their way, and how many wait for them, with those that sent
  /// them.
  var counts: (runs: Int, waiters: Int) {
    state.withLock { ($0.running, $0.running + $0.runOfWaiter.count) }
  }
}
