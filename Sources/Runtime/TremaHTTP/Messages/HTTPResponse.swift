/// The head of a response, and its body, which may still be on its way.
public struct HTTPResponse: Sendable {
  public var head: HTTPResponseHead
  public var body: HTTPResponseBody
  /// The times of the exchange; `nil` if the transport measures none. The end of a streamed body is
  /// reported to the observer of the ``TransportContext``.
  public var metrics: TransportMetrics?

  public init(
    _ head: HTTPResponseHead, body: HTTPResponseBody = .bytes([]),
    metrics: TransportMetrics? = nil
  ) {
    self.head = head
    self.body = body
    self.metrics = metrics
  }

  public var status: HTTPStatus { head.status }
  public var fields: HTTPFields { head.fields }
}

public struct HTTPResponseHead: Hashable, Sendable {
  public var status: HTTPStatus
  public var fields: HTTPFields
  /// The URL of the request, as it was sent.
  public var url: String
  /// The version; `nil` if the transport does not know it.
  public var version: HTTPVersion?
  /// The redirects that were followed, in order.
  public var redirects: [HTTPRedirect] = []

  public init(
    _ status: HTTPStatus, fields: HTTPFields = [:], url: String = "", version: HTTPVersion? = nil
  ) {
    self.status = status
    self.fields = fields
    self.url = url
    self.version = version
  }
}

/// A response that led to another request.
public struct HTTPRedirect: Hashable, Sendable {
  public var status: HTTPStatus
  /// The method of the redirected request.
  public var method: HTTPMethod
  public var url: String
  /// The method of the next request.
  public var newMethod: HTTPMethod
  public var newURL: String

  public init(
    _ status: HTTPStatus, _ method: HTTPMethod, _ url: String, to newMethod: HTTPMethod,
    _ newURL: String
  ) {
    (self.status, self.method, self.url) = (status, method, url)
    (self.newMethod, self.newURL) = (newMethod, newURL)
  }
}

public enum HTTPVersion: String, Hashable, Sendable {
  case http10 = "HTTP/1.0"
  case http11 = "HTTP/1.1"
  case http2 = "HTTP/2"
  case http3 = "HTTP/3"
}
