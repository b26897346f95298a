import TremaHTTP
import TremaHashes
import TremaScalars

/// What a response is kept under: the method `GET`, the URL without its fragment, and on whose behalf
/// it was asked for.
public struct CacheKey: Hashable, Sendable, CustomStringConvertible {
  /// 64 hexadecimal digits, from which nothing leads back to a URL or a user. They can be the name of
  /// a file.
  public let digest: String

  /// - Parameter target: an absolute URL. Its scheme and host count in any case, a default port
  ///   counts as none, and an empty path is `/` (RFC 9110, section 4.2.3).
  /// - Returns: nil for what is no such URL.
  init?(_ target: String, of identity: RequestIdentity) {
    guard let url = try? URLReference(target) else { return nil }
    self.init(url, of: identity)
  }

  init?(_ url: URLReference, of identity: RequestIdentity) {
    guard url.scheme != nil, let host = url.host else { return nil }
    var url = url
    url.fragment = nil
    url.host = String(decoding: host.utf8.map(ASCII.lowercased), as: UTF8.self)
    if url.port == url.defaultPort { url.port = nil }
    if url.path.isEmpty { url.path = "/" }
    // NUL stands in none of them, so that no two keys are the same bytes.
    digest = HashFunction.sha256.hexDigest(of: Array("GET\0\(url)\0\(identity.digest)".utf8))
  }

  /// Of something that is kept for another key. The parts are hexadecimal digits and names of fields.
  init(digestOf parts: [String]) {
    digest = HashFunction.sha256.hexDigest(of: Array(parts.joined(separator: "\0").utf8))
  }

  public var description: String { digest }
}
