import TremaHTTP
import TremaSupport

/// The outcome of work that was awaited for a limited time.
enum Ended<Value: Sendable>: Sendable {
  case value(Value, isLate: Bool)
  /// The time was over, and the work did not stop.
  case timeOver
  /// The waiting task was cancelled, and the work did not stop.
  case cancelled
}

/// Runs work in a task of its own, and cancels it at the deadline or when the caller is cancelled.
/// Work that ignores cancellation is left to end alone after `patience`.
func whileWaited<Value: Sendable>(
  until deadline: ContinuousClock.Instant?, clock: NetworkClock = .system,
  patience: Duration = .milliseconds(250),
  _ work: @escaping @Sendable () async -> Value
) async -> Ended<Value> {
  let race = Race<Value>()
  let task = race.begin { race.finish(.value(await work(), isLate: race.isLate.value)) }
  let timer = deadline.map { deadline in
    race.begin {
      do {
        try await clock.watch(deadline)
        race.isLate.value = true
        task.cancel()
        try await Task.sleep(for: patience)
        race.finish(.timeOver)
      } catch {
        return  // The work has ended.
      }
    }
  }
  let impatience = LockedValue<Task<Void, Never>?>(nil)
  let ended = await withTaskCancellationHandler {
    await race.end()
  } onCancel: {
    task.cancel()
    impatience.value = race.begin {
      do { try await Task.sleep(for: patience) } catch { return }
      race.finish(.cancelled)
    }
  }
  timer?.cancel()
  impatience.value?.cancel()
  return ended
}

/// A race whose first event ends it, which one task awaits.
private final class Race<Value: Sendable>: Sendable {
  private struct State {
    var ended: Ended<Value>?
    var waiter: CheckedContinuation<Ended<Value>, Never>?
  }

  private let state = LockedValue(State())
  let isLate = LockedValue(false)

  func finish(_ ended: Ended<Value>) {
    let waiter: CheckedContinuation<Ended<Value>, Never>? = state.withLock { state in
      guard state.ended == nil else { return nil }
      state.ended = ended
      let waiter = state.waiter
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: ended)
  }

  func end() async -> Ended<Value> {
    let ended = await withCheckedContinuation { continuation in
      let ended: Ended<Value>? = state.withLock { state in
        if state.ended == nil { state.waiter = continuation }
        return state.ended
      }
      if let ended { continuation.resume(returning: ended) }
    }
    state.handOver()
    return ended
  }

  /// Starts the work, on the calling thread if one waits, which is available when the pool is busy.
  func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
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
