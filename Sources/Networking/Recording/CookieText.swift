import TremaHTTP
import TremaJSON
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The parts of `Cookie` and `Set-Cookie` fields as received.
enum CookieText {
  /// Returns a field with the values of cookies masked, or `nil` for any other field. Names,
  /// lifetimes and scopes are not secret: `id=<redacted>; Path=/`.
  static func redacted(_ value: String, of field: HTTPFields.Name, mask: String) -> String? {
    let parts = value.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { trimmed($0[...]) }
    switch field {
    case .cookie: return parts.map { masked($0, mask) }.joined(separator: "; ")
    case .setCookie:
      let attributes = parts.dropFirst().map { isNonSecretAttribute($0) ? $0 : mask }
      return ([masked(parts.first ?? "", mask)] + attributes).joined(separator: "; ")
    default: return nil
    }
  }

  /// Returns the name-value pairs in a `Cookie` field as they are stored in archives.
  static func pairs(_ value: String) -> [(name: String, value: String)] {
    value.utf8.split(separator: UInt8(ascii: ";")).map { trimmed($0[...]) }
      .filter { !$0.isEmpty }.map { pair in
        guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return ("", pair) }
        return (
          trimmed(pair[..<equals].utf8), trimmed(pair[pair.utf8.index(after: equals)...].utf8)
        )
      }
  }

  /// Masks the value of a pair. Without an equals sign, the whole pair is the value.
  private static func masked(_ pair: String, _ mask: String) -> String {
    guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return pair.isEmpty ? "" : mask
    }
    return pair[...equals] + mask
  }

  /// Returns whether an attribute is known not to be secret. If a value contains a `;`, the rest of
  /// the value looks like an attribute, and is masked as an unknown one.
  private static func isNonSecretAttribute(_ attribute: String) -> Bool {
    let name = attribute.utf8.prefix { $0 != UInt8(ascii: "=") }.map(ASCII.lowercased)
    return nonSecretAttributes.contains(String(decoding: name, as: UTF8.self))
  }

  /// The attributes whose values are not secret.
  private static let nonSecretAttributes: Set<String> = [
    "", "expires", "max-age", "domain", "path", "secure", "httponly", "samesite", "partitioned",
    "priority",
  ]

  /// Returns a string without whitespace at either end.
  private static func trimmed(_ text: Substring.UTF8View) -> String {
    let start = text.drop(while: ASCII.isSpace)
    guard let last = start.lastIndex(where: { !ASCII.isSpace($0) }) else { return "" }
    return String(Substring(start[...last]))
  }
}

/// An exchange's cookies, which archives list in addition to the fields.
struct HARCookies {
  let request: JSONValue
  let response: JSONValue

  /// Creates the cookies of an exchange.
  ///
  /// - Parameter exchange: The exchange, whose secrets have already been redacted.
  init(_ exchange: RecordedExchange) {
    let sent = exchange.request.fields[values: .cookie].flatMap(CookieText.pairs)
    request = JSONValue(
      .array(sent.map { ["name": JSONValue($0.name), "value": JSONValue($0.value)] }))
    let set = (exchange.response?.fields[values: .setCookie] ?? []).compactMap(SetCookie.init)
    response = JSONValue(.array(set.map { Self.json($0, exchange.start) }))
  }

  /// Returns a response's cookie in archive format.
  private static func json(_ cookie: SetCookie, _ start: Date) -> JSONValue {
    func text(_ bytes: [UInt8]) -> JSONValue { JSONValue(String(decoding: bytes, as: UTF8.self)) }
    var members: [(String, JSONValue)] = [
      ("name", text(cookie.name)), ("value", text(cookie.value)),
    ]
    if let path = cookie.path { members.append(("path", text(path))) }
    if let domain = cookie.domain, !domain.isEmpty { members.append(("domain", text(domain))) }
    // `Max-Age` takes precedence over `Expires`.
    let end =
      cookie.maxAge.map { start.addingTimeInterval(Double($0)) }
      ?? cookie.expires.map { Date(timeIntervalSince1970: Double($0)) }
    if let end { members.append(("expires", JSONValue(ArchiveDate.text(end)))) }
    members.append(("httpOnly", JSONValue(cookie.isHTTPOnly)))
    members.append(("secure", JSONValue(cookie.isSecure)))
    return JSONValue(.object(JSONObject(members.map { JSONObject.Member($0.0, $0.1) })))
  }
}
