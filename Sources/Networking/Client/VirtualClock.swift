import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock whose time is advanced explicitly or by each wait. Waits of any length end immediately,
/// with reproducible results.
public final class VirtualClock: Sendable {
  /// A task that is waiting for an instant.
  private struct Sleeper: Sendable {
    let number: Int
    let end: ContinuousClock.Instant
    let resume: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: ContinuousClock.Instant
    var sleepers: [Sleeper] = []
    /// The number of waits so far, used to number the sleepers.
    var count = 0
  }

  private let start: ContinuousClock.Instant
  private let startDate: Date
  private let skipsWaiting: Bool
  private let state: LockedValue<State>

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - date: The date at which the clock starts.
  ///   - skipsWaiting: Whether waiting advances the time and returns immediately. Otherwise only
  ///     ``advance(by:)`` advances it. Time limits never advance the time: they end work that is
  ///     still running when the time has been advanced by other means.
  public init(date: Date = Date(timeIntervalSince1970: 0), skipsWaiting: Bool = false) {
    start = .now
    startDate = date
    self.skipsWaiting = skipsWaiting
    state = LockedValue(State(now: start))
  }

  /// The clock to assign to ``HTTPClient/clock``.
  public var clock: NetworkClock {
    NetworkClock(
      now: { self.now }, date: { self.date },
      sleep: { try await self.sleep(until: $0, skips: self.skipsWaiting) },
      waitForTimeLimit: { try await self.sleep(until: $0, skips: false) })
  }

  /// The current instant.
  public var now: ContinuousClock.Instant { state.withLock { $0.now } }

  /// The current date, which advances with ``now``.
  public var date: Date {
    let elapsed = (now - start).components
    return startDate.addingTimeInterval(
      Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18)
  }

  /// The number of tasks that are waiting.
  public var sleepers: Int { state.withLock { $0.sleepers.count } }

  /// Advances the time, and resumes the tasks whose instant has been reached, ordered by instant,
  /// then in the order of their calls.
  public func advance(by duration: Duration) {
    move { $0 += duration }
  }

  /// Changes the time, and resumes the tasks whose instant has been reached.
  private func move(_ change: (inout ContinuousClock.Instant) -> Void) {
    let woken: [Sleeper] = state.withLock { state in
      change(&state.now)
      let now = state.now
      let woken = state.sleepers.filter { $0.end <= now }
      state.sleepers.removeAll { $0.end <= now }
      return woken.sorted { ($0.end, $0.number) < ($1.end, $1.number) }
    }
    for sleeper in woken { sleeper.resume.resume() }
  }

  /// Waits until an instant, or advances the time to it.
  private func sleep(until end: ContinuousClock.Instant, skips: Bool) async throws {
    try Task.checkCancellation()
    if skips { return move { $0 = max($0, end) } }
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.now < end else { return true }
          state.sleepers.append(Sleeper(number: number, end: end, resume: continuation))
          return false
        }
        if isOver { return continuation.resume() }
        // The cancellation handler may have run before the sleeper was added.
        if Task.isCancelled { wake(number) }
      }
    } onCancel: {
      wake(number)
    }
  }

  /// Resumes a sleeper whose task was cancelled.
  private func wake(_ number: Int) {
    let sleeper: Sleeper? = state.withLock { state in
      let index = state.sleepers.firstIndex { $0.number == number }
      return index.map { state.sleepers.remove(at: $0) }
    }
    sleeper?.resume.resume(throwing: CancellationError())
  }
}
