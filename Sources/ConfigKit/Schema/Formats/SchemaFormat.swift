import TremaConfigValues
import TremaSupport

/// The string formats that are validated. Unknown formats are ignored.
///
/// See JSON Schema 2020-12, Validation, section 7.3.
enum SchemaFormat: String, CaseIterable, Sendable {
  /// A date and time with a time zone (RFC 3339).
  case dateTime = "date-time"
  /// A date or a time (RFC 3339), or a duration (RFC 3339, appendix A).
  case date, time, duration
  /// A mailbox (RFC 5321).
  case email
  /// A mailbox that may contain non-ASCII characters (RFC 6531).
  case internationalEmail = "idn-email"
  /// A host name (RFC 1123).
  case hostname
  /// A host name that may contain non-ASCII characters (RFC 5890).
  case internationalHostname = "idn-hostname"
  /// An IP address (RFC 2673 or RFC 4291).
  case ipv4, ipv6
  /// An absolute URI, or a URI reference (RFC 3986).
  case uri
  case uriReference = "uri-reference"
  /// An absolute IRI, or an IRI reference (RFC 3987).
  case iri
  case iriReference = "iri-reference"
  /// A URI template (RFC 6570).
  case uriTemplate = "uri-template"
  /// A UUID (RFC 4122).
  case uuid
  /// A JSON pointer (RFC 6901), or a relative JSON pointer.
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  /// An ECMA-262 regular expression.
  case regex

  /// Returns whether a string has the format.
  func accepts(_ text: String) -> Bool {
    let bytes = Array(text.utf8)[...]
    // Most formats are ASCII and are parsed as bytes.
    return switch self {
    case .dateTime: DateText.isDateTime(bytes)
    case .date: DateText.isDate(bytes)
    case .time: DateText.isTime(bytes)
    case .duration: DateText.isDuration(bytes)
    case .email: HostText.isEmail(bytes, isInternational: false)
    case .internationalEmail: HostText.isEmail(bytes, isInternational: true)
    case .hostname: HostText.isHostname(text, isInternational: false)
    case .internationalHostname: HostText.isHostname(text, isInternational: true)
    case .ipv4: InternetAddress.ipv4(bytes) != nil
    case .ipv6: InternetAddress.ipv6(bytes) != nil
    case .uri: URIText.isURI(text, isInternational: false)
    case .uriReference: URIText.isReference(text, isInternational: false)
    case .iri: URIText.isURI(text, isInternational: true)
    case .iriReference: URIText.isReference(text, isInternational: true)
    case .uriTemplate: URIText.isTemplate(text)
    case .uuid: PointerText.isUUID(bytes)
    case .jsonPointer: PointerText.isPointer(bytes)
    case .relativeJSONPointer: PointerText.isRelativePointer(bytes)
    case .regex: (try? Pattern(text)) != nil
    }
  }

  /// The format with its article, for messages: `a date`.
  var title: String {
    switch self {
    case .dateTime: "a date and time"
    case .date: "a date"
    case .time: "a time with a time zone"
    case .duration: "a duration"
    case .email, .internationalEmail: "an e-mail address"
    case .hostname, .internationalHostname: "a host name"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uri, .iri: "a URL"
    case .uriReference, .iriReference: "a URL reference"
    case .uriTemplate: "a URL template"
    case .uuid: "a UUID"
    case .jsonPointer: "a JSON pointer"
    case .relativeJSONPointer: "a relative JSON pointer"
    case .regex: "a regular expression"
    }
  }

  /// A string in the format, for messages.
  var example: String {
    switch self {
    case .dateTime: "2026-11-21T06:30:00Z"
    case .date: "2026-11-21"
    case .time: "06:30:00Z"
    case .duration: "P1DT12H"
    case .email, .internationalEmail: "anna@example.com"
    case .hostname, .internationalHostname: "api.example.com"
    case .ipv4: "192.0.2.1"
    case .ipv6: "2001:db8::1"
    case .uri, .iri: "https://example.com/"
    case .uriReference, .iriReference: "/v1/users"
    case .uriTemplate: "https://example.com/users/{id}"
    case .uuid: "2eb8aa08-aa98-11ea-b4aa-73b441d16380"
    case .jsonPointer: "/api/hosts/0"
    case .relativeJSONPointer: "1/hosts"
    case .regex: "^[a-z]+$"
    }
  }
}

extension ArraySlice<UInt8> {
  /// Removes a byte from the start if it is the expected byte, and returns whether it was.
  mutating func take(_ byte: UInt8) -> Bool {
    guard first == byte else { return false }
    removeFirst()
    return true
  }

  /// Removes all digits from the start and returns them.
  mutating func takeDigits() -> ArraySlice<UInt8> {
    let digits = prefix(while: ASCII.isDigit)
    removeFirst(digits.count)
    return digits
  }

