/// The head and the body of a response. The body may still be in transit.
public struct HTTPResponse: Sendable {
  /// The head of the response.
  public var head: HTTPResponseHead
  /// The body of the response.
  public var body: HTTPResponseBody
  /// The timing of the exchange, or `nil` if the transport does not measure it. For a streamed
  /// body, the completed exchange's metrics are reported to the ``TransportContext``'s observer.
  public var metrics: TransportMetrics?

  /// Creates a response.
  public init(
    _ head: HTTPResponseHead, body: HTTPResponseBody = .bytes([]),
    metrics: TransportMetrics? = nil
  ) {
    self.head = head
    self.body = body
    self.metrics = metrics
  }

  /// The status of the response.
  public var status: HTTPStatus { head.status }
  /// The header fields of the response.
  public var fields: HTTPFields { head.fields }
}

/// A response's status and fields, and its request's URL.
public struct HTTPResponseHead: Hashable, Sendable {
  /// The status.
  public var status: HTTPStatus
  /// The header fields.
  public var fields: HTTPFields
  /// The URL of the request, as sent.
  public var url: String
  /// The HTTP version, or `nil` if the transport does not report it.
  public var version: HTTPVersion?
  /// The redirects that led to the response, in order.
  public var redirects: [HTTPRedirect] = []

  /// Creates a head.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - version: The HTTP version, if the transport reports it.
  public init(
    _ status: HTTPStatus, fields: HTTPFields = [:], url: String = "", version: HTTPVersion? = nil
  ) {
    self.status = status
    self.fields = fields
    self.url = url
    self.version = version
  }
}

/// A redirect that was followed.
public struct HTTPRedirect: Hashable, Sendable {
  /// The status of the redirect.
  public var status: HTTPStatus
  /// The method of the redirected request.
  public var method: HTTPMethod
  /// The URL that was redirected.
  public var url: String
  /// The method of the next request.
  public var newMethod: HTTPMethod
  /// The target of the redirect.
  public var newURL: String

  /// Creates a redirect.
  public init(
    _ status: HTTPStatus, _ method: HTTPMethod, _ url: String, to newMethod: HTTPMethod,
    _ newURL: String
  ) {
    (self.status, self.method, self.url) = (status, method, url)
    (self.newMethod, self.newURL) = (newMethod, newURL)
  }
}

/// An HTTP version.
public enum HTTPVersion: String, Hashable, Sendable {
  case http10 = "HTTP/1.0"
  case http11 = "HTTP/1.1"
  case http2 = "HTTP/2"
  case http3 = "HTTP/3"
}
