import TremaHTTP

extension HTTPClient {
  /// Creates a call, which sends the request when it is started or awaited.
  public func call<Value>(_ request: Request<Value>) -> Call<Value> { Call(self, request) }

  /// Creates a call for an endpoint.
  public func call<E: Endpoint>(_ endpoint: E) -> Call<E.Value> { Call(self, endpoint.based) }

  /// Sends a request and calls the completion handler once, on the main actor.
  @discardableResult public func send<Value>(
    _ request: Request<Value>,
    completion: @escaping @MainActor @Sendable (Result<Value, NetworkError>) -> Void
  ) -> RequestHandle {
    call(request).start(completion: completion)
  }

  /// Sends a request and calls the completion handler once, on the given queue.
  @discardableResult public func send<Value>(
    _ request: Request<Value>, on queue: DeliveryQueue,
    completion: @escaping @Sendable (Result<Value, NetworkError>) -> Void
  ) -> RequestHandle {
    call(request).start(on: queue, completion: completion)
  }

  /// Sends a request and calls one of the closures once, on the main actor.
  @discardableResult public func send<Value>(
    _ request: Request<Value>, success: @escaping @MainActor @Sendable (Value) -> Void,
    failure: @escaping @MainActor @Sendable (NetworkError) -> Void
  ) -> RequestHandle {
    call(request).start(success: success, failure: failure)
  }

  /// Sends a request and calls one of the closures once, on the given queue.
  @discardableResult public func send<Value>(
    _ request: Request<Value>, on queue: DeliveryQueue,
    success: @escaping @Sendable (Value) -> Void,
    failure: @escaping @Sendable (NetworkError) -> Void
  ) -> RequestHandle {
    call(request).start(on: queue, success: success, failure: failure)
  }
}

// These requests have no decoder. The unavailable overloads replace misleading compiler diagnostics
// for common mistakes.
extension HTTPClient {
  /// Sends a request and returns the response's head and its body as bytes.
  ///
  ///     let answer = try await client.send(.get("dishes/7"))
  ///     print(answer.head.status, answer.value.count)
  @_disfavoredOverload
  @discardableResult
  public func send<Body>(_ builder: RequestBuilder<Body>) async throws(NetworkError) -> Response<
    [UInt8]
  > {
    try await send(builder.bytes.withHead)
  }

  /// Unavailable. The type of the value is determined by the request's decoder.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "the request decodes a type other than the one expected here"
  )
  public func send<Value, Other>(_ request: Request<Value>) async throws(NetworkError) -> Other {
    throw NetworkError(.unsupported("the request decodes another type"))
  }

  /// Unavailable. Add a decoder such as `.decoding(Dish.self)` to the request to send it.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "specify how to decode the response: .decoding(), .text, .bytes or .empty"
  )
  public func send<Value, Body>(_ builder: RequestBuilder<Body>) async throws(NetworkError) -> Value
  {
    throw NetworkError(.unsupported("the request does not decode its response"))
  }
}
