import TremaHTTP
import TremaLock

/// Requests that several wait for.
final class SharedRuns: Sendable {
  typealias Answer = Result<HTTPResponse, NetworkError>

  /// How waiting ends.
  enum Turn: Sendable {
    case answer(Answer)
    /// It is to be sent by who waited, as this run.
    case lead(Int)
  }

  private struct Run {
    let key: Key
    var waiters: [Int: CheckedContinuation<Turn, Never>] = [:]
  }

  private struct State {
    var runs: [Int: Run] = [:]
    /// The one that who comes waits for.
    var open: [Key: Int] = [:]
    var runOfWaiter: [Int: Int] = [:]
    var count = 0

    mutating func number() -> Int {
      count += 1
      return count
    }

    mutating func begin(_ key: Key) -> Int {
      let number = number()
      runs[number] = Run(key: key)
      open[key] = number
      return number
    }

    /// Those who waited for a run get another one, which one of them sends.
    mutating func hand(
      on run: Run, wasOpen: Bool
    ) -> (CheckedContinuation<Turn, Never>, Int)? {
      var run = run
      guard let first = run.waiters.keys.min(), let leader = run.waiters.removeValue(forKey: first)
      else { return nil }
      let number = number()
      runOfWaiter[first] = nil
      for waiter in run.waiters.keys { runOfWaiter[waiter] = number }
      runs[number] = run
      if wasOpen { open[run.key] = number }
      return (leader, number)
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

  /// - Returns: nil where somebody asks already.
  func begin(_ key: Key) -> Int? {
    state.withLock { state in
      let number = state.number()
      var isNew = false
      // Looked for once: another one's stays.
      { (open: inout Int) in isNew = open == number }(&state.open[key, default: number])
      guard isNew else { return nil }
      state.runs[number] = Run(key: key)
      return number
    }
  }

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
        let begun: Int? = state.withLock { state in
          guard let run = state.open[key] else { return state.begin(key) }
          state.runs[run]?.waiters[number] = continuation
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

  /// Who comes from now on waits for none of those that are on their way.
  func closeAll() {
    state.withLock { $0.open.removeAll() }
  }

  /// Tells those who wait for a run; mostly there are none.
  func finish(_ number: Int, _ answer: @autoclosure () -> Answer) {
    var next: (CheckedContinuation<Turn, Never>, Int)?
    var told: (waiters: [CheckedContinuation<Turn, Never>], answer: Answer)?
    state.withLock { state in
      guard let run = state.runs.removeValue(forKey: number) else { return }
      let place = state.open.index(forKey: run.key)
      let wasOpen = place.map { state.open.values[$0] == number } ?? false
      if wasOpen, let place { state.open.remove(at: place) }
      if run.waiters.isEmpty { return }
      let answer = answer()
      if Self.concernsLeaderAlone(answer) {
        next = state.hand(on: run, wasOpen: wasOpen)
      } else {
        for waiter in run.waiters.keys { state.runOfWaiter[waiter] = nil }
        told = (Array(run.waiters.values), answer)
      }
    }
    if let (leader, run) = next { leader.resume(returning: .lead(run)) }
    if let told { for waiter in told.waiters { waiter.resume(returning: .answer(told.answer)) } }
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
      return state.runs[run]?.waiters.removeValue(forKey: number)
    }
    waiter?.resume(
      returning: .answer(.failure(NetworkError(kind, mayHaveBeenSent: true))))
  }

  /// For tests: how many requests are on their way, and how many wait for them, with those that sent
  /// them.
  var counts: (runs: Int, waiters: Int) {
    state.withLock { ($0.runs.count, $0.runs.count + $0.runOfWaiter.count) }
  }
}
