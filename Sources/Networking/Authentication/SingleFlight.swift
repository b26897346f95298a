import TremaSupport

/// Work that runs once for all callers that ask for it while it runs. A cancelled caller leaves;
/// the work goes on, with or without callers.
final class SingleFlight<Outcome: Sendable>: Sendable {
  private struct State {
    var isRunning = false
    var waiters: [Int: CheckedContinuation<Outcome?, Never>] = [:]
    var count = 0
  }

  private let state = LockedValue(State())

  /// - Parameter work: runs in an unstructured task, unless other work is running already.
  /// - Returns: nil when the task was cancelled while it waited.
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
        // The handler may have run before there was anybody to leave.
        if Task.isCancelled { leave(number) }
      }
    } onCancel: {
      leave(number)
    }
    state.handOver()
    return outcome
  }

  private func finish(_ outcome: Outcome) {
    let waiters = state.withLock { state in
      state.isRunning = false
      let waiters = state.waiters
      state.waiters = [:]
      return waiters
    }
    for waiter in waiters.values { waiter.resume(returning: outcome) }
  }

  private func leave(_ number: Int) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
    waiter?.resume(returning: nil)
  }

  /// The number of waiting tasks, for tests.
  var waiters: Int { state.withLock { $0.waiters.count } }
  /// Whether the work runs, for tests.
  var isRunning: Bool { state.withLock { $0.isRunning } }
}
