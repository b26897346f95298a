#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A client's clock. It returns the time and waits. It is the system's clock, or a clock for tests
/// or recordings. A transport's measurements always use the system's clock.
public struct NetworkClock: Sendable {
  /// Returns the current instant, for measurements. It never decreases.
  public let now: @Sendable () -> ContinuousClock.Instant
  /// Returns the current date, for comparisons with dates.
  public let date: @Sendable () -> Date
  /// Waits until an instant of ``now``. Throws `CancellationError` if the task is cancelled.
  public let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void

  /// Waits until a time limit, which is seldom reached. A clock that skips waiting must not advance
  /// its time to a time limit. Throws `CancellationError` if the task is cancelled.
  let waitForTimeLimit: @Sendable (ContinuousClock.Instant) async throws -> Void

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - now: Returns the current instant.
  ///   - date: Returns the current date.
  ///   - sleep: Waits until an instant, and throws `CancellationError` if the task is cancelled.
  public init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void
  ) {
    self.init(now: now, date: date, sleep: sleep, waitForTimeLimit: sleep)
  }

  /// Creates a clock that does not use `sleep` to wait for time limits.
  init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void,
    waitForTimeLimit: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void
  ) {
    self.now = now
    self.date = date
    self.sleep = sleep
    self.waitForTimeLimit = waitForTimeLimit
  }

  /// The system's clock, which also advances while the device sleeps.
  public static let system = NetworkClock(
    now: { .now }, date: { Date() }, sleep: { try await Task.sleep(until: $0, clock: .continuous) })
}

// The size of a type that contains an instant is determined at run time, and copying it is slow.
// Types with many instances store a `Duration` since a fixed instant instead.
extension NetworkClock {
  /// The time since an instant that is fixed for the lifetime of the process.
  var uptime: Duration { Self.uptime(at: now()) }

  /// Returns the time from the fixed instant to another instant.
  static func uptime(at instant: ContinuousClock.Instant) -> Duration {
    origin.duration(to: instant)
  }

  /// Returns the instant at a time since the fixed instant.
  static func instant(at uptime: Duration) -> ContinuousClock.Instant { origin + uptime }

  /// The fixed instant, which is the time of its first use.
  private static let origin = ContinuousClock.Instant.now
}
