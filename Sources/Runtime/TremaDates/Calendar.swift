/// Conversions between days and dates of the proleptic Gregorian calendar. Days are counted from
/// 1970-01-01.
///
/// See Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
package enum Calendar {
  /// Returns the number of a day, or `nil` if the day does not exist in the month.
  package static func days(to year: Int, _ month: Int, _ day: Int) -> Int? {
    guard (1...12).contains(month), day >= 1, day <= length(of: month, in: year) else { return nil }
    // Years start in March here, which makes a leap day the last day of a year.
    let year = year - (month <= 2 ? 1 : 0)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the date of a day.
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

  /// Returns the day of the week, from 0 for Sunday to 6 for Saturday.
  static func weekday(of days: Int) -> Int {
    (days % 7 + 11) % 7
  }

  /// Returns the number of days in a month.
  static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
