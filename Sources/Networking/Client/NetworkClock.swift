#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The clock of a client, which gives the time and waits: the system's, or that of a test or a recording.
/// The measurements of a transport are always in the system's time.
public struct NetworkClock: Sendable {
  /// Returns the current instant, for measurements; it never decreases.
  public let now: @Sendable () -> ContinuousClock.Instant
  /// Returns the current date, for comparisons with dates.
  public let date: @Sendable () -> Date
  /// Waits until a moment of ``now``; throws `CancellationError` when the task is cancelled.
  public let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void

  /// Waits for a moment as a limit does, which is seldom to come: where waiting is skipped, the time
  /// does not go forward for it. Throws `CancellationError` when the task is cancelled.
  let watch: @Sendable (ContinuousClock.Instant) async throws -> Void

  /// Creates a clock.
  ///
  /// - Parameters:
  /// - now: the current instant.
  /// - date: the current date.
  /// - sleep: waits until an instant, and throws when the task is cancelled.
  public init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void
  ) {
    self.init(now: now, date: date, sleep: sleep, watch: sleep)
  }

  init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void,
    watch: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void
  ) {
    self.now = now
    self.date = date
    self.sleep = sleep
    self.watch = watch
  }

  /// The clock of the system.
  public static let system = NetworkClock(
    now: { .now }, date: { Date() }, sleep: { try await Task.sleep(until: $0, clock: .continuous) })
}

// What has an instant in it has a size that is found out at run time, and is slow to copy: what is kept of
// many requests is a duration.
extension NetworkClock {
  /// The time since an instant that is fixed for the process.
  var uptime: Duration { Self.uptime(at: now()) }

  static func uptime(at instant: ContinuousClock.Instant) -> Duration {
    origin.duration(to: instant)
  }

  static func instant(at uptime: Duration) -> ContinuousClock.Instant { origin + uptime }

  private static let origin = ContinuousClock.Instant.now
}
