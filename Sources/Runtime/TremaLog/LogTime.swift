import TremaDates
import TremaSupport

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

  /// Of what is written.
  static let length = 27

  func append(to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.length) { text in
      guard let start = text.baseAddress else { return }
      write(to: start)
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: Self.length))
    }
  }

  /// - Parameter text: has room for ``length`` bytes.
  func write(to text: UnsafeMutablePointer<UInt8>) {
    let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let second = Int((seconds % 86_400 + 86_400) % 86_400)
    let (year, month, day) = Calendar.civil(from: (Int(seconds) - second) / 86_400)
    func put(_ byte: UInt8, at place: Int) { (text + place).initialize(to: byte) }
    func two(_ number: Int, at place: Int) { Digits.writePair(number, to: text + place) }
    two(year / 100, at: 0)
    two(year % 100, at: 2)
    put(UInt8(ascii: "-"), at: 4)
    two(month, at: 5)
    put(UInt8(ascii: "-"), at: 7)
    two(day, at: 8)
    put(UInt8(ascii: "T"), at: 10)
    two(second / 3600, at: 11)
    put(UInt8(ascii: ":"), at: 13)
    two(second / 60 % 60, at: 14)
    put(UInt8(ascii: ":"), at: 16)
    two(second % 60, at: 17)
    put(UInt8(ascii: "."), at: 19)
    let parts = Int(microseconds)
    two(parts / 10_000, at: 20)
    two(parts / 100 % 100, at: 22)
    two(parts % 100, at: 24)
    put(UInt8(ascii: "Z"), at: 26)
  }
}
