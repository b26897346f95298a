import TremaSupport

/// The accepted forms of mail and HTTP dates.
public struct RFC822Rules: Hashable, Sendable {
  /// The sets of forms.
  enum Kind: Hashable, Sendable {
    /// The mail forms.
    case strict, lenient
    /// The HTTP forms; `nil` means the system clock.
    case http(now: Int64?)
  }

  /// The set of forms.
  let kind: Kind

  /// The form that RFC 5322 permits programs to generate: `Thu, 09 May 2002 15:21:36 +0000`. The
  /// day of the week and the second can be missing, and a comment can follow; names are in any
  /// case.
  ///
  /// See RFC 5322, section 3.3.
  public static let strict = RFC822Rules(kind: .strict)

  /// The strict form and the obsolete forms that programs must accept: two-digit and three-digit
  /// years, named zones, and comments and whitespace between all parts. A date may also have no
  /// zone, which means UTC, or the wrong day of the week.
  ///
  /// See RFC 5322, section 4.3, and RFC 822, section 5.
  public static let lenient = RFC822Rules(kind: .lenient)

  /// The three exact forms of HTTP dates: `Sun, 06 Nov 1994 08:49:37 GMT`,
  /// `Sunday, 06-Nov-94 08:49:37 GMT` (RFC 850), `Sun Nov 6 08:49:37 1994` (asctime). A wrong day
  /// of the week is accepted.
  ///
  /// See RFC 9110, section 5.6.7.
  public static let http = RFC822Rules(kind: .http(now: nil))

  /// Returns the HTTP forms with a given time for interpreting two-digit years.
  ///
  /// - Parameter now: The time in seconds since 1970. A two-digit year denotes the year with these
  ///   last digits between 49 years before and 50 years after this time.
  public static func http(now: Int64) -> RFC822Rules { RFC822Rules(kind: .http(now: now)) }
}

extension Timestamp {
  /// Reads a mail, news or HTTP date.
  ///
  /// - Throws: ``DateParseError`` with the position of the first problem.
  @inlinable
  public init(
    rfc822 text: some StringProtocol, _ rules: RFC822Rules = .strict
  ) throws(DateParseError) {
    self = try Self.withBytes(text) { Self.rfc822($0, rules) }
  }

  /// Reads a date. The result is returned as a value because the caller's closure does not have a
  /// typed error.
  @usableFromInline
  static func rfc822(
    _ bytes: UnsafeBufferPointer<UInt8>, _ rules: RFC822Rules
  ) -> Result<Timestamp, DateParseError> {
    do throws(DateParseError) {
      switch rules.kind {
      case .http(let now):
        var reader = HTTPDateReader(bytes)
        return .success(try reader.date(now: now))
      case .strict, .lenient:
        var reader = MailDateReader(bytes, isLenient: rules.kind == .lenient)
        return .success(try reader.date())
      }
    } catch { return .failure(error) }
  }
}

/// A reader for the three forms of HTTP dates.
///
/// See RFC 9110, section 5.6.7.
struct HTTPDateReader {
  /// The cursor over the string.
  private var reader: ByteReader

  init(_ bytes: UnsafeBufferPointer<UInt8>) { reader = ByteReader(bytes) }

  /// Reads the date up to the end of the string.
  ///
  /// - Parameter now: The time used to interpret a two-digit year, or `nil` for the system clock.
  mutating func date(now: Int64?) throws(DateParseError) -> Timestamp {
    guard let letters = reader.name(exactly: true), let weekday = DateName.day(letters) else {
      throw reader.failure(.weekday, at: 0)
    }
    var parts = DateParts()
    if reader.take(UInt8(ascii: " ")) {
      try asctime(&parts)
    } else if reader.isLetterNext {
      guard reader.take(DateName.remainder(ofDay: weekday)) else {
        throw reader.failure(.weekday, at: 0)
      }
      try obsolete(&parts, now)
    } else {
      try preferred(&parts)
    }
    try reader.expectEnd()
    if weekday != Calendar.weekday(of: parts.days) { parts.notes.insert(.weekdayMismatch) }
    return try parts.timestamp()
  }

  /// Reads the rest of the preferred form: `, 06 Nov 1994 08:49:37 GMT`.
  private mutating func preferred(_ parts: inout DateParts) throws(DateParseError) {
    try reader.expect(UInt8(ascii: ","))
    try reader.expect(UInt8(ascii: " "))
    let dayOffset = reader.position
    let day = try reader.twoDigits()
    try reader.expect(UInt8(ascii: " "))
    let month = try reader.month(exactly: true)
    try reader.expect(UInt8(ascii: " "))
    parts.days = try DateParts.days(reader.fourDigits(), month, day, at: dayOffset)
    try zonedTime(&parts)
  }

  /// Reads the rest of the RFC 850 form: `, 06-Nov-94 08:49:37 GMT`.
  private mutating func obsolete(_ parts: inout DateParts, _ now: Int64?) throws(DateParseError) {
    try reader.expect(UInt8(ascii: ","))
    try reader.expect(UInt8(ascii: " "))
    let dayOffset = reader.position
    let day = try reader.twoDigits()
    try reader.expect(UInt8(ascii: "-"))
    let month = try reader.month(exactly: true)
    try reader.expect(UInt8(ascii: "-"))
    let year = Self.year(try reader.twoDigits(), now: now ?? Int64(time(nil)))
    parts.days = try DateParts.days(year, month, day, at: dayOffset)
    try zonedTime(&parts)
  }

  /// Reads the rest of the asctime form: `Nov 6 08:49:37 1994`.
  private mutating func asctime(_ parts: inout DateParts) throws(DateParseError) {
    let month = try reader.month(exactly: true)
    try reader.expect(UInt8(ascii: " "))
    var dayOffset = reader.position
    let isOneDigit = reader.take(UInt8(ascii: " "))
    if isOneDigit { dayOffset += 1 }
    let day = isOneDigit ? try reader.digit() : try reader.twoDigits()
    try reader.expect(UInt8(ascii: " "))
    try parts.time(&reader)
    try reader.expect(UInt8(ascii: " "))
    parts.days = try DateParts.days(reader.fourDigits(), month, day, at: dayOffset)
  }

  /// Reads a time and `GMT`.
  private mutating func zonedTime(_ parts: inout DateParts) throws(DateParseError) {
    try reader.expect(UInt8(ascii: " "))
    try parts.time(&reader)
    try reader.expect(UInt8(ascii: " "))
    guard reader.take("GMT") else { throw reader.failure(.gmt) }
  }

  /// Returns the year for two digits, at most 50 years after the current year and less than 50
  /// years before it.
  private static func year(_ digits: Int, now: Int64) -> Int {
    let today = ClockTime(Timestamp(seconds: now), at: .utc).year
    let year = today - today % 100 + digits
    return year > today + 50 ? year - 100 : year <= today - 50 ? year + 100 : year
  }
}
