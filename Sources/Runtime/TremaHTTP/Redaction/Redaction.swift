import TremaSecrets

/// A type whose descriptions reveal no secrets.
public typealias Redacted = TremaSecrets.Redacted

/// Redacts values for logs and messages.
package enum Redaction {
  /// The replacement of a secret.
  package static let mask = redactionMask

  /// Returns a URL without the parts that may contain secrets: user name, password, parameters of
  /// path segments, query and fragment.
  ///
  /// A string that cannot be parsed is masked completely, as is a URL with a scheme but no host,
  /// such as `user:password@host`.
  package static func url(_ text: String) -> String {
    guard let url = try? URLReference(text), url.scheme == nil || url.host != nil else {
      return "<invalid URL>"
    }
    return self.url(url)
  }

  /// Returns a parsed URL without the parts that may contain secrets.
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

  /// Returns a number of bytes for messages: `1 byte`, `12 bytes`.
  package static func bytes(_ count: some BinaryInteger) -> String {
    "\(count) byte\(count == 1 ? "" : "s")"
  }
}
