import TremaHTTP

/// An interceptor of this module, which handles most requests without an asynchronous call: those cost
/// memory and instructions each.
///
/// It ends soon after its task is cancelled and never waits beyond the deadline of the request, so that
/// no task has to watch it.
protocol SynchronousInterceptor: Interceptor {
  /// Handles a request before it is passed on, as far as that needs no waiting.
  ///
  /// - Throws: the error that ends the request.
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep

  /// Whether it sends requests on behalf of a user. The default is `false`.
  var isIdentifying: Bool { get }

  /// The user on whose behalf it sends a request, as far as that is known without waiting; else `nil`.
  ///
  /// - Parameter context: of this interceptor; the identity that it must keep to is noted there.
  func knownIdentity(for request: ClientRequest, _ context: StepContext) -> RequestIdentity?
}

/// The context of a call of ``SynchronousInterceptor/step(_:_:)``.
struct StepContext {
  let record: RequestState
  /// The position of this interceptor in the chain.
  let index: Int

  var clock: NetworkClock { record.clock }
}

/// The decision of an interceptor about a request.
enum InterceptorStep {
  /// The request is passed on, and its outcome is of no interest.
  case past
  /// The request is passed on, and its outcome is passed to this handler.
  case around(any OutcomeHandler)
  /// The request is answered here.
  indirect case answer(HTTPResponse)
  /// The decision needs an asynchronous call.
  case waiting(() async throws(NetworkError) -> InterceptorStep)
  /// ``Interceptor/intercept(_:context:next:)`` is called, with the unchanged request.
  case enter
}

/// Asynchronous work that replaces an outcome. Its arguments are those of
/// ``Interceptor/intercept(_:context:next:)``.
typealias FollowUp =
  (InterceptorContext, Interceptor.Next) async throws(NetworkError) -> HTTPResponse

/// Handles the outcome of a request, which is passed to it once. A class, so that it is stored without a
/// copy of its contents.
protocol OutcomeHandler: AnyObject {
  /// - Parameter response: may be changed.
  /// - Returns: `nil` if the response is final.
  func handle(_ response: inout HTTPResponse) -> FollowUp?

  /// - Returns: `nil` if the error is final.
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

  /// Calls ``step(_:_:)`` and handles the outcome of `next`, for an interceptor of an app that wraps this
  /// one. An interceptor whose step is ``InterceptorStep/enter`` implements this function itself.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var sent = request
    var step = try step(&sent, StepContext(record: context.record, index: context.index))
    while case .waiting(let wait) = step { step = try await wait() }
    let end: any OutcomeHandler
    switch step {
    case .answer(let response): return response
    case .past, .waiting, .enter: return try await next(sent)
    case .around(let told): end = told
    }
    var response: HTTPResponse
    do throws(NetworkError) { response = try await next(sent) } catch {
      guard let followUp = end.handle(error) else { throw error }
      return try await followUp(context, next)
    }
    guard let followUp = end.handle(&response) else { return response }
    return try await followUp(context, next)
  }
}
