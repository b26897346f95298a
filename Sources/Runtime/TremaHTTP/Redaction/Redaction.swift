import TremaSecrets

/// A type that says nothing of a secret it may hold.
public typealias Redacted = TremaSecrets.Redacted

package enum Redaction {
  /// The replacement of a secret.
  package static let mask = redactionMask

  /// A URL without what may be a secret: user name, password, parameters of the path, query and
  /// fragment. One that cannot be
  /// read is not shown at all, nor is one with a scheme and no host: `user:password@host` is such.
  package static func url(_ text: String) -> String {
    guard let url = try? URLReference(text), url.scheme == nil || url.host != nil else {
      return "<invalid URL>"
    }
    return self.url(url)
  }

  static func url(_ url: URLReference) -> String {
    var url = url
    url.userInfo = nil
    if url.path.utf8.contains(UInt8(ascii: ";")) {
      url.path = url.path.split(separator: "/", omittingEmptySubsequences: false).map { part in
        part.utf8.firstIndex(of: UInt8(ascii: ";")).map { part[...$0] + "…" } ?? part
      }.joined(separator: "/")
    }
    if url.query != nil { url.query = "…" }
    if url.fragment != nil { url.fragment = "…" }
    return url.description
  }

  /// `1 byte`, `12 bytes`
  package static func bytes(_ count: some BinaryInteger) -> String {
    "\(count) byte\(count == 1 ? "" : "s")"
  }
}
