import TremaHTTP

/// A type that describes a request, such as an enum with a case for each call, or a struct with
/// parameters.
public protocol Endpoint: Sendable, Redacted {
  /// The decoded response's type.
  associatedtype Value: Sendable
  /// The request and its decoder.
  var request: Request<Value> { get }
  /// The base URL of a relative target, for an endpoint on a server other than the client's. The
  /// client's fields are not sent to a different origin. The default, `nil`, means the
  /// client's base URL.
  var baseURL: String? { get }
}

extension Endpoint {
  /// `nil`, so the client's base URL is used.
  public var baseURL: String? { nil }

  /// A description for logs: the method and the target of the request, without user names or
  /// queries. Parameters may be passwords, so by default none of them are included.
  public var description: String { request.description }

  /// The request with the endpoint's base URL, unless the request has its own.
  var based: Request<Value> {
    let request = request
    guard let baseURL, request.builder.options.baseURL == nil else { return request }
    var builder = request.builder
    builder.options.baseURL = baseURL
    return Request(builder, decoder: request.decoder)
  }
}

extension HTTPClient {
  /// Sends an endpoint's request and returns its value.
  public func send<E: Endpoint>(_ endpoint: E) async throws(NetworkError) -> E.Value {
    try await send(endpoint.based)
  }
}

/// An endpoint with a sample response for tests and previews.
///
///     MockTransport(.sample(of: DishEndpoint(id: 7)))
public protocol SampledEndpoint: Endpoint {
  /// The sample response.
  var sample: MockResponse { get }
}

extension MockRule {
  /// Creates a rule for requests with the method, the path and the query of an endpoint, which
  /// returns the endpoint's sample.
  public static func sample(of endpoint: some SampledEndpoint) -> MockRule {
    let builder = endpoint.request.builder
    var target = builder.request.target
    // A query that can't be encoded is omitted from the rule, since such a request fails before it
    // is sent.
    if let items = try? builder.query.items(ParameterRules()), !items.isEmpty {
      target +=
        (target.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")
        + QueryEncoder().text(of: items)
    }
    return .on(builder.request.method, target, endpoint.sample)
  }
}
