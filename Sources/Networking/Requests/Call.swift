import TremaHTTP

/// A request bound to the client that sends it, for use as the result of a service's functions. A
/// call is cold: it sends the request each time it is run.
public struct Call<Value: Sendable>: Sendable {
  /// The request, without the client's additions.
  private let head: HTTPRequest
  /// Sends the request, and applies the value and error transformations.
  private let perform: @Sendable () async throws(NetworkError) -> Value

  /// Creates a call for a client.
  public init(_ client: HTTPClient, _ request: Request<Value>) {
    head = request.builder.request
    perform = { () async throws(NetworkError) in try await client.send(request) }
  }

  /// Creates a call that runs a closure.
  private init(
    _ head: HTTPRequest, _ perform: @escaping @Sendable () async throws(NetworkError) -> Value
  ) {
    self.head = head
    self.perform = perform
  }

  /// Sends the request and returns its value.
  public func value() async throws(NetworkError) -> Value { try await perform() }

  /// Sends the request and returns its value: `try await users()`.
  public func callAsFunction() async throws(NetworkError) -> Value { try await perform() }

  /// Sends the request and returns its value or its error.
  public var result: Result<Value, NetworkError> {
    get async {
      do throws(NetworkError) { return .success(try await perform()) } catch {
        return .failure(error)
      }
    }
  }
}

// The value and error transformations. Each returns a new call; they are applied in order.
extension Call {
  /// Returns a call whose value is transformed. Errors thrown by the transform are reported as
  /// `decoding`.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> Call<Other> {
    let (head, perform) = (head, perform)
    return Call<Other>(head) { () async throws(NetworkError) in
      let value = try await perform()
      do { return try transform(value) } catch {
        throw NetworkError(wrapping: error, request: head) { .decoding($0) }
      }
    }
  }

  /// Returns a call that runs a second call, which is created from the value of this one.
  public func then<Other: Sendable>(
    _ next: @escaping @Sendable (Value) -> Call<Other>
  ) -> Call<Other> {
    let perform = perform
    return Call<Other>(head) { () async throws(NetworkError) in
      try await next(try await perform()).value()
    }
  }

  /// Returns a call that replaces an error with a value or with a different error, which the
  /// closure throws. Cancellation is not passed to the closure.
  public func recover(
    _ recovery: @escaping @Sendable (NetworkError) async throws(NetworkError) -> Value
  ) -> Call {
    let perform = perform
    return Call(head) { () async throws(NetworkError) in
      do throws(NetworkError) { return try await perform() } catch {
        if error.isCancelled { throw error }
        return try await recovery(error)
      }
    }
  }

  /// Returns a call that replaces a failure that has a status with a value.
  public func recover(from status: HTTPStatus, with value: Value) -> Call {
    recover { (error) throws(NetworkError) in
      guard case .status(let failure) = error.kind, failure.status == status else { throw error }
      return value
    }
  }

  /// Returns a call that transforms its errors.
  public func mapError(
    _ transform: @escaping @Sendable (NetworkError) -> NetworkError
  ) -> Call {
    let perform = perform
    return Call(head) { () async throws(NetworkError) in
      do throws(NetworkError) { return try await perform() } catch { throw transform(error) }
    }
  }
}

// Delivery of the result to completion handlers.
extension Call {
  /// Sends the request and calls the completion handler once, on the main actor.
  @discardableResult public func start(
    completion: @escaping @MainActor @Sendable (Result<Value, NetworkError>) -> Void
  ) -> RequestHandle {
    RequestHandle(self, on: .main) { result in
      MainActor.assumeIsolated { completion(result) }
    }
  }

  /// Sends the request and calls the completion handler once, on the given queue.
  @discardableResult public func start(
    on queue: DeliveryQueue,
    completion: @escaping @Sendable (Result<Value, NetworkError>) -> Void
  ) -> RequestHandle {
    RequestHandle(self, on: queue, completion)
  }

  /// Sends the request and calls one of the closures once, on the main actor.
  @discardableResult public func start(
    success: @escaping @MainActor @Sendable (Value) -> Void,
    failure: @escaping @MainActor @Sendable (NetworkError) -> Void
  ) -> RequestHandle {
    start { result in
      switch result {
      case .success(let value): success(value)
      case .failure(let error): failure(error)
      }
    }
  }

  /// Sends the request and calls one of the closures once, on the given queue.
  @discardableResult public func start(
    on queue: DeliveryQueue, success: @escaping @Sendable (Value) -> Void,
    failure: @escaping @Sendable (NetworkError) -> Void
  ) -> RequestHandle {
    start(on: queue) { result in
      switch result {
      case .success(let value): success(value)
      case .failure(let error): failure(error)
      }
    }
  }

  /// The priority of the task that sends the request; `nil` means the current task's priority.
  var priority: TaskPriority? {
    switch head.priority {
    case .low: .low
    case .medium: nil
    case .high: .high
    }
  }

  /// Returns the error for a cancelled request, with the details of its result if that is an error.
  func cancelled(_ result: Result<Value, NetworkError>) -> NetworkError {
    guard case .failure(var error) = result else { return NetworkError(.cancelled, request: head) }
    error.kind = .cancelled
    return error
  }
}

extension Call: Redacted {
  /// A description for logs: the method and the target, without user names or queries.
  public var description: String { "\(head.method) \(head.redactedTarget)" }
}
