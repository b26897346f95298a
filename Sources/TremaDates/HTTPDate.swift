/// The dates in fields of HTTP, as seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Source: RFC 9110, section 5.6.7.
public enum HTTPDate {
  /// Reads the preferred form and both old ones: `Sun, 06 Nov 1994 08:49:37 GMT`,
  /// `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`. The name of the day is not held
  /// against the date. Second 60 is the first one of the next minute.
  ///
  /// - Parameter now: what two digits of a year are read by: they are the year with these digits that
  ///   lies from 49 years before it to 50 years after it.
  /// - Returns: nil for anything else.
  public static func seconds(_ text: some StringProtocol, now: Int64) -> Int64? {
    var reader = Reader(Array(text.utf8))
    return reader.date(now: now)
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`; years below 0 and above 9999 are written as those.
  public static func text(_ seconds: Int64) -> String {
    let seconds = min(max(seconds, earliest), latest)
    let second = Int((seconds % 86_400 + 86_400) % 86_400)
    let days = Int((seconds - Int64(second)) / 86_400)
    let (year, month, day) = Calendar.civil(from: days)
    var text: [UInt8] = []
    text.reserveCapacity(29)
    text += dayNames[(days % 7 + 11) % 7].utf8
    text += ", ".utf8
    append(day, 2, to: &text)
    text.append(UInt8(ascii: " "))
    text += monthNames[month - 1].utf8
    text.append(UInt8(ascii: " "))
    append(year, 4, to: &text)
    text.append(UInt8(ascii: " "))
    append(second / 3600, 2, to: &text)
    text.append(UInt8(ascii: ":"))
    append(second / 60 % 60, 2, to: &text)
    text.append(UInt8(ascii: ":"))
    append(second % 60, 2, to: &text)
    text += " GMT".utf8
    return String(decoding: text, as: UTF8.self)
  }

  /// The first second of the year 0 and the last one of the year 9999.
  private static let earliest: Int64 = -62_167_219_200
  private static let latest: Int64 = 253_402_300_799

  private static func append(_ number: Int, _ width: Int, to text: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      text.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

/// Days of the Gregorian calendar, also before there was one, counted from 1970-01-01.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
package enum Calendar {
  /// - Returns: nil for a day that the month does not have.
  package static func days(to year: Int, _ month: Int, _ day: Int) -> Int? {
    guard (1...12).contains(month), day >= 1, day <= length(of: month, in: year) else { return nil }
    // Years begin in March here, so that a leap day is the last one.
    let year = year - (month <= 2 ? 1 : 0)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package static func civil(from days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
  }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
