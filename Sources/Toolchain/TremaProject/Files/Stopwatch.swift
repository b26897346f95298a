import TremaSupport

/// Time that has passed since some moment, independent of the date.
///
/// `ContinuousClock` would do, but it comes with the library of tasks and, on Linux, with Dispatch,
/// which a process pays for when it starts.
package enum Stopwatch {
  package static var now: Duration {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
  }
}
