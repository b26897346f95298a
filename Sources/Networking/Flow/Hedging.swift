import TremaHTTP

/// Sends a request again if there is no response after some time, and returns the first response.
/// This is suitable for reading from servers whose response times vary widely, but increases their
/// load.
///
///     let client = client.adding(Hedging(after: .milliseconds(300)))
///
/// Only requests with a safe method (RFC 9110, section 9.2.1) and a replayable body are sent again.
/// The first response is returned. For a streamed body, its head counts, otherwise the whole
/// response. The other requests and their bodies are then cancelled. An error is reported only if
/// no other request is in flight, and immediately if the request was sent only once. No request is
/// sent again if the delay would exceed the total deadline.
public struct Hedging: Interceptor {
  /// The interceptor's phase.
  public let phase = InterceptorPhase.hedging
  /// The delay before each additional request.
  var delay: Duration
  /// The maximum number of requests in flight, including the first.
  var limit: Int

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - delay: The time without a response after which an additional request is sent.
  ///   - limit: The maximum number of requests in flight, including the first.
  public init(after delay: Duration, limit: Int = 2) {
    (self.delay, self.limit) = (delay, limit)
  }

  /// An event in the race between requests.
  private enum Event: Sendable {
    /// A request has ended.
    case result(Result<HTTPResponse, NetworkError>)
    /// An additional request may be sent.
    case delayElapsed
    /// No additional request will be sent.
    case stopped
  }

  /// Sends the request, and sends it again after each delay without a response.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    guard request.head.method.isSafe, request.body.isReplayable, limit > 1 else {
      return try await next(request)
    }
    let send: @Sendable () async -> Event = {
      do throws(NetworkError) { return .result(.success(try await context.next(request))) } catch {
        return .result(.failure(error))
      }
    }
    let wait: @Sendable () async -> Event = { [delay] in
      do throws(NetworkError) {
        try await context.sleep(for: delay)
        return .delayElapsed
      } catch {
        return .stopped
      }
    }
    return try await withTaskGroup(of: Event.self) { group in
      group.addTask(operation: send)
      group.addTask(operation: wait)
      let result = await Self.first(of: &group, limit, send, wait)
      group.cancelAll()
      for await event in group {
        if case .result(.success(let response)) = event { response.body.cancel() }
      }
      return result
    }.get()
  }

  /// Returns the first response, or the first error once all requests have failed.
  ///
  /// - Parameters:
  ///   - send: Sends the request.
  ///   - wait: Waits for the delay.
  private static func first(
    of group: inout TaskGroup<Event>, _ limit: Int, _ send: @escaping @Sendable () async -> Event,
    _ wait: @escaping @Sendable () async -> Event
  ) async -> Result<HTTPResponse, NetworkError> {
    var (sent, running) = (1, 1)
    var failure: NetworkError?
    while let event = await group.next() {
      switch event {
      case .result(.success(let response)): return .success(response)
      case .result(.failure(let error)):
        failure = failure ?? error
        running -= 1
        if running == 0 { return .failure(failure ?? error) }
      case .delayElapsed:
        group.addTask(operation: send)
        sent += 1
        running += 1
        if sent < limit { group.addTask(operation: wait) }
      case .stopped: continue
      }
    }
    return .failure(failure ?? NetworkError(.cancelled))
  }
}

extension Hedging: SynchronousInterceptor {
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep { .intercept }
}
