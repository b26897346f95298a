import TremaHTTP

/// Sends a request once more when no answer has come for some time, and takes the answer that comes
/// first. For reading where a few answers are much slower than the rest; it costs the server more.
///
///     let client = client.adding(Hedging(after: .milliseconds(300)))
///
/// Only requests with a safe method (RFC 9110, section 9.2.1) and a body that can be sent again. An
/// answer is what comes back from further in: the head where the body is read as it comes, else all of
/// it. When it comes, the others are cancelled, and their bodies. An error does not end it while
/// another one is on its way; one that comes before anything more was sent does. No more is sent once
/// the deadline of the whole comes first.
public struct Hedging: Interceptor {
  /// The place in the chain of interceptors.
  public let phase = InterceptorPhase.hedging
  /// Between one and the next.
  var delay: Duration
  /// The most that are on their way at once, the first one included.
  var limit: Int

  /// Creates an interceptor.
  ///
  /// - Parameters:
  /// - delay: the time after which a second request is sent.
  /// - limit: the most requests at once, the first included.
  public init(after delay: Duration, limit: Int = 2) {
    (self.delay, self.limit) = (delay, limit)
  }

  private enum Event: Sendable {
    case answer(Result<HTTPResponse, NetworkError>)
    case delayIsOver
    /// There will be no other one.
    case stopped
  }

  /// Runs the rest of the chain with what this interceptor adds.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    guard request.head.method.isSafe, request.body.isReplayable, limit > 1 else {
      return try await next(request)
    }
    let send: @Sendable () async -> Event = {
      do throws(NetworkError) { return .answer(.success(try await context.onward(request))) } catch
      {
        return .answer(.failure(error))
      }
    }
    let wait: @Sendable () async -> Event = { [delay] in
      do throws(NetworkError) {
        try await context.sleep(for: delay)
        return .delayIsOver
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
        if case .answer(.success(let response)) = event { response.body.cancel() }
      }
      return result
    }.get()
  }

  private static func first(
    of group: inout TaskGroup<Event>, _ limit: Int, _ send: @escaping @Sendable () async -> Event,
    _ wait: @escaping @Sendable () async -> Event
  ) async -> Result<HTTPResponse, NetworkError> {
    var (sent, running) = (1, 1)
    var failure: NetworkError?
    while let event = await group.next() {
      switch event {
      case .answer(.success(let response)): return .success(response)
      case .answer(.failure(let error)):
        failure = failure ?? error
        running -= 1
        if running == 0 { return .failure(failure ?? error) }
      case .delayIsOver:
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
  ) throws(NetworkError) -> InterceptorStep { .enter }
}
