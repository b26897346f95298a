import TremaHTTP

/// A built-in interceptor that handles most requests without asynchronous calls, each of which
/// costs memory and time.
///
/// It ends soon after its task is cancelled and never waits beyond the request's deadline, so no
/// separate task has to enforce these.
protocol SynchronousInterceptor: Interceptor {
  /// Handles a request before it is passed on, as long as this does not require waiting.
  ///
  /// - Parameter request: The request, which may be changed.
  /// - Throws: The error that ends the request.
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep

  /// Whether the interceptor sends requests on behalf of a user. The default is `false`.
  var isIdentifying: Bool { get }

  /// Returns the user on whose behalf the interceptor sends a request, or `nil` if that cannot be
  /// determined without waiting.
  ///
  /// - Parameter context: The context of this interceptor, which stores an identity that is
  ///   returned here. The interceptor must not send the request for a different user afterwards.
  func knownIdentity(for request: ClientRequest, _ context: StepContext) -> RequestIdentity?
}

/// The context for calls to `SynchronousInterceptor.step(_:_:)`.
struct StepContext {
  /// The request's state.
  let requestState: RequestState
  /// The position of this interceptor in the chain.
  let index: Int

  /// The client's clock.
  var clock: NetworkClock { requestState.clock }
}

/// An interceptor's decision about a request.
enum InterceptorStep {
  /// The request is passed on; the interceptor does not need its outcome.
  case proceed
  /// The request is passed on, and its outcome is passed to the handler.
  case handleOutcome(any OutcomeHandler)
  /// The response is returned for the request.
  indirect case respond(HTTPResponse)
  /// The decision requires an asynchronous call, whose result is the next step.
  case wait(() async throws(NetworkError) -> InterceptorStep)
  /// ``Interceptor/intercept(_:context:next:)`` is called with the unchanged request.
  case intercept
}

/// Asynchronous work that replaces an outcome. It has the same arguments as
/// ``Interceptor/intercept(_:context:next:)``.
typealias FollowUp =
  (InterceptorContext, Interceptor.Next) async throws(NetworkError) -> HTTPResponse

/// A handler for the outcome of a request, which is called once. It's a class so that it can be
/// stored without copying its contents.
protocol OutcomeHandler: AnyObject {
  /// Handles a response, which may be changed.
  ///
  /// - Returns: Work that replaces the response, or `nil` if the response is final.
  func handle(_ response: inout HTTPResponse) -> FollowUp?

  /// Handles an error.
  ///
  /// - Returns: Work that replaces the error, or `nil` if the error is final.
  func handle(_ error: NetworkError) -> FollowUp?
}

extension OutcomeHandler {
  func handle(_ error: NetworkError) -> FollowUp? { nil }
}

extension SynchronousInterceptor {
  var isIdentifying: Bool { false }

  func knownIdentity(for request: ClientRequest, _ context: StepContext) -> RequestIdentity? {
    .anonymous
  }

  /// Calls `step(_:_:)` and handles the outcome of `next`, for an app's interceptor that wraps this
  /// one. An interceptor whose step may be `InterceptorStep.intercept` has its own implementation.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var sent = request
    var step = try step(
      &sent, StepContext(requestState: context.requestState, index: context.index))
    while case .wait(let wait) = step { step = try await wait() }
    let handler: any OutcomeHandler
    switch step {
    case .respond(let response): return response
    case .proceed, .wait, .intercept: return try await next(sent)
    case .handleOutcome(let returned): handler = returned
    }
    var response: HTTPResponse
    do throws(NetworkError) { response = try await next(sent) } catch {
      guard let followUp = handler.handle(error) else { throw error }
      return try await followUp(context, next)
    }
    guard let followUp = handler.handle(&response) else { return response }
    return try await followUp(context, next)
  }
}
