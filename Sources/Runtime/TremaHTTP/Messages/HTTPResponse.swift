/// The head and the body of a response. The body may still be in transit.
public struct HTTPResponse: Sendable {
  /// The response head.
  public var head: HTTPResponseHead
  /// The response body.
  public var body: HTTPResponseBody
  /// The exchange's timing, or `nil` if the transport does not measure it. For a streamed body, the
  /// completed exchange's metrics are reported to the ``TransportContext``'s observer.
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

  /// The response status.
  public var status: HTTPStatus { head.status }
  /// The response's header fields.
  public var fields: HTTPFields { head.fields }
}

/// A response's status and fields, and its request's URL.
public struct HTTPResponseHead: Hashable, Sendable {
  /// The status.
  public var status: HTTPStatus
  /// The header fields.
  public var fields: HTTPFields
  /// The request URL, as sent.
  public var url: String
  /// The HTTP version, or `nil` if the transport does not report it.
  public var version: HTTPVersion?
  /// The redirects that led to the response, in order.
  public var redirects: [HTTPRedirect] = []

  /// Creates a head.
  ///
  /// - Parameters:
  ///   - url: The request URL.
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
  /// The redirect status.
  public var status: HTTPStatus
  /// The redirected request's method.
  public var method: HTTPMethod
  /// The URL that was redirected.
  public var url: String
  /// The method of the next request.
  public var newMethod: HTTPMethod
  /// The redirect's target.
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
