import TremaHTTP
import TremaSupport

/// The outcome of work that is awaited for a limited time.
enum TimedResult<Value: Sendable>: Sendable {
  /// The work has returned; `isLate` states whether the deadline had passed by then.
  case value(Value, isLate: Bool)
  /// The deadline has passed, and the work has not stopped within the grace period.
  case timedOut
  /// The awaiting task was cancelled, and the work has not stopped within the grace period.
  case cancelled
}

/// Runs work in a separate task, and cancels it at the deadline or when the caller is cancelled.
///
/// Work that ignores cancellation continues in the background, so the caller does not have to wait
/// for it.
///
/// - Parameters:
///   - deadline: The instant, according to `clock`, at which the work is cancelled, or `nil` if
///     there is none.
///   - gracePeriod: The time that cancelled work has to return, according to the system's clock.
func withTimeout<Value: Sendable>(
  until deadline: ContinuousClock.Instant?, clock: NetworkClock = .system,
  gracePeriod: Duration = .milliseconds(250),
  _ work: @escaping @Sendable () async -> Value
) async -> TimedResult<Value> {
  let race = Race<Value>()
  let task = race.start { race.finish(.value(await work(), isLate: race.isLate.value)) }
  let timer = deadline.map { deadline in
    race.start {
      do {
        try await clock.waitForTimeLimit(deadline)
        race.isLate.value = true
        task.cancel()
        try await Task.sleep(for: gracePeriod)
        race.finish(.timedOut)
      } catch {
        return  // The work has ended.
      }
    }
  }
  // The cancellation handler sets this, possibly on another thread and before the work has begun.
  let graceTimer = LockedValue<Task<Void, Never>?>(nil)
  let result = await withTaskCancellationHandler {
    await race.outcome()
  } onCancel: {
    task.cancel()
    graceTimer.value = race.start {
      do { try await Task.sleep(for: gracePeriod) } catch { return }
      race.finish(.cancelled)
    }
  }
  timer?.cancel()
  graceTimer.value?.cancel()
  return result
}

/// A race between work, its deadline and the cancellation of the caller. The first event ends it.
/// One task awaits it.
private final class Race<Value: Sendable>: Sendable {
  /// The outcome, and the task that awaits it.
  private struct State {
    var outcome: TimedResult<Value>?
    var waiter: CheckedContinuation<TimedResult<Value>, Never>?
  }

  private let state = LockedValue(State())
  /// Whether the deadline passed before the work ended.
  let isLate = LockedValue(false)

  /// Ends the race with an outcome; later outcomes are ignored.
  func finish(_ result: TimedResult<Value>) {
    let waiter: CheckedContinuation<TimedResult<Value>, Never>? = state.withLock { state in
      guard state.outcome == nil else { return nil }
      state.outcome = result
      let waiter = state.waiter
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: result)
  }

  /// Waits for the outcome. Must be called only once.
  func outcome() async -> TimedResult<Value> {
    let result = await withCheckedContinuation { continuation in
      // The race may have ended before the continuation was stored.
      let result: TimedResult<Value>? = state.withLock { state in
        if state.outcome == nil { state.waiter = continuation }
        return state.outcome
      }
      if let result { continuation.resume(returning: result) }
    }
    state.synchronizeMemory()
    return result
  }

  /// Starts work. If a thread is blocked in `sendBlocking`, the work runs on that thread, which is
  /// available even if the shared pool is busy.
  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    #if canImport(Dispatch)
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
        let thread = CallingThread.current
      {
        return Task(executorPreference: thread) { await work() }
      }
    #endif
    return Task { await work() }
  }
}
