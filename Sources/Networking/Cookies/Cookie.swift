import TremaDates
import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A cookie that a server has set.
public struct Cookie: Sendable {
  /// The sites whose requests send the cookie.
  public enum SameSite: String, Hashable, Sendable, CaseIterable {
    case strict, lax, none
    /// The server did not specify a value. Treated as `lax`.
    case unspecified
  }

  /// The name, which may be empty.
  public let name: String
  /// The value as the server sent it.
  public let value: String
  /// The host in lowercase and ASCII, without a leading dot.
  public let domain: String
  /// Whether the cookie is sent only to the host itself; otherwise also to its subdomains.
  public let isHostOnly: Bool
  /// The path that the cookie is sent to, including everything below it.
  public let path: String
  /// Whether the cookie is sent over TLS only.
  public let isSecure: Bool
  /// Whether the cookie is hidden from a page's scripts. It is stored only for completeness, as
  /// there are no scripts here.
  public let isHTTPOnly: Bool
  /// The cross-site requests that send the cookie.
  public let sameSite: SameSite
  /// The date of expiry, or `nil` for a session cookie.
  public let expires: Date?
  /// The time at which the cookie was first set.
  public internal(set) var created: Date
  /// The time at which the cookie was last sent.
  public internal(set) var lastUsed: Date

  /// Returns whether the cookie has expired.
  func isExpired(at date: Date) -> Bool { expires.map { $0 <= date } ?? false }

  /// The pair of name and value in a `Cookie` field.
  var pair: String { name.isEmpty ? value : "\(name)=\(value)" }
}

extension Cookie {
  /// The value of a `Set-Cookie` field that creates this cookie when sent by its host. It contains
  /// the cookie's value.
  ///
  /// See draft-ietf-httpbis-rfc6265bis, section 4.1.1.
  public var setCookieField: String {
    var parts = [pair]
    if !isHostOnly { parts.append("Domain=\(domain)") }
    parts.append("Path=\(path)")
    if let expires {
      parts.append("Expires=\(HTTPDate.text(Int64(expires.timeIntervalSince1970)))")
    }
    if isSecure { parts.append("Secure") }
    if isHTTPOnly { parts.append("HttpOnly") }
    if sameSite != .unspecified { parts.append("SameSite=\(sameSite.rawValue.capitalized)") }
    return parts.joined(separator: "; ")
  }
}

extension Cookie: Redacted {
  /// A description for logs that omits the value: `sid=<redacted> for example.com/`.
  public var description: String {
    "\(HTTPSyntax.escaped(name))=\(Redaction.mask) for \(domain)\(HTTPSyntax.escaped(path))"
  }
}

extension Cookie {
  /// The key of a cookie, which is replaced by a cookie with the same key. Names and paths are
  /// compared bytewise.
  struct Key: Hashable {
    let name: [UInt8]
    let path: [UInt8]
    let domain: String
    let isHostOnly: Bool
  }

  /// Returns whether the keys of the two cookies are equal. Names are compared first, as they are
  /// most likely to differ.
  func replaces(_ other: Cookie) -> Bool {
    name.utf8.elementsEqual(other.name.utf8) && isHostOnly == other.isHostOnly
      && path.utf8.elementsEqual(other.path.utf8) && domain.utf8.elementsEqual(other.domain.utf8)
  }

  var key: Key {
    Key(name: Array(name.utf8), path: Array(path.utf8), domain: domain, isHostOnly: isHostOnly)
  }
}

extension Cookie {
  /// Creates the cookie set by a server, or returns `nil` if the server may not set it.
  ///
  /// See draft-ietf-httpbis-rfc6265bis, section 5.7, and section 4.1.3 for name prefixes.
  ///
  /// - Parameters:
  ///   - setCookie: The parsed field.
  ///   - url: The response URL.
  ///   - date: The current date.
  init?(_ setCookie: SetCookie, from url: CookieURL, at date: Date) {
    guard !setCookie.isSecure || url.isSecure else { return nil }
    guard setCookie.sameSite != .none || setCookie.isSecure else { return nil }
    var wantedDomain = setCookie.domain ?? []
    guard wantedDomain.allSatisfy({ $0 < 0x80 }) else { return nil }
    if wantedDomain == Array(url.host.utf8), Self.mustBeHostOnly(url.host) { wantedDomain = [] }
    if wantedDomain.isEmpty {
      (domain, isHostOnly) = (url.host, true)
    } else {
      domain = String(decoding: wantedDomain, as: UTF8.self)
      guard !Self.mustBeHostOnly(domain), CookieRules.host(url.host, matches: domain) else {
        return nil
      }
      isHostOnly = false
    }
    // Invalid UTF-8 was replaced when the field was parsed, so this conversion is lossless.
    name = String(decoding: setCookie.name, as: UTF8.self)
    value = String(decoding: setCookie.value, as: UTF8.self)
    path =
      setCookie.path.map { String(decoding: $0, as: UTF8.self) }
      ?? CookieRules.defaultPath(of: url.path)
    (isSecure, isHTTPOnly, sameSite) = (
      setCookie.isSecure, setCookie.isHTTPOnly, setCookie.sameSite
    )
    (created, lastUsed) = (date, date)

    let latest = date.addingTimeInterval(Double(CookieJar.maxLifetimeInSeconds))
    if let maxAge = setCookie.maxAge {
      expires = maxAge > 0 ? min(latest, date.addingTimeInterval(Double(maxAge))) : .distantPast
    } else {
      expires = setCookie.expires.map { min(latest, Date(timeIntervalSince1970: Double($0))) }
    }
    guard Self.satisfiesPrefix(of: setCookie, isHostOnly: isHostOnly) else { return nil }
  }

  /// Returns whether a cookie for this domain must be restricted to the host itself because the
  /// domain is a public suffix or an IP address.
  private static func mustBeHostOnly(_ domain: String) -> Bool {
    PublicSuffixes.contains(domain) || CookieRules.isAddress(Array(domain.utf8))
  }

  /// Returns whether the cookie satisfies the requirements of its name's prefix. When a cookie
  /// without a name is sent, it must not look like one with such a prefix.
  private static func satisfiesPrefix(of setCookie: SetCookie, isHostOnly: Bool) -> Bool {
    func begins(_ bytes: [UInt8], _ prefix: String) -> Bool {
      bytes.prefix(prefix.utf8.count).elementsEqual(prefix.utf8) { ASCII.lowercased($0) == $1 }
    }
    if setCookie.name.isEmpty {
      return !begins(setCookie.value, "__secure-") && !begins(setCookie.value, "__host-")
    }
    if begins(setCookie.name, "__secure-") { return setCookie.isSecure }
    if begins(setCookie.name, "__host-") {
      return setCookie.isSecure && isHostOnly && setCookie.path == [UInt8(ascii: "/")]
    }
    return true
  }
}
