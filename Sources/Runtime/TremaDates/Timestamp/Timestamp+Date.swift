// In addition to SeedNames.swift and Mistakes.swift, this is the only file in this module that
// imports Foundation.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Timestamp {
  /// The date of the timestamp, without its offset and leap second.
  public var date: Date {
    // Beyond 2^53, a `Date` cannot represent all whole seconds.
    let distance = max(seconds, .min + Self.reference) - Self.reference
    return Date(timeIntervalSinceReferenceDate: Self.interval(distance, nanoseconds))
  }

  /// Creates the timestamp of a date.
  ///
  /// A `Date` is a binary fraction. The fraction is stored with the fewest of 3, 6 or 9 digits that
  /// convert back to the same date. A fraction is never rounded up to the next second. Dates more
  /// than 285 million years away are clamped to that range, and a NaN date becomes 2001-01-01.
  public init(_ date: Date, offset: Offset = .utc) {
    let time = date.timeIntervalSinceReferenceDate
    let bounded = time.isNaN ? 0 : min(max(time, -9e15), 9e15)
    let whole = bounded.rounded(.down)
    let seconds = Int64(whole)
    let fraction = bounded - whole
    let nanoseconds =
      Self.nanoseconds(seconds, fraction, 1e3, equal: bounded)
      ?? Self.nanoseconds(seconds, fraction, 1e6, equal: bounded)
      ?? Self.nanoseconds(seconds, fraction, 1e9, equal: bounded)
      // Just below a whole second, the difference from the previous second is rounded up to 1.
      ?? Int32(min(fraction * 1e9, 999_999_999))
    self.init(seconds: seconds + Self.reference, nanoseconds: nanoseconds, offset: offset)
  }

  /// Returns the fraction rounded to a fixed number of digits, in nanoseconds.
  ///
  /// - Parameter scale: The number of parts per second.
  /// - Returns: `nil` if the rounded fraction denotes a different date.
  private static func nanoseconds(
    _ seconds: Int64, _ fraction: Double, _ scale: Double, equal date: Double
  ) -> Int32? {
    let parts = (fraction * scale).rounded()
    guard parts < scale else { return nil }
    let nanoseconds = Int32(parts * (1e9 / scale))
    return interval(seconds, nanoseconds) == date ? nanoseconds : nil
  }

  /// Returns seconds and nanoseconds as a Foundation time interval.
  private static func interval(_ seconds: Int64, _ nanoseconds: Int32) -> Double {
    Double(seconds) + Double(nanoseconds) / 1e9
  }

  /// The seconds from 1970 to 2001-01-01T00:00:00Z, Foundation's reference date.
  private static let reference: Int64 = 978_307_200
}

extension Date {
  /// Returns the date in RFC 3339 format, like ``Timestamp/rfc3339(fraction:offset:)``.
  public func rfc3339(
    fraction: DateFraction = .auto, offset: Timestamp.Offset = .utc
  ) -> String {
    Timestamp(self).rfc3339(fraction: fraction, offset: offset)
  }

  /// Returns the date in mail format, like ``Timestamp/rfc822(offset:)``.
  public func rfc822(offset: Timestamp.Offset = .utc) -> String {
    Timestamp(self).rfc822(offset: offset)
  }

  /// Returns the date in HTTP format, like ``Timestamp/httpDate()``.
  public func httpDate() -> String { Timestamp(self).httpDate() }
}
