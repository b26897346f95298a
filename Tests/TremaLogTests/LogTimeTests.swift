import Foundation
import Testing
import TremaLog
import TremaTestSupport

@Suite struct LogTimeTests {
  @Test func `a time is formatted as by the system's calendar`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let seconds = Int64(random.number(-62_167_219_200...253_402_300_799))
      let microseconds = random.number(0...999_999)
      var moment = time_t(seconds)
      var parts = tm()
      gmtime_r(&moment, &parts)
      let expected = String(
        format: "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", Int(parts.tm_year) + 1900,
        Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour), Int(parts.tm_min),
        Int(parts.tm_sec), microseconds)
      let time = LogTime(seconds: seconds, microseconds: Int32(microseconds))
      #expect(time.description == expected)
    }
  }

  @Test func `a time beyond four-digit years is clamped`() {
    #expect(LogTime(seconds: .max).description == "9999-12-31T23:59:59.000000Z")
    #expect(LogTime(seconds: .min).description == "0000-01-01T00:00:00.000000Z")
    #expect(LogTime(seconds: 0, microseconds: -1).description == "1970-01-01T00:00:00.000000Z")
    #expect(LogTime(seconds: -1, microseconds: .max).description == "1969-12-31T23:59:59.999999Z")
  }
}
