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
    var count = 0
  }

  let limit: Int
  private let state: LockedValue<State>

  init(limit: Int) {
    self.limit = max(1, limit)
    state = LockedValue(State(free: self.limit))
  }

  /// - Returns: false when the task was cancelled while it waited; then there is nothing to leave.
  func enter(_ priority: HTTPPriority) async -> Bool {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          if state.free > 0 {
            state.free -= 1
            return true
          }
          let waiter = Waiter(number: number, priority: priority, resume: continuation)
          let index = state.waiters.firstIndex { $0.priority < priority }
          state.waiters.insert(waiter, at: index ?? state.waiters.endIndex)
          return false
        }
        if isFree { return continuation.resume(returning: true) }
        // The handler may have run before there was anything to remove.
        if Task.isCancelled { remove(number) }
      }
    } onCancel: {
      remove(number)
    }
  }

  private func remove(_ number: Int) {
    let waiter: Waiter? = state.withLock { state in
      let index = state.waiters.firstIndex { $0.number == number }
      return index.map { state.waiters.remove(at: $0) }
    }
    waiter?.resume.resume(returning: false)
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

  /// For tests: how many places are free, and how many wait.
  var counts: (free: Int, waiters: Int) { state.withLock { ($0.free, $0.waiters.count) } }
}

/// A body that is still on its way: the place in the queue is left when it ends, or when nobody has
/// it any more.
final class PlacedBody: HTTPBodySource {
  private let source: any HTTPBodySource
  private let queue: RequestQueue
  private let hasLeft = LockedValue(false)

  init(_ source: any HTTPBodySource, in queue: RequestQueue) {
    self.source = source
    self.queue = queue
  }

  deinit { leave() }

  func next() async throws(TransportError) -> [UInt8]? {
    do throws(TransportError) {
      if let piece = try await source.next() { return piece }
      leave()
      return nil
    } catch {
      leave()
      throw error
    }
  }

  func cancel() {
    source.cancel()
    leave()
  }

  private func leave() { if hasLeft.takeFirst() { queue.leave() } }
}
