import Testing
import TremaDates

@Suite struct HTTPRulesTests {
  @Test func `all three forms denote the same instant, and a wrong weekday is a note`() throws {
    for text in [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994",
    ] {
      let read = try Timestamp(rfc822: text, .http)
      #expect(read == Timestamp(seconds: 784_111_777))
      #expect(read.notes == [])
      #expect(read.httpDate() == "Sun, 06 Nov 1994 08:49:37 GMT")
      let wrong = text.replacing("Sun", with: "Mon", maxReplacements: 1)
      #expect(try Timestamp(rfc822: wrong, .http).notes == .weekdayMismatch)
    }
    for (name, day) in [
      ("Monday", "07"), ("Tuesday", "08"), ("Wednesday", "09"), ("Thursday", "10"),
      ("Friday", "11"), ("Saturday", "12"), ("Sunday", "13"),
    ] {
      let read = try Timestamp(rfc822: "\(name), \(day)-Nov-94 08:49:37 GMT", .http)
      #expect(read.notes == [])
    }
  }

  @Test(arguments: [
    ("", "column 1: expected the name of a day, found the end"),
    ("sun, 06 Nov 1994 08:49:37 GMT", "column 1: expected the name of a day, found 's'"),
    ("SUN, 06 Nov 1994 08:49:37 GMT", "column 1: expected the name of a day, found 'S'"),
    ("Sundae, 06-Nov-94 08:49:37 GMT", "column 1: expected the name of a day, found 'S'"),
    ("Sun; 06 Nov 1994 08:49:37 GMT", "column 4: expected ',', found ';'"),
    ("Sun,06 Nov 1994 08:49:37 GMT", "column 5: expected a space, found '0'"),
    ("Sun, 6 Nov 1994 08:49:37 GMT", "column 7: expected a digit, found a space"),
    ("Sun, 06 nov 1994 08:49:37 GMT", "column 9: expected the name of a month, found 'n'"),
    ("Sun, 31 Nov 1994 08:49:37 GMT", "column 6: day 31 does not exist in 1994-11"),
    ("Sun, 06 Nov 1994 24:49:37 GMT", "column 18: the hour must be from 00 to 23, not 24"),
    (
      "Sun, 06 Nov 1994 08:49:60 GMT",
      "column 24: second 60 is not the last second of a day in UTC"
    ),
    ("Sun, 06 Nov 1994 08:49:37 UTC", "column 27: expected 'GMT', found 'U'"),
    ("Sun, 06 Nov 1994 08:49:37 GMT ", "column 30: expected the end, found a space"),
    ("Sunday, 06-Nov-1994 08:49:37 GMT", "column 18: expected a space, found '9'"),
    ("Sunday, 31-Nov-94 08:49:37 GMT", "column 9: day 31 does not exist in 1994-11"),
    ("Sun Nov 6 08:49:37 1994", "column 10: expected a digit, found a space"),
    ("Sun Nov 31 08:49:37 1994", "column 9: day 31 does not exist in 1994-11"),
    ("Sun Nov  0 08:49:37 1994", "column 10: day 00 does not exist in 1994-11"),
    ("Sun Nov  6 08:49:37 94", "column 23: expected a digit, found the end"),
  ]) func `an error has the column`(text: String, message: String) {
    let error = #expect(throws: DateParseError.self) {
      try Timestamp(rfc822: text, .http(now: 784_111_777))
    }
    #expect(error?.description == message)
  }

  @Test func `two-digit years denote the year closest to today`() throws {
    let text = "Friday, 31-Dec-76 23:59:59 GMT"
    #expect(try Timestamp(rfc822: text, .http(now: 1_795_000_000)).rfc3339().hasPrefix("2076"))
    #expect(try Timestamp(rfc822: text, .http(now: 1_735_000_000)).rfc3339().hasPrefix("1976"))
    #expect(try Timestamp(rfc822: text, .http(now: 4_000_000_000)).rfc3339().hasPrefix("2076"))
    #expect(try Timestamp(rfc822: text, .http(now: -1)).rfc3339().hasPrefix("1976"))
    for now in [Int64.min, .max] { _ = try Timestamp(rfc822: text, .http(now: now)) }
  }
}
