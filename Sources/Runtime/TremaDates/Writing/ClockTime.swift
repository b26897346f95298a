/// A date and time of day at an offset from UTC.
struct ClockTime {
  /// The date.
  let (year, month, day): (Int, Int, Int)
  /// The day of the week, from 0 for Sunday.
  let weekday: Int
  /// The hour and the minute.
  let (hour, minute): (Int, Int)
  /// The second, which is 60 in a leap second.
  let second: Int

  /// Converts a timestamp. Times outside the years 0 to 9999 are clamped to that range.
  init(_ timestamp: Timestamp, at offset: Timestamp.Offset) {
    // A leap second has the fields of the previous second, except for the second itself.
    let leap: Int64 = timestamp.isLeapSecond ? 1 : 0
    let seconds = min(max(timestamp.seconds, Self.earliest - 864_000), Self.latest + 864_000)
    let local = seconds - leap + Int64(offset.minutes) * 60
    let bounded = Int(min(max(local, Self.earliest), Self.latest))
    let time = (bounded % 86_400 + 86_400) % 86_400
    let days = (bounded - time) / 86_400
    (year, month, day) = Calendar.civil(from: days)
    weekday = Calendar.weekday(of: days)
    hour = time / 3600
    minute = time / 60 % 60
    second = time % 60 + Int(leap)
  }

  /// The first second of the year 0.
  private static let earliest: Int64 = -62_167_219_200
  /// The last second of the year 9999.
  private static let latest: Int64 = 253_402_300_799
}
