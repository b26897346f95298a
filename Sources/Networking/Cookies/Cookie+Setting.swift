import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Cookie {
  /// What a server may set, seen by itself.
  ///
  /// Source: draft-ietf-httpbis-rfc6265bis, section 5.7, and 4.1.3 for the prefixes of names.
  ///
  /// - Returns: nil for what is to be ignored.
  init?(_ wanted: SetCookie, from place: CookiePlace, at date: Date) {
    guard !wanted.isSecure || place.isSecure else { return nil }
    guard wanted.sameSite != .none || wanted.isSecure else { return nil }
    var wantedDomain = wanted.domain ?? []
    guard wantedDomain.allSatisfy({ $0 < 0x80 }) else { return nil }
    if wantedDomain == Array(place.host.utf8), Self.isForHostAlone(place.host) { wantedDomain = [] }
    if wantedDomain.isEmpty {
      (domain, isHostOnly) = (place.host, true)
    } else {
      domain = String(decoding: wantedDomain, as: UTF8.self)
      guard !Self.isForHostAlone(domain), CookieRules.host(place.host, matches: domain) else {
        return nil
      }
      isHostOnly = false
    }
    // What is no UTF-8 has been replaced when the field was read, so that this loses nothing.
    name = String(decoding: wanted.name, as: UTF8.self)
    value = String(decoding: wanted.value, as: UTF8.self)
    path =
      wanted.path.map { String(decoding: $0, as: UTF8.self) }
      ?? CookieRules.defaultPath(of: place.path)
    (isSecure, isHTTPOnly, sameSite) = (wanted.isSecure, wanted.isHTTPOnly, wanted.sameSite)
    (created, lastUsed) = (date, date)

    let latest = date.addingTimeInterval(Double(CookieJar.longestLifeInSeconds))
    if let maxAge = wanted.maxAge {
      expires = maxAge > 0 ? min(latest, date.addingTimeInterval(Double(maxAge))) : .distantPast
    } else {
      expires = wanted.expires.map { min(latest, Date(timeIntervalSince1970: Double($0))) }
    }
    guard Self.keepsPromise(of: wanted, isHostOnly: isHostOnly) else { return nil }
  }

  /// No cookie is for a public suffix and all below it, nor for all below an address.
  private static func isForHostAlone(_ domain: String) -> Bool {
    PublicSuffixes.contains(domain) || CookieRules.isAddress(Array(domain.utf8))
  }

  /// Whether it is what the prefix of its name says. One without a name must not look like one with
  /// such a prefix when it is sent.
  private static func keepsPromise(of wanted: SetCookie, isHostOnly: Bool) -> Bool {
    func begins(_ bytes: [UInt8], _ prefix: String) -> Bool {
      bytes.prefix(prefix.utf8.count).elementsEqual(prefix.utf8) { ASCII.lowercased($0) == $1 }
    }
    if wanted.name.isEmpty {
      return !begins(wanted.value, "__secure-") && !begins(wanted.value, "__host-")
    }
    if begins(wanted.name, "__secure-") { return wanted.isSecure }
    if begins(wanted.name, "__host-") {
      return wanted.isSecure && isHostOnly && wanted.path == [UInt8(ascii: "/")]
    }
    return true
  }
}
