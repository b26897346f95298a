import TremaSupport

/// The monotonic clock and its deadlines, in nanoseconds.
enum CurlClock {
  /// The current time, in nanoseconds.
  static var now: CurlTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return CurlTime(time.tv_sec) * 1_000_000_000 + CurlTime(time.tv_nsec)
  }

  /// A time that is never reached and does not overflow when durations are added.
  static let never = CurlTime.max / 2

  /// Returns a deadline's time, or `never` if there is no limit or it is out of range.
  static func after(_ duration: Duration?, from start: CurlTime) -> CurlTime {
    guard let duration else { return never }
    let (seconds, attoseconds) = duration.components
    if duration <= .zero { return start }
    if seconds >= never / 1_000_000_000 - start / 1_000_000_000 - 1 { return never }
    return start + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
