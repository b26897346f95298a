import Testing
import TremaDates
import TremaTestSupport

@Suite struct HTTPDateTests {
  private static let now: Int64 = 1_795_000_000  // 2026-11-18

  /// RFC 9110, section 5.6.7: one instant in its three forms; then the edges.
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Wed Nov 16 08:49:37 1994", 784_975_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    ("Friday, 31-Dec-76 23:59:59 GMT", 3_376_684_799),
    ("Friday, 31-Dec-77 23:59:59 GMT", 252_460_799),
  ]) func `a date is parsed in each of its three forms`(text: String, seconds: Int64) {
    #expect(HTTPDate.seconds(text, now: Self.now) == seconds)
  }

  @Test(arguments: [
    "", "0", "-1", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 6 Nov 1994 08:49:37 GMT", "sun, 06 nov 1994 08:49:37 gmt",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
    "Thu, 29 Feb 2023 12:00:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun,06 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun, 06 Nov 19٩4 08:49:37 GMT",
  ]) func `any other string is rejected`(text: String) {
    #expect(HTTPDate.seconds(text, now: Self.now) == nil)
  }

  @Test func `a date survives a round trip`() {
    #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.text(.max) == "Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(HTTPDate.text(.min) == "Sat, 01 Jan 0000 00:00:00 GMT")
    var seconds: Int64 = -62_167_219_200
    while seconds < 253_402_300_799 {
      #expect(HTTPDate.seconds(HTTPDate.text(seconds), now: 0) == seconds)
      seconds += 8_639_999_737
    }
  }
}
