import TremaSupport

/// A monotonic clock.
///
/// `ContinuousClock` is not used because it requires the concurrency library and, on Linux,
/// Dispatch, which increase the start-up time of the process.
package enum Stopwatch {
  /// The time since an unspecified reference point.
  package static var now: Duration {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
  }
}
