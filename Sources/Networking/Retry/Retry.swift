import TremaHTTP
import TremaSupport

/// Sends a request again if its failure may be temporary.
///
///     let client = client.adding(Retry())
///
/// A request that may have reached the server is sent again only if that has no further effect: its
/// method is idempotent (RFC 9110, section 9.2.2), or it has the field `Idempotency-Key` or the tag
/// ``repeatable``. A request that certainly did not reach the server is sent again with any method.
/// A body that can be read only once, and has been read, is never sent again.
///
/// The result is the response or the error of the last attempt. No further attempt is made after
/// `limit` attempts, when the `budget` is exhausted, when the server requests a delay longer than
/// `maxRetryAfter`, and when the delay would exceed the total deadline. All of this is checked before
/// any waiting.
public struct Retry: Interceptor {
  /// The tag of requests that may be sent twice with any method.
  public static let repeatable = "repeatable"

  /// The place in the chain of interceptors.
  public let phase = InterceptorPhase.retry

  /// The maximum number of attempts, including the first. Fewer than 2 is one.
  var limit: Int
  /// The delays between attempts.
  var backoff: Backoff
  /// The longest delay that `Retry-After` may request.
  var maxRetryAfter: Duration
  /// The status codes that are temporary.
  var statuses: Set<Int>
  /// The failures of a transport that are temporary. The total deadline and cancellation are never
  /// among them.
  var failures: Set<TransportError.Kind>
  /// The budget of further attempts, which all copies share.
  let budget: RetryBudget

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of attempts, including the first; fewer than 2 is one.
  ///   - backoff: the delays between attempts.
  ///   - maxRetryAfter: the longest delay that `Retry-After` may request.
  ///   - statuses: the status codes that are temporary.
  ///   - failures: the failures of a transport that are temporary.
  ///   - budget: the budget of further attempts, which may be shared with other clients.
  public init(
    limit: Int = 3, backoff: Backoff = Backoff(), maxRetryAfter: Duration = .seconds(60),
    statuses: Set<Int> = Self.defaultStatuses,
    failures: Set<TransportError.Kind> = Self.defaultFailures, budget: RetryBudget = RetryBudget()
  ) {
    (self.limit, self.backoff, self.maxRetryAfter) = (limit, backoff, maxRetryAfter)
    (self.statuses, self.failures, self.budget) = (statuses, failures, budget)
  }

  /// The status codes that are temporary by default: Request Timeout, Too Many Requests, Bad
  /// Gateway, Service Unavailable, Gateway Timeout. 500 is not among them, as the same request
  /// would often fail again.
  public static let defaultStatuses: Set<Int> = [408, 429, 502, 503, 504]

  /// The failures that are temporary by default: those of the connection. An invalid request,
  /// certificate or response would be the same the next time.
  public static let defaultFailures: Set<TransportError.Kind> = [
    .nameNotFound, .cannotConnect, .connectionLost, .truncatedBody,
    .timeout(.connect), .timeout(.firstByte), .timeout(.idle),
  ]

  /// Sends the request again for as long as that may help.
  ///
  /// - Parameters:
  ///   - outcome: the outcome of the first attempt.
  ///   - sentBefore: the number of times that the request had been passed to the transport before
  ///     the first attempt.
  private func continueRetrying(
    from outcome: Result<HTTPResponse, NetworkError>, sentBefore: Int, _ request: ClientRequest,
    _ context: InterceptorContext, _ next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var (outcome, sentBefore, attempt) = (outcome, sentBefore, 1)
    while true {
      if case .success(let response) = outcome, !statuses.contains(response.status.code) {
        return response
      }
      guard attempt < limit, request.body.isReplayable || !request.body.isConsumed else {
        return try outcome.get()
      }
      let wait: Duration?
      switch outcome {
      case .success(let response):
        wait =
          isRepeatable(request, context)
          ? delay(after: attempt, response.fields, context) : nil
      case .failure(let error):
        // All passes to the transport before the last one were answered, so the server may have
        // executed them.
        let isUnsent = !error.mayHaveBeenSent && context.attempts - sentBefore <= 1
        wait =
          isTemporary(error) && (isUnsent || isRepeatable(request, context))
          ? delay(after: attempt, error.response?.fields ?? [:], context) : nil
      }
      // A cancelled caller receives the cancellation, which the sleep throws, and not a response
      // that would have been retried. So the budget is not needed then.
      guard let wait, isInTime(wait, context), Task.isCancelled || budget.withdraw() else {
        return try outcome.get()
      }
      if case .success(let response) = outcome { response.body.cancel() }
      try await context.sleep(for: wait)
      attempt += 1
      sentBefore = context.attempts
      do throws(NetworkError) { outcome = .success(try await next(request)) } catch {
        outcome = .failure(error)
      }
    }
  }

