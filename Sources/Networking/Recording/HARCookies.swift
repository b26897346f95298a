import TremaHTTP
import TremaJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The cookies of one exchange, as an archive lists them beside the fields that hold them.
struct HARCookies {
  let request: JSONValue
  let response: JSONValue

  /// - Parameter exchange: without its secrets already.
  init(_ exchange: RecordedExchange) {
    let sent = exchange.request.fields[values: .cookie].flatMap(CookieText.pairs)
    request = JSONValue(
      .array(sent.map { ["name": JSONValue($0.name), "value": JSONValue($0.value)] }))
    let set = (exchange.response?.fields[values: .setCookie] ?? []).compactMap(SetCookie.init)
    response = JSONValue(.array(set.map { Self.json($0, exchange.start) }))
  }

  private static func json(_ cookie: SetCookie, _ start: Date) -> JSONValue {
    func text(_ bytes: [UInt8]) -> JSONValue { JSONValue(String(decoding: bytes, as: UTF8.self)) }
    var members: [(String, JSONValue)] = [
      ("name", text(cookie.name)), ("value", text(cookie.value)),
    ]
    if let path = cookie.path { members.append(("path", text(path))) }
    if let domain = cookie.domain, !domain.isEmpty { members.append(("domain", text(domain))) }
    // Max-Age goes before Expires.
    let end =
      cookie.maxAge.map { start.addingTimeInterval(Double($0)) }
      ?? cookie.expires.map { Date(timeIntervalSince1970: Double($0)) }
    if let end { members.append(("expires", JSONValue(ArchiveDate.text(end)))) }
    members.append(("httpOnly", JSONValue(cookie.isHTTPOnly)))
    members.append(("secure", JSONValue(cookie.isSecure)))
    return JSONValue(.object(JSONObject(members.map { JSONObject.Member($0.0, $0.1) })))
  }
}
