import TremaConfigValues
import TremaSupport

/// The formats of strings that are checked.
///
/// Source: JSON Schema 2020-12, Validation, 7.3.
enum SchemaFormat: String, CaseIterable, Sendable {
  case dateTime = "date-time"
  case date, time, duration
  case email
  case internationalEmail = "idn-email"
  case hostname
  case internationalHostname = "idn-hostname"
  case ipv4, ipv6
  case uri
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uriTemplate = "uri-template"
  case uuid
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case regex

  func accepts(_ text: String) -> Bool {
    let bytes = Array(text.utf8)[...]
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

  /// For a message: `a date`.
  var title: String {
    switch self {
    case .dateTime: "a date with a time"
    case .date: "a date"
    case .time: "a time with its zone"
    case .duration: "a duration"
    case .email, .internationalEmail: "an e-mail address"
    case .hostname, .internationalHostname: "the name of a host"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uri, .iri: "a URL"
    case .uriReference, .iriReference: "a reference to a URL"
    case .uriTemplate: "a template of a URL"
    case .uuid: "a UUID"
    case .jsonPointer: "a JSON pointer"
    case .relativeJSONPointer: "a relative JSON pointer"
    case .regex: "a regular expression"
    }
  }

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
  /// Takes a byte from the front, when it is there.
  mutating func take(_ byte: UInt8) -> Bool {
    guard first == byte else { return false }
    removeFirst()
    return true
  }

  /// Takes the digits from the front.
  mutating func takeDigits() -> ArraySlice<UInt8> {
    let digits = prefix(while: ASCII.isDigit)
    removeFirst(digits.count)
    return digits
  }

  /// Takes a number of so many digits from the front.
  mutating func takeNumber(_ count: Int) -> Int? {
    let digits = prefix(count)
    guard digits.count == count, digits.allSatisfy(ASCII.isDigit) else {
      return nil
    }
    removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }
}
