import TremaHTTP

/// A request that is a type: an enum with a case for each call, a struct with its parameters.
public protocol Endpoint: Sendable, Redacted {
  associatedtype Value: Sendable
  var request: Request<Value> { get }
}

extension Endpoint {
  /// For a log: the method and the target of its request, without user names and queries. Parameters
  /// may be passwords: a type that says more of itself says what.
  public var description: String { request.description }
}

extension HTTPClient {
  public func send<E: Endpoint>(_ endpoint: E) async throws(NetworkError) -> E.Value {
    try await send(endpoint.request)
  }
}
