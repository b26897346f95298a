import TremaHTTP
import TremaSupport

/// What stands in the place of a response once there are several for one URL: the names of the fields
/// that they depend on. Each of them is kept under a key of its own.
///
/// Source: RFC 9111, section 4.1.
struct CacheVariants: Hashable, Sendable {
  let names: [HTTPFields.Name]
  /// Another one each time, so that with this the responses are gone, too.
  private let number: String

  init(_ names: [HTTPFields.Name]) {
    self.names = names
    number = Hexadecimal.text(RandomBytes.make(16))
  }

  /// - Returns: nil for a response of a server, none of which has the status 0.
  init?(_ stored: StoredResponse) {
    guard stored.status == Self.status, let number = stored.fields[Self.field] else { return nil }
    names = Vary(stored.fields).names
    self.number = number
  }

  var stored: StoredResponse {
    StoredResponse(
      Self.status,
      fields: ["Vary": names.map(\.text).joined(separator: ", "), Self.field: number],
      requestTime: 0, responseTime: 0)
  }

  private static let status = HTTPStatus(0)
  private static let field: HTTPFields.Name = "Variants"

  /// - Parameter key: of the URL.
  func key(of request: HTTPRequest, _ key: CacheKey) -> CacheKey {
    let selectors = names.map { StoredResponse.Selector($0, of: request) }
    let parts = [key.digest, number] + selectors.flatMap { [$0.name.text, $0.digest] }
    return CacheKey(digestOf: parts)
  }
}
