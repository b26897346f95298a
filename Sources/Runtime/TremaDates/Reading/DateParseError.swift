/// The reason that a string is not a date: the position, what was expected, and what was found.
///
/// The error quotes nothing from the string except numbers and a single character.
public struct DateParseError: Error, Hashable, Sendable {
  /// The position in UTF-8 bytes, from 0.
  public let offset: Int
  /// The problem at this position.
  let problem: Problem

  /// The position in UTF-8 bytes, from 1.
  public var column: Int { offset + 1 }

  /// A problem in a string.
  enum Problem: Hashable, Sendable {
    /// A different character was expected; `nil` means the end of the string.
    case syntax(Expectation, found: Unicode.Scalar?)
    /// A number exceeds the range of its part.
    case range(Part, Int)
    /// The day does not exist in the month.
    case day(Int, year: Int, month: Int)
    /// The year is before 1900.
    case earlyYear(Int)
    /// The year has more than four digits.
    case lateYear
    /// The second is 60, but is not the last second of a UTC day.
    case leapSecond
    /// The day of the week does not match the date.
    case weekday(stated: Int, actual: Int)
  }

  /// The kind of input that was expected.
  enum Expectation: Hashable, Sendable {
    /// A class of characters or a name.
    case digit, weekday, month, separator, separatorOrSpace, zone, numericZone, mailZone, gmt,
      blank, end
    /// A specific character.
    case byte(UInt8)
  }

  /// A part of a date that has a range.
  enum Part: Hashable, Sendable {
    case month, hour, minute, second, offsetHour, offsetMinute
  }
}

extension DateParseError: CustomStringConvertible {
  /// The position and the problem: `column 9: day 30 does not exist in 2002-02`.
  public var description: String {
    switch problem {
    case .syntax: "column \(column): expected \(expected), found \(found)"
    case .range(let part, let number):
      "column \(column): the \(part.name) must be from \(part.bounds), not \(number.digits(2))"
    case .day(let day, let year, let month):
      "column \(column): day \(day.digits(2)) does not exist in "
        + "\(year.digits(4))-\(month.digits(2))"
    case .earlyYear(let year): "column \(column): year \(year.digits(4)) is before 1900"
    case .lateYear: "column \(column): the year has more than four digits"
    case .leapSecond: "column \(column): second 60 is not the last second of a day in UTC"
    case .weekday(let stated, let actual):
      "column \(column): the date is a \(DateName.days[actual]), not a \(DateName.days[stated])"
    }
  }

  /// The expected input, such as `a digit` or `a day from 01 to 28`.
  public var expected: String {
    switch problem {
    case .syntax(let expectation, _): expectation.text
    case .range(let part, _): "\(part.article) \(part.name) from \(part.bounds)"
    case .day(_, let year, let month):
      "a day from 01 to \(Calendar.length(of: month, in: year))"
    case .earlyYear: "a year from 1900 on"
    case .lateYear: "a year of four digits"
    case .leapSecond: "a second from 00 to 59"
    case .weekday(_, let actual): DateName.days[actual]
    }
  }

  /// The input that was found, such as `'x'`, `30` or `the end`.
  public var found: String {
    switch problem {
    case .syntax(_, nil): "the end"
    case .syntax(_, let scalar?):
      scalar.value > 0x20 && scalar.value < 0x7F
        ? "'\(scalar)'"
        : scalar == " " ? "a space" : "U+\(String(scalar.value, radix: 16).uppercased().padded(4))"
    case .range(_, let number), .day(let number, _, _): number.digits(2)
    case .earlyYear(let year): year.digits(4)
    case .lateYear: "more digits"
    case .leapSecond: "60"
    case .weekday(let stated, _): DateName.days[stated]
    }
  }
}

extension DateParseError.Expectation {
  /// The expectation in words.
  fileprivate var text: String {
    switch self {
    case .digit: "a digit"
    case .weekday: "the name of a day"
    case .month: "the name of a month"
    case .separator: "'T'"
    case .separatorOrSpace: "'T' or a space"
    case .zone: "'Z' or an offset such as +01:00"
    case .numericZone: "an offset such as +0100"
    case .mailZone: "a zone such as GMT or +0100"
    case .blank, .byte(UInt8(ascii: " ")): "a space"
    case .gmt: "'GMT'"
    case .end: "the end"
    case .byte(let byte): "'\(Unicode.Scalar(byte))'"
    }
  }
}

extension DateParseError.Part {
  /// The part's name.
  fileprivate var name: String {
    switch self {
    case .month: "month"
    case .hour: "hour"
    case .minute: "minute"
    case .second: "second"
    case .offsetHour: "offset hour"
    case .offsetMinute: "offset minute"
    }
  }

  /// The article before the name.
  fileprivate var article: String {
    [.hour, .offsetHour, .offsetMinute].contains(self) ? "an" : "a"
  }

  /// The range of the part in words.
  fileprivate var bounds: String {
    switch self {
    case .month: "01 to 12"
    case .hour, .offsetHour: "00 to 23"
    case .minute, .offsetMinute: "00 to 59"
    case .second: "00 to 60"
    }
  }
}

extension Int {
  /// Returns the number with leading zeros.
  fileprivate func digits(_ width: Int) -> String { String(self).padded(width) }
}

extension String {
  /// Returns the string with leading zeros.
  fileprivate func padded(_ width: Int) -> String {
    String(repeating: "0", count: Swift.max(0, width - utf8.count)) + self
  }
}
