/// A type-erased clock of a mock transport.
struct MockTime: Sendable {
  /// Waits for a duration.
  let sleep: @Sendable (Duration) async throws -> Void
  /// Waits for the time limit of work that takes real time, which a virtual clock must not skip.
  let waitForTimeLimit: @Sendable (Duration) async throws -> Void
  /// Starts a measurement. The returned closure returns the time since then.
  let start: @Sendable () -> @Sendable () -> Duration

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    sleep = { try await clock.sleep(for: $0) }
    waitForTimeLimit = sleep
    start = {
      let begin = clock.now
      return { begin.duration(to: clock.now) }
    }
  }

  /// Creates the time of a client's clock. Its time limits use the system's clock.
  init(_ clock: NetworkClock) {
    sleep = { try await clock.sleep(clock.now() + $0) }
    waitForTimeLimit = { try await Task.sleep(for: $0) }
    start = {
      let begin = clock.now()
      return { clock.now() - begin }
    }
  }
}
