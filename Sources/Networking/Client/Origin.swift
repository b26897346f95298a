import TremaHTTP
import TremaScalars

extension URLReference {
  /// Whether another URL leads to the same server: scheme, host and port. False where a host is
  /// missing.
  ///
  /// Source: RFC 6454, section 5.
  func hasOrigin(of other: URLReference) -> Bool {
    guard let a = host, let b = other.host else { return false }
    return scheme == other.scheme && originPort == other.originPort
      && a.utf8.elementsEqual(b.utf8, by: { ASCII.lowercased($0) == ASCII.lowercased($1) })
  }

  private var originPort: Int? {
    port ?? (scheme == "https" ? 443 : scheme == "http" ? 80 : nil)
  }
}
