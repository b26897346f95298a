import TremaSupport

/// Runs an operation that may ignore its cancellation, with a time limit.
///
/// - Returns: Whether the operation ended in time. If not, it is cancelled, but its end is not
///   awaited.
func withTimeout(_ time: Duration, _ operation: @escaping @Sendable () async -> Void) async -> Bool
{
  let isDecided = LockedValue(false)
  return await withCheckedContinuation { continuation in
    let running = Task {
      await operation()
      if isDecided.trySet() { continuation.resume(returning: true) }
    }
    Task {
      // The task sleeps in short intervals so that it ends soon after the operation.
      let end = ContinuousClock.now + time
      while ContinuousClock.now < end, !isDecided.value {
        try? await Task.sleep(for: .milliseconds(50))
      }
      if isDecided.trySet() {
        running.cancel()
        continuation.resume(returning: false)
      }
    }
  }
}

/// Waits until a condition holds or the time limit is exceeded. The condition is polled every 5
/// milliseconds.
///
/// - Returns: Whether the condition holds.
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
