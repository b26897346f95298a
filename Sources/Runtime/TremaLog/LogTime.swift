import TremaDates
import TremaSupport

/// The time of a log record according to the system clock.
public struct LogTime: Sendable, Hashable, Comparable {
  /// The seconds since 1970-01-01T00:00:00Z, without leap seconds.
  public var seconds: Int64
  /// The microseconds, from 0 to 999,999.
  public var microseconds: Int32

  /// Creates a time. `microseconds` is clamped to its range.
  public init(seconds: Int64, microseconds: Int32 = 0) {
    self.seconds = seconds
    self.microseconds = min(max(microseconds, 0), 999_999)
  }

  /// The current time.
  public static var now: LogTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return LogTime(seconds: Int64(time.tv_sec), microseconds: Int32(time.tv_nsec / 1000))
  }

  /// Returns whether the first time is earlier than the second.
  public static func < (left: Self, right: Self) -> Bool {
    (left.seconds, left.microseconds) < (right.seconds, right.microseconds)
  }
}

extension LogTime: CustomStringConvertible {
  /// The time in RFC 3339 format, in UTC with six fraction digits: `2026-11-21T06:30:00.123456Z`.
  /// Years are clamped to the range from 0 to 9999.
  public var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the description.
  func append(to bytes: inout [UInt8]) {
    let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let second = Int((seconds % 86_400 + 86_400) % 86_400)
    let (year, month, day) = Calendar.civil(from: (Int(seconds) - second) / 86_400)
    // Appends two decimal digits and a separator.
    func two(_ number: Int, _ end: UInt8? = nil) {
      bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
      bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
      if let end { bytes.append(end) }
    }
    two(year / 100)
    two(year % 100, UInt8(ascii: "-"))
    two(month, UInt8(ascii: "-"))
    two(day, UInt8(ascii: "T"))
    two(second / 3600, UInt8(ascii: ":"))
    two(second / 60 % 60, UInt8(ascii: ":"))
    two(second % 60, UInt8(ascii: "."))
    let parts = Int(microseconds)
    two(parts / 10_000)
    two(parts / 100 % 100)
    two(parts % 100, UInt8(ascii: "Z"))
  }
}
