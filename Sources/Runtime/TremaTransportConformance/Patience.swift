import TremaSupport

/// Waiting that ends even when what is waited for does not.
enum Patience {
  /// - Returns: whether the work ended in time; else it is cancelled, and nobody waits for it.
  static func wait(for time: Duration, _ work: @escaping @Sendable () async -> Void) async -> Bool {
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

  /// Looks again and again until the condition holds.
  static func until(
    within time: Duration = .seconds(200), _ condition: () -> Bool
  ) async -> Bool {
    let end = ContinuousClock.now + time
    while !condition() {
      guard ContinuousClock.now < end else { return false }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return true
  }
}
