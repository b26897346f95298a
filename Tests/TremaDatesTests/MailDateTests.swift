import Testing
import TremaDates

@Suite struct MailDateTests {
  /// RFC 5322, section 3.3, appendices A.1 to A.5; further forms of the grammar of section 3.3.
  @Test(arguments: [
    ("Fri, 21 Nov 1997 09:55:06 -0600", 880_127_706, -360),
    ("Tue, 1 Jul 2003 10:52:37 +0200", 1_057_049_557, 120),
    ("Thu, 13 Feb 1969 23:32:54 -0330", -27_723_426, -210),
    (
      "Thu,\r\n      13\r\n        Feb\r\n          1969\r\n      23:32\r\n"
        + "               -0330 (Newfoundland Time)", -27_723_480, -210
    ),
    ("09 May 2002 15:21 +0000", 1_020_957_660, 0),
    ("THU,9 mAY 2002 15:21:00 +0000", 1_020_957_660, 0),
    (" Thu, 9\tMay  2002 15:21:00 +0000 (a (nested \\) one)) (two)\t", 1_020_957_660, 0),
    ("Sat, 31 Dec 2016 23:59:60 +0000", 1_483_228_800, 0),
    ("Mon, 01 Jan 1900 00:00:00 +0000", -2_208_988_800, 0),
    ("Thu, 09 May 2002 15:21:00 +9959", 1_020_597_720, 5999),
    ("Thu, 09 May 2002 15:21:00 -9959", 1_021_317_600, -5999),
  ]) func `dates that programs may generate are parsed strictly and leniently`(
    text: String, seconds: Int64, minutes: Int
  ) throws {
    for rules in [RFC822Rules.strict, .lenient] {
      let read = try Timestamp(rfc822: text, rules)
      #expect(read.seconds == seconds)
      #expect(read.offset == Timestamp.Offset(minutes: minutes))
      #expect(read.notes == [])
    }
  }

  /// RFC 5322, section 4.3 and appendix A.6.2; RFC 822, section 5; texts of GirdersSwift.
  @Test(arguments: [
    ("21 Nov 97 09:55:06 GMT", 880_106_106),
    ("Fri, 21 Nov 1997 09(comment):   55  :  06 -0600", 880_127_706),
    ("Thu , 9 May 02 15 : 21 UT", 1_020_957_660),
    ("(a) Thu (b), (c) 9 (d) May (e) 2002 (f) 15 (g):(h) 21 (i) GMT (j)", 1_020_957_660),
    ("9May2002 15:21GMT", 1_020_957_660),
    ("9 May 2002\n15:21\r\n\r\n gmt", 1_020_957_660),
    ("9 May 2002 15:21+0000", 1_020_957_660),
    ("9 May 102 15:21", 1_020_957_660),
    ("9 May 2002 15:21 Z", 1_020_957_660), ("9 May 2002 15:21 z", 1_020_957_660),
    ("9 May 2002 15:21 UTC", 1_020_957_660),
    ("9 May 2002 11:21 EDT", 1_020_957_660), ("9 May 2002 10:21 EST", 1_020_957_660),
    ("9 May 2002 10:21 CDT", 1_020_957_660), ("9 May 2002 09:21 cst", 1_020_957_660),
    ("9 May 2002 09:21 MDT", 1_020_957_660), ("9 May 2002 08:21 MST", 1_020_957_660),
    ("9 May 2002 08:21 PDT", 1_020_957_660), ("9 May 2002 07:21 PST", 1_020_957_660),
    ("1 Jan 49 00:00", 2_493_072_000), ("1 Jan 50 00:00", -631_152_000),
    ("1 Jan 1899 00:00", -2_240_524_800), ("29 Feb 0000 00:00", -62_162_121_600),
    ("Thu,9 May 2002 15:21:00 GMT", 1_020_957_660),
    ("Thu, 9 May 2002 15:21:00", 1_020_957_660),
  ]) func `obsolete forms are parsed only leniently`(
    text: String, seconds: Int64
  ) throws {
    #expect(try Timestamp(rfc822: text, .lenient).seconds == seconds)
    #expect((try? Timestamp(rfc822: text)) == nil)
  }

  @Test func `an unknown time zone is treated as UTC with a note`() throws {
    let letters = "ABCDEFGHIKLMNOPQRSTUVWXYabcdefghiklmnopqrstuvwxy".map(String.init)
    for zone in letters + ["CET", "AEST", "NZDT"] {
      let read = try Timestamp(rfc822: "9 May 2002 15:21 \(zone)", .lenient)
      #expect(read.seconds == 1_020_957_660)
      #expect(read.offset == .unknown)
      #expect(read.notes == .unknownZone)
    }
    let unknown = try Timestamp(rfc822: "9 May 2002 15:21 -0000")
    #expect(unknown.offset == .unknown)
    #expect(unknown.notes == [])
  }

  @Test func `a wrong weekday is an error, or a note in lenient mode`() throws {
    let text = "Sun, 9 May 2002 15:21:00 +0000"
    let error = #expect(throws: DateParseError.self) { try Timestamp(rfc822: text) }
    #expect(error?.description == "column 1: the date is a Thursday, not a Sunday")
    #expect(error?.expected == "Thursday")
    #expect(error?.found == "Sunday")
    let read = try Timestamp(rfc822: text, .lenient)
    #expect(read.notes == .weekdayMismatch)
    #expect(read == Timestamp(seconds: 1_020_957_660))
  }

