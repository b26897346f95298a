/// The parts of a date that were read so far.
struct DateParts {
  /// Since 1970-01-01.
  var days = 0
  var (hour, minute, second) = (0, 0, 0)
  var nanoseconds: Int32 = 0
  var offset = Timestamp.Offset.utc
  var notes: Timestamp.Notes = []
  /// The place of the second.
  var place = 0

  /// - Parameter place: where the day is.
  static func days(
    _ year: Int, _ month: Int, _ day: Int, at place: Int
  ) throws(DateParseError) -> Int {
    guard let days = Calendar.days(to: year, month, day) else {
      throw DateParseError(offset: place, problem: .day(day, year: year, month: month))
    }
    return days
  }

  /// Reads `15:21:36`.
  mutating func time(_ reader: inout ByteReader) throws(DateParseError) {
    hour = try reader.two(to: 23, .hour)
    try reader.expect(UInt8(ascii: ":"))
    minute = try reader.two(to: 59, .minute)
    try reader.expect(UInt8(ascii: ":"))
    place = reader.position
    second = try reader.two(to: 60, .second)
  }

  /// - Throws: when there is a second 60 that does not end a day of UTC.
  func timestamp() throws(DateParseError) -> Timestamp {
    let time = (hour * 60 + minute - offset.minutes) * 60 + second
    let seconds = Int64(days) * 86_400 + Int64(time)
    let isLeapSecond = second == 60
    guard !isLeapSecond || seconds % 86_400 == 0 else {
      throw DateParseError(offset: place, problem: .leapSecond)
    }
    return Timestamp(seconds, nanoseconds, offset, isLeapSecond, notes)
  }
}
