/// A request bound to the client that sends it: what the functions of a service return. Cold: each
/// run sends it anew.
public struct Call<Value: Sendable>: Sendable {
  public let client: HTTPClient
  public let request: Request<Value>

  public init(_ client: HTTPClient, _ request: Request<Value>) {
    self.client = client
    self.request = request
  }

  /// Sends it and waits for its value.
  public func value() async throws(NetworkError) -> Value { try await client.send(request) }
}

extension HTTPClient {
  public func call<Value>(_ request: Request<Value>) -> Call<Value> { Call(self, request) }
}
