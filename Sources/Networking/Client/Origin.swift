import TremaHTTP
import TremaScalars

/// A server: scheme, host in lower case, and port.
///
/// Source: RFC 6454, section 4.
struct Origin: Hashable, Sendable {
  private let bytes: [UInt8]

  /// - Returns: nil where the scheme or the host is missing.
  init?(_ url: URLReference) {
    guard let scheme = url.scheme, let host = url.host else { return nil }
    let port = (url.port ?? url.defaultPort).map(String.init) ?? ""
    bytes = Array("\(scheme)://\(host):\(port)".utf8).map(ASCII.lowercased)
  }

  /// What cannot be read is one server, which nothing is ever sent to.
  init(of target: String) {
    self = (try? URLReference(target)).flatMap(Origin.init) ?? Origin()
  }

  private init() { bytes = [] }
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
    guard let a = Origin(self), let b = Origin(other) else { return false }
    return a == b
  }
}
