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

/// What becomes of a request at an interceptor that was asked first.
enum InterceptorStep {
  /// It goes on, and whoever was asked has nothing to do with its answer.
  case past
  /// It goes on, and what comes of it is told to this one.
  case around(any InterceptorEnd)
  /// Something is to be waited for: the interceptor itself is entered, with the request as it was.
  case enter
}

/// Is told once how it ended.
protocol InterceptorEnd: Sendable {
  /// - Returns: the response as it is handed on.
  func ended(_ response: HTTPResponse) -> HTTPResponse
  func failed(_ error: NetworkError)
}

extension SteppingInterceptor {
  /// The same around a `next`, for one that never has to wait.
  func stepped(
    _ request: ClientRequest, _ context: InterceptorContext, _ next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var sent = request
    guard case .around(let end) = try step(&sent, in: context.record) else {
      return try await next(sent)
    }
    do throws(NetworkError) {
      return end.ended(try await next(sent))
    } catch {
      end.failed(error)
      throw error
    }
  }
}
