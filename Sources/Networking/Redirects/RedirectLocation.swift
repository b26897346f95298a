import TremaHTTP
import TremaSupport

/// A redirect's target.
struct RedirectLocation {
  /// The values of `Location`, which servers may send more than once.
  private let values: [String]

  /// Creates the target of a response, or returns `nil` if the response is not a redirect.
  init?(_ response: HTTPResponseHead) {
    switch response.status {
    case .movedPermanently, .found, .seeOther, .temporaryRedirect, .permanentRedirect: break
    default: return nil
    }
    values = response.fields[values: .location]
    if values.isEmpty { return nil }
  }

  /// Returns the absolute URL of the target without its fragment, which is never sent.
  ///
  /// Non-ASCII characters and other characters that are not allowed in URLs are percent-encoded, as
  /// in browsers.
  ///
  /// See RFC 9110, section 10.2.2, and RFC 3986, section 5.2.
  ///
  /// - Parameter base: The redirected request's URL.
  /// - Throws: An error if the target is not a URL or the values of `Location` differ.
  func target(from base: URLReference) throws(HTTPSyntaxError) -> URLReference {
    guard let text = values.first, values.allSatisfy({ $0.utf8.elementsEqual(text.utf8) }) else {
      throw .invalidURL("of the redirect differs between its 'Location' fields")
    }
    var target = base.resolving(try URLReference(Self.encoded(text)))
    target.fragment = nil
    return target
  }

  /// Percent-encodes the bytes that are not allowed in URLs.
  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte > 0x7F || invalidCharacters.contains(byte) {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The ASCII characters that are not allowed in URLs, except for control characters.
  private static let invalidCharacters = ASCIISet(" \"<>\\^`{|}")
}

extension ClientRequest {
  /// Returns the request to send after a redirect within the same origin.
  ///
  /// See RFC 9110, sections 15.4 and 15.4.2 to 15.4.9, and, for methods, Fetch 4.4 ("HTTP-redirect
  /// fetch").
  func redirected(by status: HTTPStatus, to target: String) -> ClientRequest {
    var next = self
    next.head.target = target
    let becomesGet =
      switch status {
      case .movedPermanently, .found: head.method == .post
      case .seeOther: head.method != .get && head.method != .head
      default: false
      }
    if becomesGet {
      next.head.method = .get
      next.body = .empty
      next.head.fields = HTTPFields(next.head.fields.filter { !$0.name.describesBody })
    }
    return next
  }
}

extension HTTPFields {
  /// Removes all fields with these names.
  mutating func remove(_ names: Set<Name>) {
    self = HTTPFields(filter { !names.contains($0.name) })
  }
}

extension HTTPFields.Name {
  /// Whether the field is meaningless without a body.
  fileprivate var describesBody: Bool {
    if text.utf8.prefix(8).elementsEqual("content-".utf8, by: { ASCII.lowercased($0) == $1 }) {
      return true
    }
    return Self.bodyFields.contains(self)
  }

  /// The fields that describe a body and do not start with `Content-`.
  private static let bodyFields: Set<HTTPFields.Name> = [
    .expect, .lastModified, .transferEncoding, "Digest", "Repr-Digest", "Trailer",
  ]
}

/// The redirects of a request so far.
struct RedirectTrail {
  /// The followed redirects, in order.
  private(set) var redirects: [HTTPRedirect] = []
  /// The requests sent since a response last set a cookie. If cookies have changed, the same
  /// request may have a different response.
  private var sentRequests: [HTTPRequest] = []

  /// Adds a followed redirect.
  ///
  /// - Parameters:
  ///   - response: The redirect.
  ///   - request: The redirected request.
  ///   - next: The request to send next.
  mutating func add(_ response: HTTPResponseHead, _ request: HTTPRequest, _ next: HTTPRequest) {
    redirects.append(
      HTTPRedirect(response.status, request.method, request.target, to: next.method, next.target))
    if response.fields.contains(.setCookie) {
      sentRequests = []
    } else {
      sentRequests.append(request)
    }
  }

  /// Returns whether the next request has been sent before and no cookie has been set since.
  func isLoop(
    _ response: HTTPResponseHead, _ request: HTTPRequest, _ next: HTTPRequest
  ) -> Bool {
    !response.fields.contains(.setCookie) && (request == next || sentRequests.contains(next))
  }
}