  @Test(arguments: [
    ("", "column 1: expected the name of a day, found the end"),
    ("Invalid String Sample", "column 1: expected the name of a day, found 'I'"),
    ("Thursday, 9 May 2002 15:21 +0000", "column 1: expected the name of a day, found 'T'"),
    ("Thu 9 May 2002 15:21 +0000", "column 4: expected ',', found a space"),
    ("Thu, May 9 2002 15:21 +0000", "column 6: expected a digit, found 'M'"),
    ("9May 2002 15:21 +0000", "column 2: expected a space, found 'M'"),
    ("009 May 2002 15:21 +0000", "column 3: expected a space, found '9'"),
    ("9 Mai 2002 15:21 +0000", "column 3: expected the name of a month, found 'M'"),
    ("9 June 2002 15:21 +0000", "column 3: expected the name of a month, found 'J'"),
    ("9 May 02 15:21 +0000", "column 9: expected a digit, found a space"),
    ("9 May 1899 15:21 +0000", "column 7: year 1899 is before 1900"),
    ("9 May 12002 15:21 +0000", "column 7: the year has more than four digits"),
    ("31 Jun 2002 15:21 +0000", "column 1: day 31 does not exist in 2002-06"),
    ("0 Jun 2002 15:21 +0000", "column 1: day 00 does not exist in 2002-06"),
    ("9 May 2002 24:00 +0000", "column 12: the hour must be from 00 to 23, not 24"),
    ("9 May 2002 5:21 +0000", "column 13: expected a digit, found ':'"),
    ("9 May 2002 15:60 +0000", "column 15: the minute must be from 00 to 59, not 60"),
    ("9 May 2002 15:21:61 +0000", "column 18: the second must be from 00 to 60, not 61"),
    ("9 May 2002 15:21:60 +0000", "column 18: second 60 is not the last second of a day in UTC"),
    (
      "9 May 2002 15:21 :00 +0000",
      "column 18: expected an offset such as +0100, found ':'"
    ),
    ("9 May 2002 15:21+0000", "column 17: expected a space, found '+'"),
    ("9 May 2002 15:21", "column 17: expected a space, found the end"),
    ("9 May 2002 15:21 ", "column 18: expected an offset such as +0100, found the end"),
    ("9 May 2002 15:21 GMT", "column 18: expected an offset such as +0100, found 'G'"),
    ("9 May 2002 15:21 +0060", "column 21: the offset minute must be from 00 to 59, not 60"),
    ("9 May 2002 15:21 +01:00", "column 21: expected a digit, found ':'"),
    ("9 May 2002 15:21 +01000", "column 23: expected the end, found '0'"),
    ("9 May 2002 15:21 +0000 (a", "column 26: expected ')', found the end"),
    ("9 May 2002 15:21 +0000 (a\\", "column 27: expected ')', found the end"),
    ("9 May 2002 15:21 +0000 (\u{7})", "column 25: expected ')', found U+0007"),
    ("9 May 2002 15:21 +0000)", "column 23: expected the end, found ')'"),
    ("9 (a) May 2002 15:21 +0000", "column 3: expected the name of a month, found '('"),
    ("9 May 2002\r\n \r\n 15:21 +0000", "column 14: expected a digit, found U+000D"),
    ("9 May 2002\n15:21 +0000", "column 11: expected a space, found U+000A"),
    ("9 May 2002 15:21 +0000\r\n", "column 23: expected the end, found U+000D"),
  ]) func `an error of the strict grammar has a column`(text: String, message: String) {
    let error = #expect(throws: DateParseError.self) { try Timestamp(rfc822: text) }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    ("", "column 1: expected the name of a day, found the end"),
    ("1996-12-19T16:39:57-0800", "column 3: expected the name of a month, found '9'"),
    ("Thu 9 May 2002 15:21", "column 5: expected ',', found '9'"),
    ("9 May 2 15:21", "column 8: expected a digit, found a space"),
    ("9 May 20021 15:21", "column 7: the year has more than four digits"),
    ("31 Jun 02 15:21", "column 1: day 31 does not exist in 2002-06"),
    ("9 May 2002 15", "column 14: expected ':', found the end"),
    ("9 May 2002 15:21 J", "column 18: expected a zone such as GMT or +0100, found 'J'"),
    ("9 May 2002 15:21 PM", "column 18: expected a zone such as GMT or +0100, found 'P'"),
    ("9 May 2002 15:21 Invalid", "column 18: expected a zone such as GMT or +0100, found 'I'"),
    ("9 May 2002 15:2100", "column 17: expected a zone such as GMT or +0100, found '0'"),
    ("9 May 2002 15:21 GMT+1", "column 21: expected the end, found '+'"),
    ("9 May 2002 15:21 GMT)", "column 21: expected the end, found ')'"),
    ("9 May (2002 15:21", "column 18: expected ')', found the end"),
    ("9 May 2002 15:21 +00", "column 21: expected a digit, found the end"),
  ]) func `an error of the lenient grammar has a column`(text: String, message: String) {
    let error = #expect(throws: DateParseError.self) { try Timestamp(rfc822: text, .lenient) }
    #expect(error?.description == message)
  }

  @Test func `deeply nested comments are parsed safely`() throws {
    let depth = 200_000
    let comment = String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
    #expect(try Timestamp(rfc822: "9 May 2002 15:21 +0000 \(comment)").seconds == 1_020_957_660)
    #expect((try? Timestamp(rfc822: "9 May 2002 15:21 +0000 \(comment)(")) == nil)
  }
}
