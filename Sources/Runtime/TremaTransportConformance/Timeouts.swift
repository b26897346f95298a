import TremaSupport

/// Runs work that may ignore its cancellation.
///
/// - Returns: whether the work ended in time; else it is cancelled, and not awaited.
func withTimeout(_ time: Duration, _ work: @escaping @Sendable () async -> Void) async -> Bool {
  let isDecided = LockedValue(false)
  return await withCheckedContinuation { continuation in
    let running = Task {
      await work()
      if isDecided.takeFirst() { continuation.resume(returning: true) }
    }
    Task {
      // In slices, so that no timer outlives the work for long.
      let end = ContinuousClock.now + time
      while ContinuousClock.now < end, !isDecided.value {
        try? await Task.sleep(for: .milliseconds(50))
      }
      if isDecided.takeFirst() {
        running.cancel()
        continuation.resume(returning: false)
      }
    }
  }
}

/// Polls until the condition holds or the time is over.
///
/// - Returns: whether it holds.
func eventually(
  within time: Duration = .seconds(200), _ condition: () -> Bool
) async -> Bool {
  let end = ContinuousClock.now + time
  while !condition() {
    guard ContinuousClock.now < end else { return false }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return true
}
