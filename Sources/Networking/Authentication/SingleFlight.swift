import TremaSupport

/// Work that runs once for all callers that request it while it is running. A cancelled caller
/// stops waiting; the work continues, even without callers.
final class SingleFlight<Outcome: Sendable>: Sendable {
  private struct State {
    var isRunning = false
    /// The waiting callers by their numbers.
    var waiters: [Int: CheckedContinuation<Outcome?, Never>] = [:]
    /// The number of callers so far.
    var count = 0
  }

  private let state = LockedValue(State())

  /// Waits for the work, starting it unless it is running.
  ///
  /// - Parameter work: The work, which runs in a detached task. It is ignored if other work is
  ///   running.
  /// - Returns: The outcome, or `nil` if the task was cancelled while waiting.
  func join(_ work: @escaping @Sendable () async -> Outcome) async -> Outcome? {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFirst = state.withLock { state in
          state.waiters[number] = continuation
          defer { state.isRunning = true }
          return !state.isRunning
        }
        if isFirst { Task.detached { self.finish(await work()) } }
        // The cancellation handler may have run before the continuation was stored.
        if Task.isCancelled { leave(number) }
      }
    } onCancel: {
      leave(number)
    }
    state.synchronizeMemory()
    return outcome
  }

  /// Ends the work and resumes the callers.
  private func finish(_ outcome: Outcome) {
    let waiters = state.withLock { state in
      state.isRunning = false
      let waiters = state.waiters
      state.waiters = [:]
      return waiters
    }
    for waiter in waiters.values { waiter.resume(returning: outcome) }
  }

  /// Resumes a cancelled caller.
  private func leave(_ number: Int) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
    waiter?.resume(returning: nil)
  }

  /// The number of waiting tasks, for tests.
  var waiters: Int { state.withLock { $0.waiters.count } }
  /// Whether the work is running, for tests.
  var isRunning: Bool { state.withLock { $0.isRunning } }
}
