import TremaHTTP
import TremaScalars

/// A base URL and its parts.
struct BaseURL: Sendable {
  private let parts: Result<URLReference, HTTPSyntaxError>

  init(_ text: String) {
    do throws(HTTPSyntaxError) {
      parts = .success(try URLReference(text))
    } catch {
      parts = .failure(error)
    }
  }

  func appending(_ reference: URLReference) throws(HTTPSyntaxError) -> URLReference {
    try parts.get().appending(reference)
  }

  /// Whether a URL leads to the same server: scheme, host and port.
  ///
  /// Source: RFC 6454, section 5.
  func hasOrigin(of url: URLReference) -> Bool {
    guard let own = try? parts.get(), let a = own.host, let b = url.host else { return false }
    return own.scheme == url.scheme && Self.port(own) == Self.port(url)
      && a.utf8.elementsEqual(b.utf8, by: { ASCII.lowercased($0) == ASCII.lowercased($1) })
  }

  private static func port(_ url: URLReference) -> Int? {
    url.port ?? (url.scheme == "https" ? 443 : url.scheme == "http" ? 80 : nil)
  }
}
