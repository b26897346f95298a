import TremaHTTP

/// A request bound to the client that sends it: what the functions of a service return. Cold: each
/// run sends it anew.
public struct Call<Value: Sendable>: Sendable {
  /// The request, without the additions of the client.
  private let head: HTTPRequest
  private let perform: @Sendable () async throws(NetworkError) -> Value

  /// Creates a call of a client.
  public init(_ client: HTTPClient, _ request: Request<Value>) {
    head = request.draft.request
    perform = { () async throws(NetworkError) in try await client.send(request) }
  }

  private init(
    _ head: HTTPRequest, _ perform: @escaping @Sendable () async throws(NetworkError) -> Value
  ) {
    self.head = head
    self.perform = perform
  }

  /// Sends it and waits for its value.
  public func value() async throws(NetworkError) -> Value { try await perform() }

  /// The same: `try await users()`.
  public func callAsFunction() async throws(NetworkError) -> Value { try await perform() }

  /// Sends it and waits for its value or its error.
  public var result: Result<Value, NetworkError> {
    get async {
      do throws(NetworkError) { return .success(try await perform()) } catch {
        return .failure(error)
      }
    }
  }
}

// What becomes of its value and its errors. Each gives another call; they act in their order.
extension Call {
  /// Another value made of the first one. What the transform throws is a problem of decoding.
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

  /// Another call that needs the value of this one.
  public func then<Other: Sendable>(
    _ next: @escaping @Sendable (Value) -> Call<Other>
  ) -> Call<Other> {
    let perform = perform
    return Call<Other>(head) { () async throws(NetworkError) in
      try await next(try await perform()).value()
    }
  }

  /// A value in the place of an error; to pass an error on, throw it again. Cancelling is not asked
  /// about.
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

  /// A value in the place of a failure with this status.
  public func recover(from status: HTTPStatus, with value: Value) -> Call {
    recover { (error) throws(NetworkError) in
      guard case .status(let failure) = error.kind, failure.status == status else { throw error }
      return value
    }
  }

  /// Another error in the place of each.
  public func mapError(
    _ transform: @escaping @Sendable (NetworkError) -> NetworkError
  ) -> Call {
    let perform = perform
    return Call(head) { () async throws(NetworkError) in
      do throws(NetworkError) { return try await perform() } catch { throw transform(error) }
    }
  }
}

// Closures.
extension Call {
  /// Sends it; the closure is called once, on the main actor.
  @discardableResult public func start(
    completion: @escaping @MainActor @Sendable (Result<Value, NetworkError>) -> Void
  ) -> RequestHandle {
    RequestHandle(self, on: .main) { result in
      MainActor.assumeIsolated { completion(result) }
    }
  }

  /// Sends it; the closure is called once, where `queue` says.
  @discardableResult public func start(
    on queue: DeliveryQueue,
    completion: @escaping @Sendable (Result<Value, NetworkError>) -> Void
  ) -> RequestHandle {
    RequestHandle(self, on: queue, completion)
  }

  /// Sends it; one of the closures is called once, on the main actor.
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

  /// Sends it; one of the closures is called once, where `queue` says.
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

  /// The priority of the task that sends the request.
  var priority: TaskPriority? {
    switch head.priority {
    case .low: .low
    case .medium: nil
    case .high: .high
    }
  }

  /// The error of one that was cancelled, with what is known of how it ended.
  func cancelled(_ result: Result<Value, NetworkError>) -> NetworkError {
    guard case .failure(var error) = result else { return NetworkError(.cancelled, request: head) }
    error.kind = .cancelled
    return error
  }
}

extension Call: Redacted {
  /// A description for logs: the method and the target, without user names and queries.
  public var description: String { "\(head.method) \(head.redactedTarget)" }
}
