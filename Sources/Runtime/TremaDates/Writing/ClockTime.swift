/// The date and time on the calendar and the clock of a place.
struct ClockTime {
  let (year, month, day): (Int, Int, Int)
  /// The day of the week, from 0 for Sunday.
  let weekday: Int
  let (hour, minute): (Int, Int)
  /// 60 in a leap second.
  let second: Int

  /// Years below 0 and above 9999 are shown as the first and the last moment of those.
  init(_ timestamp: Timestamp, at offset: Timestamp.Offset) {
    // A leap second is shown as the second before it, but for its number.
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

  /// The first second of the year 0 and the last one of the year 9999.
  private static let earliest: Int64 = -62_167_219_200
  private static let latest: Int64 = 253_402_300_799
}
