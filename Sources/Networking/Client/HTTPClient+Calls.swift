import TremaHTTP

extension HTTPClient {
  public func call<Value>(_ request: Request<Value>) -> Call<Value> { Call(self, request) }

  public func call<E: Endpoint>(_ endpoint: E) -> Call<E.Value> { Call(self, endpoint.based) }

  /// Sends a request; the closure is called once, on the main actor.
  @discardableResult public func send<Value>(
    _ request: Request<Value>,
    completion: @escaping @MainActor @Sendable (Result<Value, NetworkError>) -> Void
  ) -> RequestHandle {
    call(request).start(completion: completion)
  }

  /// Sends a request; the closure is called once, where `queue` says.
  @discardableResult public func send<Value>(
    _ request: Request<Value>, on queue: DeliveryQueue,
    completion: @escaping @Sendable (Result<Value, NetworkError>) -> Void
  ) -> RequestHandle {
    call(request).start(on: queue, completion: completion)
  }

  /// Sends a request; one of the closures is called once, on the main actor.
  @discardableResult public func send<Value>(
    _ request: Request<Value>, success: @escaping @MainActor @Sendable (Value) -> Void,
    failure: @escaping @MainActor @Sendable (NetworkError) -> Void
  ) -> RequestHandle {
    call(request).start(success: success, failure: failure)
  }

  /// Sends a request; one of the closures is called once, where `queue` says.
  @discardableResult public func send<Value>(
    _ request: Request<Value>, on queue: DeliveryQueue,
    success: @escaping @Sendable (Value) -> Void,
    failure: @escaping @Sendable (NetworkError) -> Void
  ) -> RequestHandle {
    call(request).start(on: queue, success: success, failure: failure)
  }
}
