import TremaHTTP
import TremaScalars

/// A server: scheme, host in lower case, and port.
///
/// Source: RFC 6454, section 4.
struct Origin: Hashable, Sendable {
  private let bytes: [UInt8]

  /// What cannot be read is one server, which nothing is ever sent to.
  init(of target: String) {
    guard let url = try? URLReference(target), let scheme = url.scheme, let host = url.host else {
      bytes = []
      return
    }
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    bytes = Array("\(scheme)://\(host):\(port)".utf8).map(ASCII.lowercased)
  }
}
