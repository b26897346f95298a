/// How many digits of a second are written.
public enum DateFraction: Hashable, Sendable {
  /// The necessary digits, none for a whole second.
  case auto
  case none
  /// So many, from 0 to 9; what follows them is cut off, never rounded.
  case digits(Int)

  func count(of nanoseconds: Int32) -> Int {
    switch self {
    case .none: return 0
    case .digits(let count):
      precondition((0...9).contains(count), "a second has from 0 to 9 digits")
      return count
    case .auto:
      var (rest, count) = (nanoseconds, nanoseconds == 0 ? 0 : 9)
      while count > 0, rest % 10 == 0 { (rest, count) = (rest / 10, count - 1) }
      return count
    }
  }
}

extension Timestamp {
  /// `2002-05-09T15:21:36.25Z`; `+02:00`, or `-00:00` for an unknown offset, instead of the `Z`.
  /// Years below 0 and above 9999 are written as the first and the last second of those.
  ///
  /// - Parameter offset: that of the timestamp unless said. RFC 3339 has none of 24 hours and more:
  ///   these are written in UTC.
  public func rfc3339(fraction: DateFraction = .auto, offset: Offset? = nil) -> String {
    let asked = offset ?? self.offset
    let offset = abs(asked.minutes) < 24 * 60 ? asked : .utc
    let digits = fraction.count(of: nanoseconds)
    return String(unsafeUninitializedCapacity: 35) { buffer in
      var writer = ByteWriter(buffer)
      let time = ClockTime(self, at: offset)
      writer.four(time.year)
      writer.byte(UInt8(ascii: "-"))
      writer.two(time.month)
      writer.byte(UInt8(ascii: "-"))
      writer.two(time.day)
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
