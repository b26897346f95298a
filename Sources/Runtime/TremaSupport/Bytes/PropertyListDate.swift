/// A point in time in the years 1 to 9999, which every property list format can store.
public struct PropertyListDate: Hashable, Sendable, CustomStringConvertible {
  /// The seconds since 2001-01-01T00:00:00Z, as in Foundation. Only binary property lists have
  /// fractions.
  public let seconds: Double

  /// Creates a date.
  ///
  /// - Parameter seconds: The seconds since 2001-01-01T00:00:00Z. The initializer returns `nil`
  ///   outside the years 1 to 9999.
  public init?(seconds: Double) {
    guard Self.range.contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// The range from 0001-01-01T00:00:00Z up to, but not including, 10000-01-01T00:00:00Z.
  private static let range = -63_113_904_000.0..<252_423_993_600.0

  /// The date as `2026-11-21T06:30:00Z`, rounded down to a whole second.
  public var description: String {
    let whole = Int(seconds.rounded(.down))
    let second = (whole % 86_400 + 86_400) % 86_400
    let (year, month, day) = Self.civil(from: (whole - second) / 86_400)
    func digits(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
      + "T\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))Z"
  }

  /// Reads `YYYY-MM-DDThh:mm:ssZ`, the only form in XML property lists. Nonexistent days are
  /// rejected, whereas Foundation reads 30 February as 2 March.
  package init?(parsing text: some Collection<UInt8>) {
    let pattern = "0000-00-00T00:00:00Z".utf8
    guard text.count == pattern.count else { return nil }
    var numbers = [0]
    for (byte, expected) in zip(text, pattern) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9") where expected == UInt8(ascii: "0"):
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte & 0x0F)
      case expected where expected != UInt8(ascii: "0"): numbers.append(0)
      default: return nil
      }
    }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    guard (1...12).contains(month), numbers[3] < 24, numbers[4] < 60, numbers[5] < 60 else {
      return nil
    }
    let date = Self.days(to: year, month, day)
    // A nonexistent day is converted to the number of a different day.
    guard Self.civil(from: date) == (year, month, day) else { return nil }
    let time = (numbers[3] * 60 + numbers[4]) * 60 + numbers[5]
    self.init(seconds: Double(date * 86_400 + time))
  }

  /// Returns the days from 2001-01-01 to a day of the proleptic Gregorian calendar.
  ///
  /// See `days_from_civil` in Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func days(to year: Int, _ month: Int, _ day: Int) -> Int {
    // Years start in March here, which makes a leap day the last day. Counting starts 400 years
    // earlier so that no number is negative.
    let year = year + 400 - (month <= 2 ? 1 : 0)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - epoch
  }

  /// Returns the date that is a number of days after 2001-01-01.
  ///
  /// See `civil_from_days` in the article cited at `days(to:_:_:)`.
  private static func civil(from days: Int) -> (Int, Int, Int) {
    let days = days + epoch
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = era * 400 + yearOfEra - 400 + (month >= 10 ? 1 : 0)
    return (year, month < 10 ? month + 3 : month - 9, day)
  }

  /// The days from 1 March of the year -400 to 2001-01-01.
  private static let epoch = 876_888
}
