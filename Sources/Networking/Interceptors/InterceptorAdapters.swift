import TremaHTTP

// Interceptors that consist of one closure, for one side of an exchange.

/// Changes requests before they are sent, fails them, or answers them.
///
///     client.adding(BeforeRequest("Trace") { request, context in
///       request.head.fields["X-Trace"] = trace()
///     })
public struct BeforeRequest: Interceptor {
  /// The name of the interceptor.
  public let name: String
  /// Changes the request; a response ends the exchange.
  private let adapt:
    @Sendable (inout ClientRequest, InterceptorContext) async throws -> HTTPResponse?

  /// Creates an interceptor from a change of the request.
  ///
  /// - Parameters:
  ///   - name: the name of the interceptor.
  ///   - change: changes the request; an error that it throws ends the request.
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

  /// Creates an interceptor that answers requests itself.
  ///
  /// - Parameters:
  ///   - name: the name of the interceptor.
  ///   - answer: returns the response, or `nil` to send the request.
  public static func responding(
    _ name: String = "BeforeRequest",
    _ answer:
      @escaping @Sendable (
        ClientRequest, InterceptorContext
      ) async throws -> HTTPResponse?
  ) -> BeforeRequest {
    BeforeRequest(name: name) { request, context in try await answer(request, context) }
  }

  /// Applies the change; sends the request unless it was answered.
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
  /// Inspects or changes the response.
  private let adapt:
    @Sendable (inout HTTPResponse, ClientRequest, InterceptorContext) async throws -> Void

  /// Creates an interceptor from a closure.
  ///
  /// - Parameters:
  ///   - name: the name of the interceptor.
  ///   - change: inspects or changes the response. An error that it throws ends the request. The
  ///     status may be changed as well.
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

/// Handles exchanges that failed without a response, and may answer instead: from a store if there
/// is no network, for example.
public struct AfterFailure: Interceptor {
  /// The name of the interceptor.
  public let name: String
  /// Returns a response in place of the error, or `nil`.
  private let recover:
    @Sendable (
      NetworkError, ClientRequest, InterceptorContext
    ) async throws -> HTTPResponse?

  /// Creates an interceptor from a closure.
  ///
  /// - Parameters:
  ///   - name: the name of the interceptor.
  ///   - answer: returns a response in place of the error. If it returns `nil`, the error is kept;
  ///     an error that it throws replaces the first one.
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

  /// Sends the request; calls the closure if that fails.
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
