import Foundation
import Testing
import TremaDates
import TremaTestSupport

@Suite struct FoundationDateTests {
  private let sample = Date(timeIntervalSince1970: 1_020_957_660)

  @Test func `a date is formatted in each form`() throws {
    let east = try #require(Timestamp.Offset(minutes: 120))
    #expect(sample.rfc3339() == "2002-05-09T15:21:00Z")
    #expect(sample.rfc3339(fraction: .digits(3), offset: east) == "2002-05-09T17:21:00.000+02:00")
    #expect(sample.rfc822() == "Thu, 09 May 2002 15:21:00 +0000")
    #expect(sample.rfc822(offset: east) == "Thu, 09 May 2002 17:21:00 +0200")
    #expect(sample.httpDate() == "Thu, 09 May 2002 15:21:00 GMT")
  }

  @Test func `dates just before a second or at the ends of the range are converted`() {
    for time in [-1e-20, -.leastNonzeroMagnitude, -1e-16] {
      let timestamp = Timestamp(Date(timeIntervalSinceReferenceDate: time))
      #expect(timestamp.rfc3339() == "2000-12-31T23:59:59.999999999Z")
    }
    for seconds in [Int64.min, .min + 978_307_199, .max] {
      let date = Timestamp(seconds: seconds, nanoseconds: 999_999_999).date
      #expect(abs(date.timeIntervalSinceReferenceDate - Double(seconds)) < 1e9)
    }
  }

  @Test func `a date keeps its fraction and is never rounded up to the next second`() throws {
    for text in ["2026-11-21T06:30:00.125Z", "2026-11-21T06:30:00.123Z", "2026-11-21T06:30:00.1Z"] {
      #expect(try Timestamp(rfc3339: text).date.rfc3339() == text)
    }
    let late = Date(timeIntervalSinceReferenceDate: 10.9996)
    #expect(late.rfc3339(fraction: .digits(3)) == "2001-01-01T00:00:10.999Z")
    #expect(late.httpDate() == "Mon, 01 Jan 2001 00:00:10 GMT")
    #expect(
      Date(timeIntervalSinceReferenceDate: 1.0.nextDown).rfc3339()
        == "2001-01-01T00:00:00.999999999Z")
    #expect(
      Date(timeIntervalSinceReferenceDate: -0.25).rfc3339() == "2000-12-31T23:59:59.75Z")
  }

  @Test func `a contemporary date survives a round trip`() throws {
    var random = SeededGenerator(seed: 822)
    for _ in 0..<5_000 {
      let seconds = Double(random.number(100_000_000...1_500_000_000))
      let date = Date(
        timeIntervalSinceReferenceDate: seconds + Double(random.number(0...999_999_999)) / 1e9)
      #expect(try Timestamp(rfc3339: date.rfc3339()).date == date)
      #expect(Timestamp(date).date == date)
    }
  }

  @Test func `a date out of range is formatted as the nearest valid one`() {
    #expect(Date(timeIntervalSinceReferenceDate: .infinity).rfc3339() == "9999-12-31T23:59:59Z")
    #expect(Date(timeIntervalSinceReferenceDate: -.infinity).rfc3339() == "0000-01-01T00:00:00Z")
    #expect(Date(timeIntervalSinceReferenceDate: .nan).rfc3339() == "2001-01-01T00:00:00Z")
    #expect(Date.distantFuture.rfc3339() == "4001-01-01T00:00:00Z")
    // The first day of the year 1 in the Julian calendar.
    #expect(Date.distantPast.rfc3339() == "0000-12-30T00:00:00Z")
  }

  /// The strings of GirdersSwift's own tests; the weekday of the first ones is wrong.
  @Test(arguments: [
    "Sun, 9 May 2002 15:21:00 GMT", "Sun, 09 May 2002 15:21:00 GMT", "Sun, 9 May 2002 15:21 GMT",
    "Sun, 09 May 2002 15:21 GMT", "Sun, 9 May 2002 15:21:00", "Sun, 09 May 2002 15:21:00",
    "Sun, 9 May 2002 15:21", "Sun, 09 May 2002 15:21", "9 May 2002 15:21:00 GMT",
    "9 May 2002 15:21 GMT", "9 May 2002 15:21:00", "9 May 2002 15:21",
  ]) func `GirdersSwift's function parses the same RFC 822 dates`(text: String) {
    #expect(text.parseRFC822Timestamp() == sample)
  }

  @Test(arguments: [
    "2002-05-09T15:21:00-0000", "2002-05-09T15:21:00+0000", "2002-05-09T15:21:00.00-0000",
    "2002-05-09T15:21:00", "2002-05-09T15:21:00Z", "2002-05-09t15:21:00z",
    "2002-05-09T15:21:00+00:00", "2002-05-09T07:21:00-0800", " 2002-05-09 15:21:00 ",
  ]) func `GirdersSwift's function parses the same RFC 3339 dates`(text: String) {
    #expect(text.parseRFC3339Timestamp() == sample)
  }

  @Test func `GirdersSwift's functions return nil for invalid input`() {
    for text in ["", "Invalid String Sample", "1996-12-19T16:39:57-0800"] {
      #expect(text.parseRFC822Timestamp() == nil)
    }
    // GirdersSwift parsed the last three incorrectly.
    for text in [
      "", "Invalid String Sample", "9 May 2002 15:21", "12002-05-09T15:21:00Z",
      "٢٠٠٢-05-09T15:21:00Z", "2002-5-09T15:21:00Z",
    ] {
      #expect(text.parseRFC3339Timestamp() == nil)
    }
  }

  @Test func `GirdersSwift's functions format dates the same way`() {
    #expect(sample.toRFC822String() == "Thu, 09 May 2002 15:21:00 GMT")
    #expect(sample.toRFC3339String() == "2002-05-09T15:21:00Z")
    #expect(sample.addingTimeInterval(0.75).toRFC3339String() == "2002-05-09T15:21:00Z")
  }
}
