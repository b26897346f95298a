import TremaDates
import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a server asked to be told again.
public struct Cookie: Sendable {
  /// To which requests it goes by the site that they are made for.
  public enum SameSite: String, Hashable, Sendable, CaseIterable {
    case strict, lax, none
    /// Nothing was said; it is as `lax`.
    case unspecified
  }

  /// May be empty; then the value stands alone.
  public let name: String
  public let value: String
  /// A host in lower case, as on the wire, without a dot before it.
  public let domain: String
  /// Whether it is for the host itself; else for those below it too.
  public let isHostOnly: Bool
  public let path: String
  public let isSecure: Bool
  /// Whether scripts of a page were not to see it. Here nothing is a script: it is only kept.
  public let isHTTPOnly: Bool
  public let sameSite: SameSite
  /// Nil until the end of the session.
  public let expires: Date?
  public internal(set) var created: Date
  public internal(set) var lastUsed: Date

  func isExpired(at date: Date) -> Bool { expires.map { $0 <= date } ?? false }

  /// As it is sent.
  var pair: String { name.isEmpty ? value : "\(name)=\(value)" }
}

extension Cookie {
  /// The value of a `Set-Cookie` field that makes this cookie, when its own host sends it. It holds the value.
  ///
  /// Source: draft-ietf-httpbis-rfc6265bis, section 4.1.1.
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
  /// `sid=<redacted> for example.com/`
  public var description: String {
    "\(HTTPSyntax.shown(name))=\(Redaction.mask) for \(domain)\(HTTPSyntax.shown(path))"
  }
}

extension Cookie {
  /// By which one replaces another one. Names and paths are told apart by their bytes.
  struct Key: Hashable {
    let name: [UInt8]
    let path: [UInt8]
    let domain: String
    let isHostOnly: Bool
  }

  /// Whether the keys are the same. Sites have many cookies, and most differ by their names.
  func replaces(_ other: Cookie) -> Bool {
    name.utf8.elementsEqual(other.name.utf8) && isHostOnly == other.isHostOnly
      && path.utf8.elementsEqual(other.path.utf8) && domain.utf8.elementsEqual(other.domain.utf8)
  }

  var key: Key {
    Key(name: Array(name.utf8), path: Array(path.utf8), domain: domain, isHostOnly: isHostOnly)
  }
}
