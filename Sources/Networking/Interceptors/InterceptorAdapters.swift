import TremaHTTP

// Interceptors of one closure, for what needs to see one side only.

/// Changes requests before they are sent, ends them, or answers them.
///
///     client.adding(BeforeRequest("Trace") { request, context in
///       request.head.fields["X-Trace"] = trace()
///     })
public struct BeforeRequest: Interceptor {
  /// The name of the interceptor.
  public let name: String
  private let adapt:
    @Sendable (inout ClientRequest, InterceptorContext) async throws -> HTTPResponse?

  /// - Parameter change: what it throws ends the request.
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

  /// One that answers requests itself: what it returns is the response, and nothing is sent; nil
  /// sends it on.
  public static func answering(
    _ name: String = "BeforeRequest",
    _ answer:
      @escaping @Sendable (
        ClientRequest, InterceptorContext
      ) async throws -> HTTPResponse?
  ) -> BeforeRequest {
    BeforeRequest(name: name) { request, context in try await answer(request, context) }
  }

  /// Runs the rest of the chain with what this interceptor adds.
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
  /// The name of the interceptor.
  public let name: String
  private let adapt:
    @Sendable (inout HTTPResponse, ClientRequest, InterceptorContext) async throws -> Void

  /// - Parameter change: what it throws ends the request; a response with another status is another
  ///   outcome.
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

  /// Runs the rest of the chain with what this interceptor adds.
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

/// Looks at exchanges that brought no response, and may answer instead: from a store, when there is
/// no network.
public struct AfterFailure: Interceptor {
  /// The name of the interceptor.
  public let name: String
  private let answer:
    @Sendable (
      NetworkError, ClientRequest, InterceptorContext
    ) async throws -> HTTPResponse?

  /// - Parameter answer: nil leaves the error as it is; one that is thrown takes its place.
  public init(
    _ name: String = "AfterFailure",
    _ answer:
      @escaping @Sendable (
        NetworkError, ClientRequest, InterceptorContext
      ) async throws -> HTTPResponse?
  ) {
    self.name = name
    self.answer = answer
  }

  /// Runs the rest of the chain with what this interceptor adds.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    do throws(NetworkError) {
      return try await next(request)
    } catch {
      let failure = error
      do {
        if let answer = try await answer(failure, request, context) { return answer }
      } catch {
        throw NetworkError(wrapping: error, request: request.head) {
          .interceptor(name: name, $0)
        }
      }
      throw failure
    }
  }
}
