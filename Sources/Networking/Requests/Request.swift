import TremaHTTP

/// A request and the decoder for its response. It is cold: nothing is sent until a client sends it,
/// and it can be sent any number of times.
public struct Request<Value: Sendable>: Sendable {
  /// The request, whose body rule has been enforced.
  package let builder: RequestBuilder<BodyAllowed>
  /// The decoder for the response.
  let decoder: ResponseDecoder<Value>

  /// Creates a request that decodes its response.
  public init<Body: BodyRule>(_ builder: RequestBuilder<Body>, decoder: ResponseDecoder<Value>) {
    self.builder = RequestBuilder(builder)
    self.decoder = decoder
  }

  /// The error that prevents sending, or `nil` if none is known.
  public var problem: NetworkError? { builder.problem }
}

extension Request: Redacted {
  /// A description for logs: the method and the target, without user names or queries.
  public var description: String { builder.description }
}
