import TremaSupport

/// A clock that advances only manually.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var sinceStart: Duration
    func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
    func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
    static func < (a: Self, b: Self) -> Bool { a.sinceStart < b.sinceStart }
  }

  private struct State {
    var now = Instant(sinceStart: .zero)
    var sleepers: [Int: (until: Instant, resume: CheckedContinuation<Bool, Never>)] = [:]
    var watchers: [(count: Int, resume: CheckedContinuation<Void, Never>)] = []
    var last = 0
    /// The number of sleeps so far.
    var count = 0
  }

  private let state = LockedValue(State())

  var now: Instant { state.value.now }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let isOver = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        var woken: [CheckedContinuation<Void, Never>] = []
        let answer: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          if deadline <= state.now { return true }
          state.sleepers[number] = (deadline, continuation)
          state.count += 1
          woken = state.watchers.filter { $0.count <= state.count }.map(\.resume)
          state.watchers.removeAll { $0.count <= state.count }
          return nil
        }
        for watcher in woken { watcher.resume() }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.resume.resume(returning: false)
    }
    if !isOver { throw CancellationError() }
  }

  /// Waits until the number of sleeps since the beginning is reached.
  func slept(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.resume)
    }
    for sleeper in woken { sleeper.resume(returning: true) }
  }
}
