import TremaHTTP
import TremaLock

/// Lets a number of requests be on their way at once. Those that wait go by priority, then by age.
final class RequestQueue: Sendable {
  private struct Waiter: Sendable {
    let number: Int
    let priority: HTTPPriority
    let resume: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var free: Int
    var waiters: [Waiter] = []
    var cancelled: Set<Int> = []
    var count = 0
  }

  private let state: LockedValue<State>

  init(limit: Int) { state = LockedValue(State(free: max(1, limit))) }

  /// - Returns: false when the task was cancelled while it waited; then there is nothing to leave.
  func enter(_ priority: HTTPPriority) async -> Bool {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return false }
          if state.free > 0 {
            state.free -= 1
            return true
          }
          let waiter = Waiter(number: number, priority: priority, resume: continuation)
          let index = state.waiters.firstIndex { $0.priority < priority }
          state.waiters.insert(waiter, at: index ?? state.waiters.endIndex)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter: Waiter? = state.withLock { state in
        guard let index = state.waiters.firstIndex(where: { $0.number == number }) else {
          state.cancelled.insert(number)
          return nil
        }
        return state.waiters.remove(at: index)
      }
      waiter?.resume.resume(returning: false)
    }
  }

  func leave() {
    let next: Waiter? = state.withLock { state in
      if state.waiters.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.resume.resume(returning: true)
  }
}
