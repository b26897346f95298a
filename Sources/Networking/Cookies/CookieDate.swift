import TremaDates
import TremaSupport

/// The dates in `Expires` of cookies, which are written in more ways than those of other fields.
///
/// Source: draft-ietf-httpbis-rfc6265bis, section 5.1.1.
enum CookieDate {
  /// - Returns: seconds since 1970-01-01T00:00:00Z; nil for what is no date.
  static func seconds(_ text: some Collection<UInt8>) -> Int64? {
    var time: Int?
    var (day, month, year): (Int?, Int?, Int?)
    for token in text.split(whereSeparator: isDelimiter) {
      let token = Array(token)
      if time == nil, let value = self.time(token) {
        guard let value = value.seconds else { return nil }
        time = value
      } else if day == nil, let value = number(token, digits: 1...2) {
        day = value
      } else if month == nil, let value = self.month(token) {
        month = value
      } else if year == nil, let value = number(token, digits: 2...4) {
        year = value < 70 ? value + 2000 : value < 100 ? value + 1900 : value
      }
    }
    guard let time, let day, let month, let year, year >= 1601,
      let days = Calendar.days(to: year, month, day)
    else { return nil }
    return Int64(days) * 86_400 + Int64(time)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// `8:49:37`, and whatever follows it but a digit. A time that no day has is one, without seconds.
  private static func time(_ token: [UInt8]) -> (seconds: Int?, Void)? {
    let parts = token.split(
      separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = whole(parts[0]), let minute = whole(parts[1]),
      let second = number(Array(parts[2]), digits: 1...2)
    else { return nil }
    let isOne = hour < 24 && minute < 60 && second < 60
    return (isOne ? (hour * 60 + minute) * 60 + second : nil, ())
  }

  private static func whole(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy(ASCII.isDigit) ? number(Array(digits), digits: 1...2) : nil
  }

  /// The number that a token begins with, when no digit follows it.
  private static func number(_ token: [UInt8], digits: ClosedRange<Int>) -> Int? {
    let found = token.prefix(while: ASCII.isDigit)
    guard digits.contains(found.count) else { return nil }
    return found.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  private static func month(_ token: [UInt8]) -> Int? {
    let name = token.prefix(3).map(ASCII.lowercased)
    return months.firstIndex { $0.elementsEqual(name) }.map { $0 + 1 }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { Array($0.utf8) }
}
