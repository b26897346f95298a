#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The processor time of a thread. It does not grow while a test waits for its turn on a busy
/// machine.
package enum ThreadTime {
  /// - Parameter body: An operation that stays on the calling thread.
  package static func of(_ body: () throws -> Void) rethrows -> Duration {
    let start = now()
    try body()
    return now() - start
  }

  /// Returns by which factor the time of an operation grows if its input is four times as large.
  ///
  /// About 4 means linear growth, and 16 quadratic growth. A factor above 8 is measured again, because
  /// other processes can slow down a single measurement.
  ///
  /// - Parameters:
  ///   - size: The size of the smaller input. The operation should take at least a millisecond.
  ///   - prepare: Returns the operation for an input of the given size. Only the operation is
  ///     measured, and it stays on the calling thread.
  package static func growth(
    _ size: Int, _ prepare: (Int) throws -> () throws -> Void
  ) throws -> Double {
    let (short, long) = (try prepare(size), try prepare(size * 4))
    var factor = Double.infinity
    for _ in 0..<3 where factor > 8 {
      let time = try of(short)
      factor = min(factor, try of(long) / time)
    }
    return factor
  }

  private static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
