import TremaHTTP
import TremaSupport

/// Sends a request again if its failure may be temporary.
///
///     let client = client.adding(Retry())
///
/// A request that may have reached the server is sent again only if repeating it has no further
/// effect: its method is idempotent (RFC 9110, section 9.2.2), or it has the `Idempotency-Key`
/// field or the ``repeatable`` tag. A request that certainly did not reach the server is sent again
/// regardless of its method. A body that can be read only once and has been read is never sent
/// again.
///
/// The result is the response or error of the last attempt. No further attempt is made after
/// `limit` attempts, when the `budget` is exhausted, when the server requests a delay longer than
/// `maxRetryAfter`, or when the delay would exceed the total deadline. These conditions are checked
/// before waiting.
public struct Retry: Interceptor {
  /// The tag for requests that may be sent twice regardless of their method.
  public static let repeatable = "repeatable"

  /// The interceptor's phase.
  public let phase = InterceptorPhase.retry

  /// The maximum number of attempts, including the first; values less than 1 are treated as 1.
  var limit: Int
  /// The delays between attempts.
  var backoff: Backoff
  /// The longest delay accepted from `Retry-After`.
  var maxRetryAfter: Duration
  /// The status codes that indicate a temporary failure.
  var statuses: Set<Int>
  /// The temporary transport failures. They never include the total deadline and cancellation.
  var failures: Set<TransportError.Kind>
  /// The retry budget, shared by all copies.
  let budget: RetryBudget

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of attempts, including the first; values less than 1 are treated
  ///     as 1.
  ///   - backoff: The delays between attempts.
  ///   - maxRetryAfter: The longest delay accepted from `Retry-After`.
  ///   - statuses: The status codes that indicate a temporary failure.
  ///   - failures: The temporary transport failures.
  ///   - budget: The retry budget, which may be shared with other clients.
  public init(
    limit: Int = 3, backoff: Backoff = Backoff(), maxRetryAfter: Duration = .seconds(60),
    statuses: Set<Int> = Self.defaultStatuses,
    failures: Set<TransportError.Kind> = Self.defaultFailures, budget: RetryBudget = RetryBudget()
  ) {
    (self.limit, self.backoff, self.maxRetryAfter) = (limit, backoff, maxRetryAfter)
    (self.statuses, self.failures, self.budget) = (statuses, failures, budget)
  }

  /// The default status codes that indicate a temporary failure: Request Timeout, Too Many
  /// Requests, Bad Gateway, Service Unavailable and Gateway Timeout. They do not include 500, as
  /// the same request would often fail again.
  public static let defaultStatuses: Set<Int> = [408, 429, 502, 503, 504]

  /// The default temporary failures, which affect the connection. An invalid request, certificate
  /// or response would be the same the next time.
  public static let defaultFailures: Set<TransportError.Kind> = [
    .nameNotFound, .cannotConnect, .connectionLost, .truncatedBody,
    .timeout(.connect), .timeout(.firstByte), .timeout(.idle),
  ]

  /// Sends the request again while that may help.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the first attempt.
  ///   - sentBefore: The number of times that the request had been passed to the transport before
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
        // There was a response to all but the last pass to the transport, so the server may have
        // executed the request.
        let isUnsent = !error.mayHaveBeenSent && context.attempts - sentBefore <= 1
        wait =
          isTemporary(error) && (isUnsent || isRepeatable(request, context))
          ? delay(after: attempt, error.response?.fields ?? [:], context) : nil
      }
      // A cancelled caller receives the cancellation error that the sleep throws, and not a
      // response that would have been retried, so it doesn't use up the budget.
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

  /// Returns whether a request may be sent again after it may have reached the server.
  private func isRepeatable(_ request: ClientRequest, _ context: InterceptorContext) -> Bool {
    guard
      request.head.method.isIdempotent || context.tags.contains(Self.repeatable)
        || request.head.fields.contains("Idempotency-Key")
    else { return false }
    // A cache responds to requests that must not use the network, with the same result the next
    // time.
    return !CacheControlDirectives(request.head.fields).contains(.onlyIfCached)
  }

  /// Returns whether an error is temporary.
  private func isTemporary(_ error: NetworkError) -> Bool {
    switch error.kind {
    case .transport(let error): failures.contains(error.kind)
    case .timeout(.total): false
    case .timeout(let part): failures.contains(.timeout(part))
    default: false
    }
  }

  /// Returns the delay after an attempt: the longer of the backoff and `Retry-After`. Returns `nil`
  /// if the server requests more than `maxRetryAfter`.
  private func delay(
    after attempt: Int, _ fields: HTTPFields, _ context: InterceptorContext
  ) -> Duration? {
    let computed = backoff.delay(after: attempt)
    guard let requested = RetryAfter.duration(fields, now: context.clock.date()) else {
      return computed
    }
    return requested <= maxRetryAfter ? max(requested, computed) : nil
  }

  /// Returns whether the next attempt would start before the total deadline.
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

  /// The handler for the first attempt. Usually there are no further attempts.
  private final class FirstAttemptHandler: OutcomeHandler {
    let retry: Retry
    let request: ClientRequest
    /// The number of times that the request had been passed to the transport before.
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

/// A retry budget that consists of a fraction of the first attempts and a reserve. It prevents
/// clients from multiplying the load of a failing server.
///
/// It's a class so that interceptors can share a budget. Each first attempt adds the fraction, and
/// each retry removes one attempt. The balance never exceeds the reserve.
public final class RetryBudget: Sendable {
  /// The balance, in thousandths of an attempt.
  private let balance: LockedValue<Int>
  /// The fraction, in thousandths of an attempt.
  private let share: Int
  /// The reserve, in thousandths of an attempt.
  private let maxBalance: Int

  /// One attempt in the unit of the balance.
  private static let oneAttempt = 1000

  /// Creates a budget whose reserve is full.
  ///
  /// - Parameters:
  ///   - share: The fraction of the first attempts, from 0 to 1. For example, 0.2 allows one retry
  ///     for every five requests.
  ///   - reserve: The initial and maximum balance, in attempts.
  public init(share: Double = 0.2, reserve: Int = 10) {
    self.share = share.isNaN ? 0 : Int((min(max(share, 0), 1) * Double(Self.oneAttempt)).rounded())
    maxBalance = min(max(reserve, 0), Int.max / Self.oneAttempt - 1) * Self.oneAttempt
    balance = LockedValue(maxBalance)
  }

  /// The number of retries that are currently allowed.
  package var remaining: Int { balance.value / Self.oneAttempt }

  /// Adds the fraction for a first attempt.
  func deposit() {
    // Up to one attempt is stored even without a reserve; otherwise the fractions would never add
    // up to one.
    balance.withLock { $0 = min($0 + share, max(maxBalance, Self.oneAttempt)) }
  }

  /// Removes one attempt.
  ///
  /// - Returns: False if the balance is less than one attempt.
  func withdraw() -> Bool {
    balance.withLock { balance in
      guard balance >= Self.oneAttempt else { return false }
      balance -= Self.oneAttempt
      return true
    }
  }
}
