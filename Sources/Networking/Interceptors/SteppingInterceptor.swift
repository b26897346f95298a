import TremaHTTP

/// One of ours that need not wait for most requests: it says what it does before, and what after, and
/// no function that may be suspended is entered for it. Such functions cost memory and instructions
/// each, which all requests pay for.
protocol SteppingInterceptor: PunctualInterceptor {
  /// What it does before a request goes on, and may be done without waiting. What it throws ends the
  /// request.
  func step(
    _ request: inout ClientRequest, in record: ExchangeRecord
  ) throws(NetworkError) -> InterceptorStep
}

/// What becomes of a request at an interceptor that was asked.
enum InterceptorStep {
  /// It goes on, and whoever was asked has nothing to do with its answer.
  case past
  /// It goes on, and what comes of it is told to this one.
  case around(any InterceptorEnd)
  /// It goes on when something has been waited for. Nil tells nobody what comes of it; what is thrown
  /// ends it.
  case waiting(() async throws(NetworkError) -> (any InterceptorEnd)?)
}

/// Is told once how it ended.
protocol InterceptorEnd {
  /// - Returns: the response as it is handed on.
  func ended(_ response: HTTPResponse) -> HTTPResponse
  func failed(_ error: NetworkError)
}

extension InterceptorEnd {
  func failed(_ error: NetworkError) {}
}

extension SteppingInterceptor {
  /// The same around a `next`, for an interceptor of somebody else that has one of ours inside.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var sent = request
    let end: (any InterceptorEnd)?
    switch try step(&sent, in: context.record) {
    case .past: end = nil
    case .around(let told): end = told
    case .waiting(let wait): end = try await wait()
    }
    guard let end else { return try await next(sent) }
    do throws(NetworkError) {
      return end.ended(try await next(sent))
    } catch {
      end.failed(error)
      throw error
    }
  }
}
