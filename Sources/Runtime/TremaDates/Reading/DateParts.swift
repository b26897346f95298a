/// The parts of a date while it is read.
struct DateParts {
  /// The days since 1970-01-01.
  var days = 0
  /// The time of day at the offset in the string.
  var (hour, minute, second) = (0, 0, 0)
  /// The fraction of the second.
  var nanoseconds: Int32 = 0
  /// The offset from UTC.
  var offset = Timestamp.Offset.utc
  /// The irregularities of the string.
  var notes: Timestamp.Notes = []
  /// The position of the second in the string, for errors.
  var secondPosition = 0

  /// Returns the days since 1970-01-01.
  ///
  /// - Parameter offset: The position of the day in the string.
  /// - Throws: `DateParseError` if the day does not exist in the month.
  static func days(
    _ year: Int, _ month: Int, _ day: Int, at offset: Int
  ) throws(DateParseError) -> Int {
    guard let days = Calendar.days(to: year, month, day) else {
      throw DateParseError(offset: offset, problem: .day(day, year: year, month: month))
    }
    return days
  }

  /// Reads a time such as `15:21:36`.
  mutating func time(_ reader: inout ByteReader) throws(DateParseError) {
    hour = try reader.twoDigits(to: 23, .hour)
    try reader.expect(UInt8(ascii: ":"))
    minute = try reader.twoDigits(to: 59, .minute)
    try reader.expect(UInt8(ascii: ":"))
    secondPosition = reader.position
    second = try reader.twoDigits(to: 60, .second)
  }

  /// Returns the timestamp.
  ///
  /// - Throws: `DateParseError` for a second 60 that does not end a UTC day.
  func timestamp() throws(DateParseError) -> Timestamp {
    let time = (hour * 60 + minute - offset.minutes) * 60 + second
    let seconds = Int64(days) * 86_400 + Int64(time)
    let isLeapSecond = second == 60
    guard !isLeapSecond || seconds % 86_400 == 0 else {
      throw DateParseError(offset: secondPosition, problem: .leapSecond)
    }
    return Timestamp(seconds, nanoseconds, offset, isLeapSecond, notes)
  }
}
