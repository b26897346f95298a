import Foundation
import Testing
import TremaDates
import TremaTestSupport

@Suite struct RFC3339Tests {
  /// The examples of RFC 3339, section 5.8, and variations; offsets are in minutes.
  @Test(arguments: [
    ("1985-04-12T23:20:50.52Z", 482_196_050, 520_000_000, 0, false),
    ("1996-12-19T16:39:57-08:00", 851_042_397, 0, -480, false),
    ("1990-12-31T23:59:60Z", 662_688_000, 0, 0, true),
    ("1990-12-31T15:59:60-08:00", 662_688_000, 0, -480, true),
    ("1937-01-01T12:00:27.87+00:20", -1_041_337_173, 870_000_000, 20, false),
    ("1990-12-31T23:59:60.123456789Z", 662_688_000, 123_456_789, 0, true),
    ("1970-01-01t00:00:00z", 0, 0, 0, false),
    ("1969-12-31T23:59:59.5Z", -1, 500_000_000, 0, false),
    ("0000-01-01T00:00:00Z", -62_167_219_200, 0, 0, false),
    ("0000-02-29T00:00:00Z", -62_162_121_600, 0, 0, false),
    ("0000-01-01T00:00:00+23:59", -62_167_305_540, 0, 1439, false),
    ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999, 0, false),
    ("2000-02-29T12:00:00Z", 951_825_600, 0, 0, false),
    ("2024-02-29T12:00:00Z", 1_709_208_000, 0, 0, false),
  ]) func `a date is parsed`(
    text: String, seconds: Int64, nanoseconds: Int32, minutes: Int, isLeap: Bool
  ) throws {
    let read = try Timestamp(rfc3339: text)
    #expect(read.seconds == seconds)
    #expect(read.nanoseconds == nanoseconds)
    #expect(read.offset.minutes == minutes)
    #expect(read.isLeapSecond == isLeap)
    #expect(read.notes == [])
    #expect(try Timestamp(rfc3339: "<\(text)>".dropFirst().dropLast()) == read)
    #expect(try Timestamp(rfc3339: read.rfc3339()) == read)
  }

  @Test func `an unknown offset differs from a zero offset`() throws {
    let unknown = try Timestamp(rfc3339: "2002-05-09T15:21:00-00:00")
    let known = try Timestamp(rfc3339: "2002-05-09T15:21:00+00:00")
    #expect(unknown.offset == .unknown)
    #expect(known.offset == .utc)
    #expect(unknown.seconds == known.seconds)
    #expect(unknown != known)
    #expect(unknown.description == "2002-05-09T15:21:00-00:00")
    #expect(known.description == "2002-05-09T15:21:00Z")
  }

  @Test func `fraction digits after the ninth are truncated, with a note if not zero`() throws {
    let long = try Timestamp(rfc3339: "2002-05-09T15:21:00.99999999990000000001Z")
    #expect(long.seconds == 1_020_957_660)
    #expect(long.nanoseconds == 999_999_999)
    #expect(long.notes == .precisionLost)
    let zeros = try Timestamp(rfc3339: "2002-05-09T15:21:00.12345678900000000000000000000Z")
    #expect(zeros.nanoseconds == 123_456_789)
    #expect(zeros.notes == [])
  }

  @Test func `each option accepts only its own form`() throws {
    let plain = try Timestamp(rfc3339: "2002-05-09T15:21:00Z")
    let texts: [(RFC3339Options, String)] = [
      (.allowSpace, "2002-05-09 15:21:00Z"), (.allowBlanks, " \t\r\n2002-05-09T15:21:00Z \r\n"),
      (.allowMissingOffset, "2002-05-09T15:21:00"),
      (.allowShortOffset, "2002-05-09T15:21:00+0000"),
    ]
    for (option, text) in texts {
      for (other, _) in texts {
        let read = try? Timestamp(rfc3339: text, other)
        #expect(read == (other == option ? plain : nil), "\(text)")
      }
      #expect((try? Timestamp(rfc3339: text)) == nil)
      #expect(
        (try? Timestamp(rfc3339: text, .lenient)) == (option == .allowShortOffset ? nil : plain))
    }
    #expect(try Timestamp(rfc3339: " 2002-05-09 15:21:00 ", .lenient) == plain)
    #expect(
      try Timestamp(rfc3339: "2002-05-09T15:21:00-0800", .allowShortOffset).offset.minutes == -480)
    for text in ["2002-05-09  15:21:00Z", "2002-05-09_15:21:00Z", "2002-05-09T15:21:00 Z"] {
      #expect((try? Timestamp(rfc3339: text, .lenient)) == nil, "\(text)")
    }
  }

  @Test(arguments: [
    ("", "column 1: expected a digit, found the end"),
    (" 2002-05-09T15:21:00Z", "column 1: expected a digit, found a space"),
    ("2002/05/09T15:21:00Z", "column 5: expected '-', found '/'"),
    ("12002-05-09T15:21:00Z", "column 5: expected '-', found '2'"),
    ("02-05-09T15:21:00Z", "column 3: expected a digit, found '-'"),
    ("2002-5-09T15:21:00Z", "column 7: expected a digit, found '-'"),
    ("2002-00-09T15:21:00Z", "column 6: the month must be from 01 to 12, not 00"),
    ("2002-13-09T15:21:00Z", "column 6: the month must be from 01 to 12, not 13"),
    ("2002-02-30T15:21:00Z", "column 9: day 30 does not exist in 2002-02"),
    ("1900-02-29T15:21:00Z", "column 9: day 29 does not exist in 1900-02"),
    ("2002-04-31T15:21:00Z", "column 9: day 31 does not exist in 2002-04"),
    ("2002-05-00T15:21:00Z", "column 9: day 00 does not exist in 2002-05"),
    ("2002-05-9T15:21:00Z", "column 10: expected a digit, found 'T'"),
    ("2002-05-09", "column 11: expected 'T', found the end"),
    ("2002-05-09 15:21:00Z", "column 11: expected 'T', found a space"),
    ("2002-05-09T24:00:00Z", "column 12: the hour must be from 00 to 23, not 24"),
    ("2002-05-09T15:60:00Z", "column 15: the minute must be from 00 to 59, not 60"),
    ("2002-05-09T15:21Z", "column 17: expected ':', found 'Z'"),
    ("2002-05-09T15:21:61Z", "column 18: the second must be from 00 to 60, not 61"),
    ("2002-05-09T15:21:60Z", "column 18: second 60 is not the last second of a day in UTC"),
    ("2002-05-09T23:59:60+01:00", "column 18: second 60 is not the last second of a day in UTC"),
    ("2002-05-09T15:21:00.Z", "column 21: expected a digit, found 'Z'"),
    (
      "2002-05-09T15:21:00,5Z",
      "column 20: expected 'Z' or an offset such as +01:00, found ','"
    ),
    (
      "2002-05-09T15:21:00",
      "column 20: expected 'Z' or an offset such as +01:00, found the end"
    ),
    ("2002-05-09T15:21:00+24:00", "column 21: the offset hour must be from 00 to 23, not 24"),
    ("2002-05-09T15:21:00+00:60", "column 24: the offset minute must be from 00 to 59, not 60"),
    ("2002-05-09T15:21:00+0530", "column 23: expected ':', found '3'"),
    ("2002-05-09T15:21:00+05", "column 23: expected ':', found the end"),
    ("2002-05-09T15:21:00Zjunk", "column 21: expected the end, found 'j'"),
    ("2002-05-09T15:21:00Z ", "column 21: expected the end, found a space"),
    ("2002-05-09T15:21:00Z\n", "column 21: expected the end, found U+000A"),
    ("2002-05-09T15:21:00Z\0", "column 21: expected the end, found U+0000"),
    ("2002-05-0٩T15:21:00Z", "column 10: expected a digit, found U+0669"),
    ("😀", "column 1: expected a digit, found U+1F600"),
  ]) func `an error has the column, the expected input and the found input`(
    text: String, message: String
  ) {
    let error = #expect(throws: DateParseError.self) { try Timestamp(rfc3339: text) }
    #expect(error?.description == message)
    #expect(error.map { $0.column == $0.offset + 1 } == true)
  }

  @Test func `the parts of an error are available`() {
    func error(_ text: String, _ options: RFC3339Options = .strict) -> [String] {
      do {
        _ = try Timestamp(rfc3339: text, options)
        return []
      } catch { return ["\(error.offset)", error.expected, error.found] }
    }
    #expect(error("2002-02-30T15:21:00Z") == ["8", "a day from 01 to 28", "30"])
    #expect(error("2002-13-30T15:21:00Z") == ["5", "a month from 01 to 12", "13"])
    #expect(error("2002-05-09T24:21:00Z") == ["11", "an hour from 00 to 23", "24"])
    #expect(
      error("2002-05-09T15:21:00+24:00") == ["20", "an offset hour from 00 to 23", "24"])
    #expect(error("2002-05-09T15:21:60Z") == ["17", "a second from 00 to 59", "60"])
    #expect(error("2002-05-09x", .allowSpace) == ["10", "'T' or a space", "'x'"])
  }

  /// The strings of the official test suite of JSON Schema.
  @Test func `dates in the JSON Schema test suite are parsed as specified`() throws {
    struct Group: Decodable {
      struct Case: Decodable {
        var data: String?
        var valid: Bool
        enum CodingKeys: CodingKey { case data, valid }
        init(from decoder: any Decoder) throws {
          let values = try decoder.container(keyedBy: CodingKeys.self)
          data = try? values.decode(String.self, forKey: .data)
          valid = try values.decode(Bool.self, forKey: .valid)
        }
      }
      var tests: [Case]
    }
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        ".venv/json-schema-suite/4.26.0/tests/draft2020-12/optional/format/date-time.json")
    let groups = try JSONDecoder().decode([Group].self, from: Data(contentsOf: file))
    let cases = groups.flatMap(\.tests).filter { $0.data != nil }
    #expect(cases.count > 15)
    for one in cases {
      let text = try #require(one.data)
      #expect(((try? Timestamp(rfc3339: text)) != nil) == one.valid, "\(text)")
    }
  }
}
