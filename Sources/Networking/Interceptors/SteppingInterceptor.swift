import TremaHTTP

/// One of ours that need not wait for most requests: it says what it does before, and what after, and
/// no function that may be suspended is entered for it. Such functions cost memory and instructions
/// each, which all requests pay for.
protocol SteppingInterceptor: PunctualInterceptor {
  /// What it does before a request goes on, as far as nothing is waited for. What it throws ends the
  /// request.
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep
}

/// What an interceptor that is asked may know of the request.
struct StepContext {
  let record: ExchangeRecord
  /// Of this interceptor among those of the client.
  let index: Int

  var clock: NetworkClock { record.clock }
}

/// What becomes of a request at an interceptor that was asked.
enum InterceptorStep {
  /// It goes on, and whoever was asked has nothing to do with its answer.
  case past
  /// It goes on, and what comes of it is told to this one.
  case around(any InterceptorEnd)
  /// It goes no further.
  indirect case answer(HTTPResponse)
  /// What becomes of it is known when something has been waited for.
  case waiting(() async throws(NetworkError) -> InterceptorStep)
  /// The interceptor itself is entered, with the request as it was.
  case enter
}

/// What gives another answer than the one that came, and has to wait for it. It gets what an interceptor
/// gets that is entered.
typealias Sequel =
  (InterceptorContext, Interceptor.Next) async throws(NetworkError) -> HTTPResponse

/// Is told once how it ended. An object: it is handed on, and kept, without a copy of what it holds.
protocol InterceptorEnd: AnyObject {
  /// - Parameter response: may be changed on its way.
  /// - Returns: nil where that is the answer.
  func ended(_ response: inout HTTPResponse) -> Sequel?

  /// - Returns: nil where the error is handed on.
  func failed(_ error: NetworkError) -> Sequel?
}

extension InterceptorEnd {
  func failed(_ error: NetworkError) -> Sequel? { nil }
}

extension SteppingInterceptor {
  /// The same around a `next`, for an interceptor of somebody else that has one of ours inside. One that
  /// asks to be entered has a function of its own.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var sent = request
    var step = try step(&sent, StepContext(record: context.record, index: context.index))
    while case .waiting(let wait) = step { step = try await wait() }
    let end: any InterceptorEnd
    switch step {
    case .answer(let response): return response
    case .past, .waiting, .enter: return try await next(sent)
    case .around(let told): end = told
    }
    var response: HTTPResponse
    do throws(NetworkError) { response = try await next(sent) } catch {
      guard let sequel = end.failed(error) else { throw error }
      return try await sequel(context, next)
    }
    guard let sequel = end.ended(&response) else { return response }
    return try await sequel(context, next)
  }
}