  /// Whether a request may be sent again after it may have reached the server.
  private func isRepeatable(_ request: ClientRequest, _ context: InterceptorContext) -> Bool {
    guard
      request.head.method.isIdempotent || context.tags.contains(Self.repeatable)
        || request.head.fields.contains("Idempotency-Key")
    else { return false }
    // A request that must not use the network is answered by a cache, with the same result the next
    // time.
    return !CacheControlDirectives(request.head.fields).contains(.onlyIfCached)
  }

  /// Whether an error is temporary.
  private func isTemporary(_ error: NetworkError) -> Bool {
    switch error.kind {
    case .transport(let error): failures.contains(error.kind)
    case .timeout(.total): false
    case .timeout(let part): failures.contains(.timeout(part))
    default: false
    }
  }

  /// Returns the delay after an attempt: the longer one of the backoff and of `Retry-After`.
  ///
  /// - Returns: `nil` if the server requests more than `maxRetryAfter`.
  private func delay(
    after attempt: Int, _ fields: HTTPFields, _ context: InterceptorContext
  ) -> Duration? {
    let computed = backoff.delay(after: attempt)
    guard let requested = RetryAfter.duration(fields, now: context.clock.date()) else {
      return computed
    }
    return requested <= maxRetryAfter ? max(requested, computed) : nil
  }

  /// Whether the next attempt would begin before the total deadline.
  private func isInTime(_ wait: Duration, _ context: InterceptorContext) -> Bool {
    context.deadline.map { context.clock.now() + wait < $0 } ?? true
  }
}

extension Retry: SynchronousInterceptor {
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    budget.deposit()
    return .handleOutcome(
      FirstAttemptHandler(retry: self, request: request, sentBefore: context.requestState.attempts))
  }

  /// The handler of the first attempt; in the usual case there is no further one.
  private final class FirstAttemptHandler: OutcomeHandler {
    let retry: Retry
    let request: ClientRequest
    /// The number of times that the request was passed to the transport before.
    let sentBefore: Int

    init(
      retry: Retry, request: ClientRequest, sentBefore: Int
    ) {
      self.retry = retry
      self.request = request
      self.sentBefore = sentBefore
    }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      retry.statuses.contains(response.status.code) ? followUp(of: .success(response)) : nil
    }

    func handle(_ error: NetworkError) -> FollowUp? { followUp(of: .failure(error)) }

    /// Returns the work that retries after an outcome.
    private func followUp(of outcome: Result<HTTPResponse, NetworkError>) -> FollowUp {
      { [self] (context, next) async throws(NetworkError) in
        try await retry.continueRetrying(
          from: outcome, sentBefore: sentBefore, request, context, next)
      }
    }
  }
}

/// A budget of further attempts: a share of the first attempts, and a reserve. It prevents clients
/// from multiplying the load of a server that is failing.
///
/// A class, so that interceptors can share the budget. Each first attempt adds the share, each
/// further one removes a whole attempt. The balance never exceeds the reserve.
public final class RetryBudget: Sendable {
  /// The balance, in thousandths of an attempt.
  private let balance: LockedValue<Int>
  /// The share, in thousandths.
  private let share: Int
  /// The reserve, in thousandths of an attempt.
  private let maxBalance: Int

  /// One attempt in the unit of the balance.
  private static let oneAttempt = 1000

  /// Creates a budget, filled up to the reserve.
  ///
  /// - Parameters:
  ///   - share: the share of the first attempts, from 0 to 1; 0.2 allows one further attempt for
  ///     every five.
  ///   - reserve: the initial and maximum balance, in attempts.
  public init(share: Double = 0.2, reserve: Int = 10) {
    self.share = share.isNaN ? 0 : Int((min(max(share, 0), 1) * Double(Self.oneAttempt)).rounded())
    maxBalance = min(max(reserve, 0), Int.max / Self.oneAttempt - 1) * Self.oneAttempt
    balance = LockedValue(maxBalance)
  }

  /// The number of further attempts that are allowed now.
  package var remaining: Int { balance.value / Self.oneAttempt }

  /// Adds the share of a first attempt.
  func deposit() {
    // Without a reserve, up to one attempt is stored all the same; otherwise the shares would never
    // add up to one.
    balance.withLock { $0 = min($0 + share, max(maxBalance, Self.oneAttempt)) }
  }

  /// Removes one attempt.
  ///
  /// - Returns: false if the balance is less than one attempt.
  func withdraw() -> Bool {
    balance.withLock { balance in
      guard balance >= Self.oneAttempt else { return false }
      balance -= Self.oneAttempt
      return true
    }
  }
}
