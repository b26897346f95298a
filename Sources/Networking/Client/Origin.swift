import TremaHTTP
import TremaScalars

/// A server: scheme, host in lower case, and port.
///
/// Source: RFC 6454, section 4.
struct Origin: Hashable, Sendable {
  private let scheme: String?
  private let host: [UInt8]
  private let port: Int?

  /// - Returns: nil where the scheme or the host is missing.
  init?(_ url: URLReference) {
    guard url.scheme != nil, let host = url.host else { return nil }
    scheme = url.scheme
    self.host = host.utf8.map(ASCII.lowercased)
    port = url.port ?? url.defaultPort
  }

  private init() { (scheme, host, port) = (nil, [], nil) }

  /// Of what cannot be read: one server, which nothing is ever sent to.
  static let unknown = Origin()
}

extension URLReference {
  /// Of its scheme.
  var defaultPort: Int? {
    switch scheme {
    case "http": 80
    case "https": 443
    default: nil
    }
  }

  /// Whether another URL leads to the same server. False where a scheme or a host is missing.
  func hasOrigin(of other: URLReference) -> Bool {
    guard let scheme, scheme == other.scheme, let a = host, let b = other.host else { return false }
    return (port ?? defaultPort) == (other.port ?? defaultPort)
      && a.utf8.elementsEqual(b.utf8, by: { ASCII.lowercased($0) == ASCII.lowercased($1) })
  }
}
