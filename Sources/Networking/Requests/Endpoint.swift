/// A request that is a type: an enum with a case for each call, a struct with its parameters.
public protocol Endpoint: Sendable {
  associatedtype Value: Sendable
  var request: Request<Value> { get }
}

extension HTTPClient {
  public func send<E: Endpoint>(_ endpoint: E) async throws(NetworkError) -> E.Value {
    try await send(endpoint.request)
  }
}
