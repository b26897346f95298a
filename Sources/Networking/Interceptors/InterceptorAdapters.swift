import TremaHTTP

// Interceptors made of a single closure for one side of an exchange.

/// Changes requests before they are sent, fails them, or responds to them.
///
///     client.adding(BeforeRequest("Trace") { request, context in
///       request.head.fields["X-Trace"] = trace()
///     })
public struct BeforeRequest: Interceptor {
  /// The interceptor's name.
  public let name: String
  /// Changes the request. If it returns a response, the request is not sent.
  private let adapt:
    @Sendable (inout ClientRequest, InterceptorContext) async throws -> HTTPResponse?

  /// Creates an interceptor that changes requests.
  ///
  /// - Parameters:
  ///   - name: The interceptor's name.
  ///   - change: Changes the request. An error that it throws ends the request.
  public init(
    _ name: String = "BeforeRequest",
    _ change: @escaping @Sendable (inout ClientRequest, InterceptorContext) async throws -> Void
  ) {
    self.name = name
    adapt = { request, context in
      try await change(&request, context)
      return nil
    }
  }

  private init(
    name: String,
    adapt:
      @escaping @Sendable (
        inout ClientRequest, InterceptorContext
      ) async throws -> HTTPResponse?
  ) {
    self.name = name
    self.adapt = adapt
  }

  /// Creates an interceptor that can respond to requests itself.
  ///
  /// - Parameters:
  ///   - name: The interceptor's name.
  ///   - answer: Returns the response, or `nil` to send the request.
  public static func responding(
    _ name: String = "BeforeRequest",
    _ answer:
      @escaping @Sendable (
        ClientRequest, InterceptorContext
      ) async throws -> HTTPResponse?
  ) -> BeforeRequest {
    BeforeRequest(name: name) { request, context in try await answer(request, context) }
  }

  /// Applies the change, and sends the request unless there is a response.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var request = request
    let answer: HTTPResponse?
    do { answer = try await adapt(&request, context) } catch {
      throw NetworkError(wrapping: error, request: request.head) {
        .interceptor(name: name, $0)
      }
    }
    if let answer { return answer }
    return try await next(request)
  }
}

/// Inspects responses of any status, changes them, or throws.
///
///     client.adding(AfterResponse("Maintenance") { response, request, context in
///       if response.fields.contains("X-Maintenance") { throw Maintenance() }
///     })
public struct AfterResponse: Interceptor {
  /// The interceptor's name.
  public let name: String
  /// Inspects or changes the response.
  private let adapt:
    @Sendable (inout HTTPResponse, ClientRequest, InterceptorContext) async throws -> Void

  /// Creates an interceptor that inspects or changes responses.
  ///
  /// - Parameters:
  ///   - name: The interceptor's name.
  ///   - change: Inspects or changes the response, including its status. An error that it throws
  ///     ends the request.
  public init(
    _ name: String = "AfterResponse",
    _ change:
      @escaping @Sendable (
        inout HTTPResponse, ClientRequest, InterceptorContext
      ) async throws -> Void
  ) {
    self.name = name
    adapt = change
  }

  /// Sends the request and applies the change to its response.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var response = try await next(request)
    let head = response.head
    do { try await adapt(&response, request, context) } catch {
      response.body.cancel()
      throw NetworkError(wrapping: error, request: request.head, response: head) {
        .interceptor(name: name, $0)
      }
    }
    return response
  }
}

/// Handles exchanges that failed without a response, and may provide a response instead, such as
/// from a store if no network is available.
public struct AfterFailure: Interceptor {
  /// The interceptor's name.
  public let name: String
  /// Returns a response instead of the error, or `nil`.
  private let recover:
    @Sendable (
      NetworkError, ClientRequest, InterceptorContext
    ) async throws -> HTTPResponse?

  /// Creates an interceptor that handles errors.
  ///
  /// - Parameters:
  ///   - name: The interceptor's name.
  ///   - answer: Returns a response instead of the error, or `nil` to keep the error. An error that
  ///     it throws replaces the original one.
  public init(
    _ name: String = "AfterFailure",
    _ answer:
      @escaping @Sendable (
        NetworkError, ClientRequest, InterceptorContext
      ) async throws -> HTTPResponse?
  ) {
    self.name = name
    self.recover = answer
  }

  /// Sends the request, and calls the closure if that fails.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    do throws(NetworkError) {
      return try await next(request)
    } catch {
      let failure = error
      do {
        if let answer = try await recover(failure, request, context) { return answer }
      } catch {
        throw NetworkError(wrapping: error, request: request.head) {
          .interceptor(name: name, $0)
        }
      }
      throw failure
    }
  }
}
