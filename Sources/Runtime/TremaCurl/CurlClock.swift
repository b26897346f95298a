import TremaSupport

enum CurlClock {
  static var now: CurlTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return CurlTime(time.tv_sec) * 1_000_000_000 + CurlTime(time.tv_nsec)
  }

  /// Far enough away not to come, and near enough not to overflow.
  static let never = CurlTime.max / 2

  static func after(_ duration: Duration?, from start: CurlTime) -> CurlTime {
    guard let duration else { return never }
    let (seconds, attoseconds) = duration.components
    if duration <= .zero { return start }
    if seconds >= never / 1_000_000_000 - start / 1_000_000_000 - 1 { return never }
    return start + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
