import TremaDates
import TremaSupport

/// A parsed `Set-Cookie` field.
///
/// See draft-ietf-httpbis-rfc6265bis, section 5.6.
struct SetCookie: Equatable {
  var name: [UInt8]
  var value: [UInt8]
  /// The last valid `Expires` date, in seconds since 1970, or `nil` if there is none.
  var expires: Int64?
  /// The last valid `Max-Age` number, in seconds, or `nil` if there is none.
  var maxAge: Int64?
  /// The last `Domain` in lowercase and without a leading dot, or `nil` if it is missing or empty.
  var domain: [UInt8]?
  /// The last `Path`, or `nil` if it is missing or does not start with a slash.
  var path: [UInt8]?
  var isSecure = false
  var isHTTPOnly = false
  var sameSite = Cookie.SameSite.unspecified

  /// The maximum combined size of the name and the value, in bytes.
  static let pairLimit = 4096
  /// The maximum size of an attribute's value, in bytes. A longer attribute is ignored.
  static let attributeLimit = 1024

  /// Parses a field value, or returns `nil` if the field must be ignored.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return nil }
    let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let pair = parts[0]
    if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
      name = Self.trimmed(pair[..<equals])
      value = Self.trimmed(pair[(equals + 1)...])
    } else {
      (name, value) = ([], Self.trimmed(pair))
    }
    let length = name.count + value.count
    guard length > 0, length <= Self.pairLimit else { return nil }
    for part in parts.dropFirst() { read(part) }
  }

  /// Parses an attribute. Unknown and invalid attributes are ignored.
  private mutating func read(_ attribute: ArraySlice<UInt8>) {
    let equals = attribute.firstIndex(of: UInt8(ascii: "=")) ?? attribute.endIndex
    let name = Self.trimmed(attribute[..<equals]).map(ASCII.lowercased)
    let value = Self.trimmed(attribute[equals...].dropFirst())
    guard value.count <= Self.attributeLimit else { return }
    switch String(decoding: name, as: UTF8.self) {
    case "expires": expires = CookieDate.seconds(value) ?? expires
    case "max-age": maxAge = Self.seconds(value) ?? maxAge
    case "domain":
      let host = value.first == UInt8(ascii: ".") ? value.dropFirst() : value[...]
      domain = host.map(ASCII.lowercased)
    case "path": path = value.first == UInt8(ascii: "/") ? value : nil
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    case "samesite":
      sameSite =
        Cookie.SameSite.allCases.first {
          $0 != .unspecified && $0.rawValue.utf8.elementsEqual(value.map(ASCII.lowercased))
        } ?? .unspecified
    default: break
    }
  }

  /// Returns a number of seconds with an optional minus sign. A number that is too large is
  /// clamped.
  private static func seconds(_ text: [UInt8]) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text[...]
    guard digits.allSatisfy(ASCII.isDigit), !text.isEmpty else { return nil }
    if isNegative { return -1 }
    return digits.reduce(Int64(0)) { sum, digit in
      let (product, isTooLarge) = sum.multipliedReportingOverflow(by: 10)
      return isTooLarge || product > .max - 9 ? .max - 9 : product + Int64(digit & 0x0F)
    }
  }

  /// Returns bytes without spaces and tabs at either end.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var bytes = bytes
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return Array(bytes)
  }
}

/// The dates in `Expires` attributes, which have more forms than the dates of other fields.
///
/// See draft-ietf-httpbis-rfc6265bis, section 5.1.1.
enum CookieDate {
  /// Returns a date in seconds since 1970-01-01T00:00:00Z, or `nil` if it is invalid.
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

  /// Returns whether a byte separates the tokens of a date.
  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// Parses a time like `8:49:37`, which may be followed by anything but a digit. The result has no
  /// seconds for an impossible time, and is `nil` if the token is not a time.
  private static func time(_ token: [UInt8]) -> (seconds: Int?, Void)? {
    let parts = token.split(
      separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = shortNumber(parts[0]), let minute = shortNumber(parts[1]),
      let second = number(Array(parts[2]), digits: 1...2)
    else { return nil }
    let isValid = hour < 24 && minute < 60 && second < 60
    return (isValid ? (hour * 60 + minute) * 60 + second : nil, ())
  }

  /// Returns a number that consists of one or two digits.
  private static func shortNumber(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy(ASCII.isDigit) ? number(Array(digits), digits: 1...2) : nil
  }

  /// Returns the number at the start of a token, unless it has too few or too many digits.
  private static func number(_ token: [UInt8], digits: ClosedRange<Int>) -> Int? {
    let digitBytes = token.prefix(while: ASCII.isDigit)
    guard digits.contains(digitBytes.count) else { return nil }
    return digitBytes.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  /// Returns the month, from 1, whose English name starts with a token's first three letters.
  private static func month(_ token: [UInt8]) -> Int? {
    let name = token.prefix(3).map(ASCII.lowercased)
    return months.firstIndex { $0.elementsEqual(name) }.map { $0 + 1 }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { Array($0.utf8) }
}