  /// Removes a number of exactly `count` digits from the start and returns it, or returns `nil` if
  /// there is none.
  mutating func takeNumber(_ count: Int) -> Int? {
    let digits = prefix(count)
    guard digits.count == count, digits.allSatisfy(ASCII.isDigit) else {
      return nil
    }
    removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }
}

/// Parsers for JSON pointers and UUIDs.
enum PointerText {
  /// Returns whether a string is a JSON pointer.
  ///
  /// See RFC 6901, section 3.
  static func isPointer(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.isEmpty || text.first == UInt8(ascii: "/") else { return false }
    return text.indices.allSatisfy { index in
      guard text[index] == UInt8(ascii: "~") else { return true }
      let next = index + 1 < text.endIndex ? text[index + 1] : 0
      return next == UInt8(ascii: "0") || next == UInt8(ascii: "1")
    }
  }

  /// Returns whether a string is a relative JSON pointer.
  ///
  /// See draft-bhutton-relative-json-pointer-00, section 3.
  static func isRelativePointer(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    let digits = rest.takeDigits()
    guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      return false
    }
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
      rest.removeFirst()
      let shift = rest.takeDigits()
      guard !shift.isEmpty, shift.first != UInt8(ascii: "0") else { return false }
    }
    return rest.elementsEqual("#".utf8) || isPointer(rest)
  }

  /// Returns whether a string is a UUID.
  ///
  /// See RFC 4122, section 3.
  static func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy(ASCII.isHexadecimal) }
  }
}

/// Parsers for dates, times and durations.
///
/// See RFC 3339, section 5.6 and appendix A.
enum DateText {
  /// Returns whether a string is a date and a time with a time zone, separated by `T`.
  static func isDateTime(_ text: ArraySlice<UInt8>) -> Bool {
    let day = text.prefix(10)
    guard isDate(day), text.count > 10, text[text.startIndex + 10] | 0x20 == UInt8(ascii: "t")
    else { return false }
    return isTime(text.dropFirst(11))
  }

  /// Returns whether a string is a full date that exists.
  static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == 10 else { return false }
    // The calendar has no year 0, which RFC 3339 allows. Like 2000, it is a leap year.
    let day = text.starts(with: "0000".utf8) ? Array("2000".utf8) + text.dropFirst(4) : Array(text)
    return PropertyListDate(parsing: day + "T00:00:00Z".utf8) != nil
  }

  /// Returns whether a string is a time with a time zone.
  static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    guard let hour = rest.takeNumber(2), rest.take(UInt8(ascii: ":")),
      let minute = rest.takeNumber(2), rest.take(UInt8(ascii: ":")),
      let second = rest.takeNumber(2), hour < 24, minute < 60, second <= 60
    else { return false }
    if rest.take(UInt8(ascii: ".")), rest.takeDigits().isEmpty { return false }
    guard let offset = offset(&rest), rest.isEmpty else { return false }
    // A leap second is the last second of a UTC day.
    let inUTC = ((hour * 60 + minute - offset) % 1440 + 1440) % 1440
    return second < 60 || inUTC == 1439
  }

  /// Removes a time zone from the start and returns its offset from UTC in minutes, or `nil` if
  /// there is none.
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let byte = rest.popFirst() else { return nil }
    if byte | 0x20 == UInt8(ascii: "z") { return 0 }
    guard byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"),
      let hours = rest.takeNumber(2), rest.take(UInt8(ascii: ":")),
      let minutes = rest.takeNumber(2), hours < 24, minutes < 60
    else { return nil }
    let offset = hours * 60 + minutes
    return byte == UInt8(ascii: "-") ? -offset : offset
  }

  /// Returns whether a string is an ISO 8601 duration. Weeks cannot be combined with other units.
  static func isDuration(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    guard rest.take(UInt8(ascii: "P")), !rest.isEmpty else { return false }
    var weeks = rest
    if !weeks.takeDigits().isEmpty, weeks.take(UInt8(ascii: "W")) { return weeks.isEmpty }
    guard takeParts("YMD", &rest) else { return false }
    guard rest.take(UInt8(ascii: "T")) else { return rest.isEmpty }
    return !rest.isEmpty && takeParts("HMS", &rest) && rest.isEmpty
  }

  /// Removes numbers with units from the start. The units must be in the given order, without gaps
  /// between the first and last one used.
  private static func takeParts(_ units: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
    var open = Array(units.utf8)[...]
    var isFirst = true
    while let byte = rest.first, ASCII.isDigit(byte) {
      _ = rest.takeDigits()
      guard let unit = rest.popFirst(), let index = open.firstIndex(of: unit),
        isFirst || index == open.startIndex
      else { return false }
      open = open[(index + 1)...]
      isFirst = false
    }
    return true
  }
}
