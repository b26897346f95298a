/// A clock without its type: what waits, and what measures.
struct MockTime: Sendable {
  let sleep: @Sendable (Duration) async throws -> Void
  /// The same for the limit of what takes its own time, which no clock can take forward.
  let patience: @Sendable (Duration) async throws -> Void
  /// Begins to measure; what it gives says how long ago that was.
  let start: @Sendable () -> @Sendable () -> Duration

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    sleep = { try await clock.sleep(for: $0) }
    patience = sleep
    start = {
      let begin = clock.now
      return { begin.duration(to: clock.now) }
    }
  }

  init(_ clock: NetworkClock) {
    sleep = { try await clock.sleep(clock.now() + $0) }
    patience = { try await Task.sleep(for: $0) }
    start = {
      let begin = clock.now()
      return { clock.now() - begin }
    }
  }
}
