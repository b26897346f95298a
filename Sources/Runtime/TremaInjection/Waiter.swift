import Dispatch

/// A thread or task that waits for an instance.
///
/// `@unchecked Sendable` holds: `state` is read and written only under `ContainerStates.lock`.
final class Waiter: @unchecked Sendable {
  /// The result of building an instance.
  typealias Outcome = Result<Box, ResolutionError>

  /// The wait's state.
  private enum State {
    /// The wait has not begun, or blocks a thread.
    case waiting
    /// A task is suspended.
    case suspended(CheckedContinuation<Void, Never>)
    /// The result is known.
    case finished(Outcome)
  }

  /// The pending instance whose factory waits.
  let requester: PendingInstance?
  /// The wait's state.
  private var state = State.waiting
  /// A thread's semaphore, or `nil` for a task.
  private let semaphore: DispatchSemaphore?

  init(requester: PendingInstance?, isThread: Bool) {
    self.requester = requester
    semaphore = isThread ? DispatchSemaphore(value: 0) : nil
  }

  /// Ends the wait; must be called under the lock.
  ///
  /// - Returns: The function that resumes the thread or task, which must be called outside the
  ///   lock, or `nil` if the wait has already ended.
  func finish(_ outcome: Outcome) -> (@Sendable () -> Void)? {
    switch state {
    case .finished: return nil
    case .waiting:
      state = .finished(outcome)
      return { [semaphore] in _ = semaphore?.signal() }
    case .suspended(let continuation):
      state = .finished(outcome)
      return { continuation.resume() }
    }
  }

  /// Blocks the thread until the wait ends. The factory already runs on another thread, so this
  /// cannot exhaust a pool.
  func waitOnThread() -> Outcome {
    semaphore?.wait()
    return outcome
  }

  /// Suspends the task until the wait ends.
  func waitInTask() async -> Outcome {
    await withCheckedContinuation { continuation in
      let isOver = ContainerStates.lock.withLock {
        if case .finished = state { return true }
        state = .suspended(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
    return outcome
  }

  /// The result, after the wait has ended. It is read under the lock for the Thread Sanitizer,
  /// which does not recognize how the runtime orders two threads if a continuation is resumed
  /// before it is awaited.
  private var outcome: Outcome {
    ContainerStates.lock.withLock {
      guard case .finished(let outcome) = state else {
        preconditionFailure("the waiter was resumed before it had a result")
      }
      return outcome
    }
  }
}
