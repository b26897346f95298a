/// The number of digits in a fractional second.
public enum DateFraction: Hashable, Sendable {
  /// The minimum number of digits; none for a whole second.
  case auto
  /// No fraction.
  case none
  /// A fixed number of digits, from 0 to 9. Further digits are truncated, never rounded.
  case digits(Int)

  /// Returns the number of digits for a fraction.
  func count(of nanoseconds: Int32) -> Int {
    switch self {
    case .none: return 0
    case .digits(let count):
      precondition((0...9).contains(count), "a second has 0 to 9 fractional digits")
      return count
    case .auto:
      var (rest, count) = (nanoseconds, nanoseconds == 0 ? 0 : 9)
      while count > 0, rest % 10 == 0 { (rest, count) = (rest / 10, count - 1) }
      return count
    }
  }
}

extension Timestamp {
  /// Returns the date in RFC 3339 format, such as `2002-05-09T15:21:36.25Z`. An offset other than
  /// UTC is written as `+02:00`, an unknown offset as `-00:00`.
  ///
  /// Times outside the years 0 to 9999 are clamped to that range.
  ///
  /// - Parameters:
  ///   - fraction: The number of fraction digits.
  ///   - offset: The offset, or `nil` for the timestamp's own offset. RFC 3339 does not allow
  ///     offsets of 24 hours or more: such times are written in UTC.
  public func rfc3339(fraction: DateFraction = .auto, offset: Offset? = nil) -> String {
    let requestedOffset = offset ?? self.offset
    let offset = abs(requestedOffset.minutes) < 24 * 60 ? requestedOffset : .utc
    let digits = fraction.count(of: nanoseconds)
    // The longest result has 19 characters for the date and time, 10 for the fraction and 6 for the
    // offset.
    return String(unsafeUninitializedCapacity: 35) { buffer in
      var writer = ByteWriter(buffer)
      let time = ClockTime(self, at: offset)
      writer.fourDigits(time.year)
      writer.byte(UInt8(ascii: "-"))
      writer.twoDigits(time.month)
      writer.byte(UInt8(ascii: "-"))
      writer.twoDigits(time.day)
      writer.byte(UInt8(ascii: "T"))
      writer.time(time)
      if digits > 0 {
        writer.byte(UInt8(ascii: "."))
        writer.fraction(nanoseconds, digits: digits)
      }
      if offset == .utc {
        writer.byte(UInt8(ascii: "Z"))
      } else {
        writer.offset(offset, separator: UInt8(ascii: ":"))
      }
      return writer.count
    }
  }
}
