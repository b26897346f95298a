// The only files of this module that see Foundation are this one and SeedNames.swift.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Timestamp {
  /// The moment; offset and leap second are lost.
  public var date: Date {
    // Beyond 2^53 a date has no whole seconds anyway.
    let distance = max(seconds, .min + Self.reference) - Self.reference
    return Date(timeIntervalSinceReferenceDate: Self.interval(distance, nanoseconds))
  }

  /// A date has no decimal fraction: of those that are read as the same date again it is one with 3,
  /// 6 or 9 digits. A fraction is never rounded up to the next second. Dates further away than 285
  /// million years, and one that is no number, are the last there are, and 2001-01-01.
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
      // What is just before a second has a difference to the one before that is rounded up to 1.
      ?? Int32(min(fraction * 1e9, 999_999_999))
    self.init(seconds: seconds + Self.reference, nanoseconds: nanoseconds, offset: offset)
  }

  /// - Parameter scale: how many parts a second has.
  /// - Returns: nil when rounding to such a part makes another date.
  private static func nanoseconds(
    _ seconds: Int64, _ fraction: Double, _ scale: Double, equal date: Double
  ) -> Int32? {
    let parts = (fraction * scale).rounded()
    guard parts < scale else { return nil }
    let nanoseconds = Int32(parts * (1e9 / scale))
    return interval(seconds, nanoseconds) == date ? nanoseconds : nil
  }

  private static func interval(_ seconds: Int64, _ nanoseconds: Int32) -> Double {
    Double(seconds) + Double(nanoseconds) / 1e9
  }

  /// 2001-01-01T00:00:00Z.
  private static let reference: Int64 = 978_307_200
}

extension Date {
  /// Returns the date as ``Timestamp/rfc3339(fraction:offset:)`` does.
  public func rfc3339(
    fraction: DateFraction = .auto, offset: Timestamp.Offset = .utc
  ) -> String {
    Timestamp(self).rfc3339(fraction: fraction, offset: offset)
  }

  /// Returns the date as ``Timestamp/rfc822(offset:)`` does.
  public func rfc822(offset: Timestamp.Offset = .utc) -> String {
    Timestamp(self).rfc822(offset: offset)
  }

  /// Returns the date as ``Timestamp/httpDate()`` does.
  public func httpDate() -> String { Timestamp(self).httpDate() }
}
