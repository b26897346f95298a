import Dispatch

/// One who waits for a build: a thread or a task.
///
/// `@unchecked Sendable` holds: `state` is read and written under `States.lock` alone.
final class Waiter: @unchecked Sendable {
  typealias Outcome = Result<Box, ResolutionError>

  private enum State {
    case waiting
    case suspended(CheckedContinuation<Void, Never>)
    case over(Outcome)
  }

  /// The build whose factory waits here.
  let requester: PendingInstance?
  private var state = State.waiting
  private let semaphore: DispatchSemaphore?

  init(requester: PendingInstance?, isThread: Bool) {
    self.requester = requester
    semaphore = isThread ? DispatchSemaphore(value: 0) : nil
  }

  /// Under the lock.
  ///
  /// - Returns: what wakes the one who waits, to be called without the lock; nil when it had gone.
  func finish(_ outcome: Outcome) -> (@Sendable () -> Void)? {
    switch state {
    case .over: return nil
    case .waiting:
      state = .over(outcome)
      return { [semaphore] in _ = semaphore?.signal() }
    case .suspended(let continuation):
      state = .over(outcome)
      return { continuation.resume() }
    }
  }

  /// Blocks the thread. What it waits for runs on a thread already, so this cannot starve a pool.
  func waitOnThread() -> Outcome {
    semaphore?.wait()
    return outcome
  }

  func waitInTask() async -> Outcome {
    await withCheckedContinuation { continuation in
      let isOver = States.lock.withLock {
        if case .over = state { return true }
        state = .suspended(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
    return outcome
  }

  /// For who was woken. It is taken under the lock, which the Thread Sanitizer sees; it does not see how
  /// the runtime orders two threads where a continuation is resumed before it is awaited.
  private var outcome: Outcome {
    States.lock.withLock {
      guard case .over(let outcome) = state else { preconditionFailure("woken before the end") }
      return outcome
    }
  }
}
