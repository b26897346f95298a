import TremaSupport

/// Reads the three forms of a date in HTTP.
///
/// Source: RFC 9110, section 5.6.7.
struct HTTPDateReader {
  private var reader: ByteReader

  init(_ bytes: UnsafeBufferPointer<UInt8>) { reader = ByteReader(bytes) }

  /// - Parameter now: what two digits of a year are read by; nil is the clock of the machine.
  mutating func date(now: Int64?) throws(DateParseError) -> Timestamp {
    guard let letters = reader.name(exactly: true), let weekday = DateName.day(letters) else {
      throw reader.failure(.weekday, at: 0)
    }
    var parts = DateParts()
    if reader.take(UInt8(ascii: " ")) {
      try asctime(&parts)
    } else if reader.isLetterNext {
      guard reader.take(DateName.rest(ofDay: weekday)) else {
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

  /// `, 06 Nov 1994 08:49:37 GMT`
  private mutating func preferred(_ parts: inout DateParts) throws(DateParseError) {
    try reader.expect(UInt8(ascii: ","))
    try reader.expect(UInt8(ascii: " "))
    let place = reader.position
    let day = try reader.two()
    try reader.expect(UInt8(ascii: " "))
    let month = try reader.month(exactly: true)
    try reader.expect(UInt8(ascii: " "))
    parts.days = try DateParts.days(reader.four(), month, day, at: place)
    try zonedTime(&parts)
  }

  /// `, 06-Nov-94 08:49:37 GMT`
  private mutating func obsolete(_ parts: inout DateParts, _ now: Int64?) throws(DateParseError) {
    try reader.expect(UInt8(ascii: ","))
    try reader.expect(UInt8(ascii: " "))
    let place = reader.position
    let day = try reader.two()
    try reader.expect(UInt8(ascii: "-"))
    let month = try reader.month(exactly: true)
    try reader.expect(UInt8(ascii: "-"))
    let year = Self.year(try reader.two(), now: now ?? Int64(time(nil)))
    parts.days = try DateParts.days(year, month, day, at: place)
    try zonedTime(&parts)
  }

  /// `Nov  6 08:49:37 1994`
  private mutating func asctime(_ parts: inout DateParts) throws(DateParseError) {
    let month = try reader.month(exactly: true)
    try reader.expect(UInt8(ascii: " "))
    var place = reader.position
    let isOneDigit = reader.take(UInt8(ascii: " "))
    if isOneDigit { place += 1 }
    let day = isOneDigit ? try reader.digit() : try reader.two()
    try reader.expect(UInt8(ascii: " "))
    try parts.time(&reader)
    try reader.expect(UInt8(ascii: " "))
    parts.days = try DateParts.days(reader.four(), month, day, at: place)
  }

  private mutating func zonedTime(_ parts: inout DateParts) throws(DateParseError) {
    try reader.expect(UInt8(ascii: " "))
    try parts.time(&reader)
    try reader.expect(UInt8(ascii: " "))
    guard reader.take("GMT") else { throw reader.failure(.gmt) }
  }

  private static func year(_ digits: Int, now: Int64) -> Int {
    let today = ClockTime(Timestamp(seconds: now), at: .utc).year
    let year = today - today % 100 + digits
    return year > today + 50 ? year - 100 : year <= today - 50 ? year + 100 : year
  }
}
