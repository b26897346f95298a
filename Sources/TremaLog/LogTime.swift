import TremaDates

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// When something was logged, by the clock of the system.
public struct LogTime: Sendable, Hashable, Comparable {
  /// Since 1970-01-01T00:00:00Z, leap seconds not counted.
  public var seconds: Int64
  /// 0 to 999,999.
  public var microseconds: Int32

  public init(seconds: Int64, microseconds: Int32 = 0) {
    self.seconds = seconds
    self.microseconds = min(max(microseconds, 0), 999_999)
  }

  public static var now: LogTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return LogTime(seconds: Int64(time.tv_sec), microseconds: Int32(time.tv_nsec / 1000))
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.seconds, left.microseconds) < (right.seconds, right.microseconds)
  }
}

extension LogTime: CustomStringConvertible {
  /// `2026-11-21T06:30:00.123456Z`: RFC 3339, in UTC, with six digits; years are 0 to 9999.
  public var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func append(to bytes: inout [UInt8]) {
    let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let second = Int((seconds % 86_400 + 86_400) % 86_400)
    let (year, month, day) = Calendar.civil(from: (Int(seconds) - second) / 86_400)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 27) { text in
      text.initialize(repeating: UInt8(ascii: "-"))
      func put(_ number: Int, _ end: Int, _ count: Int) {
        var number = number
        for place in stride(from: end - 1, through: end - count, by: -1) {
          text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
          number /= 10
        }
      }
      put(year, 4, 4)
      put(month, 7, 2)
      put(day, 10, 2)
      text[10] = UInt8(ascii: "T")
      put(second / 3600, 13, 2)
      text[13] = UInt8(ascii: ":")
      put(second / 60 % 60, 16, 2)
      text[16] = UInt8(ascii: ":")
      put(second % 60, 19, 2)
      text[19] = UInt8(ascii: ".")
      put(Int(microseconds), 26, 6)
      text[26] = UInt8(ascii: "Z")
      bytes.append(contentsOf: UnsafeBufferPointer(text))
    }
  }
}
