import TremaHTTP
import TremaSupport

/// The rules for matching hosts, paths and sites.
///
/// See draft-ietf-httpbis-rfc6265bis, sections 5.1.2 to 5.2.
enum CookieRules {
  /// Returns whether a host is a domain or one of its subdomains. Both are in lowercase.
  static func host(_ host: String, matches domain: String) -> Bool {
    let (host, domain) = (Array(host.utf8), Array(domain.utf8))
    if host == domain { return true }
    return host.count > domain.count && host.suffix(domain.count).elementsEqual(domain)
      && host[host.count - domain.count - 1] == UInt8(ascii: ".") && !isAddress(host)
  }

  /// Returns whether a request's path is a cookie's path or below it.
  static func path(_ path: String, matches cookiePath: String) -> Bool {
    let (path, cookiePath) = (path.utf8, cookiePath.utf8)
    guard path.starts(with: cookiePath) else { return false }
    return path.count == cookiePath.count || cookiePath.last == UInt8(ascii: "/")
      || path.dropFirst(cookiePath.count).first == UInt8(ascii: "/")
  }

  /// Returns the path for a cookie without a path, which is the folder of the request's path.
  static func defaultPath(of path: String) -> String {
    let bytes = Array(path.utf8)
    guard bytes.first == UInt8(ascii: "/"), let last = bytes.lastIndex(of: UInt8(ascii: "/")),
      last > 0
    else { return "/" }
    return String(decoding: bytes[..<last], as: UTF8.self)
  }

  /// Returns the registrable domain of a host, or the host itself if it has none or is an IP
  /// address.
  static func site(of host: String) -> String {
    if isAddress(Array(host.utf8)) { return host }
    return PublicSuffixes.registrableDomain(of: host) ?? host
  }

  /// Returns whether a host is an IPv4 address or an IPv6 address in brackets. A name whose last
  /// label is a number is treated as an address, as is usual in URLs.
  static func isAddress(_ host: [UInt8]) -> Bool {
    if host.first == UInt8(ascii: "[") { return true }
    guard let label = host.split(separator: UInt8(ascii: ".")).last else { return false }
    return label.allSatisfy(ASCII.isDigit)
  }
}

/// The parts of a URL that cookies depend on.
struct CookieURL {
  /// The host in lowercase.
  let host: String
  /// The path; `/` if the URL has none.
  let path: String
  /// Whether the connection is encrypted.
  let isSecure: Bool

  /// Parses a URL, or returns `nil` unless it is absolute, with a host and the `http` or `https`
  /// scheme.
  init?(_ url: String) {
    guard let url = try? URLReference(url), let host = url.host, !host.isEmpty,
      url.scheme == "http" || url.scheme == "https"
    else { return nil }
    self.host = String(decoding: host.utf8.map(ASCII.lowercased), as: UTF8.self)
    path = url.path.isEmpty ? "/" : url.path
    isSecure = url.scheme == "https"
  }
}
