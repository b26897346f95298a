import TremaHTTP

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

  func hasOrigin(of url: URLReference) -> Bool {
    guard let own = try? parts.get() else { return false }
    return own.hasOrigin(of: url)
  }
}
