import TremaHTTP
import TremaSupport

/// Sends a request again when its failure may be one that passes.
///
///     let client = client.adding(Retry())
///
/// What may have reached the server is sent again only where twice is as good as once: the method
/// is idempotent (RFC 9110, section 9.2.2), the request has the field `Idempotency-Key`, or it has
/// the tag ``repeatable``. What surely has not reached it is sent again with any method. A body
/// that can be read once and has been is never sent again.
///
/// What ends it is what the last attempt gave, the response or the error: after ``limit`` attempts,
/// when the ``budget`` is spent, when the server asks for more patience than ``patience``, and when the
/// deadline of the whole comes before the next attempt would. All of that is known before anything is
/// waited for.
public struct Retry: Interceptor {
  /// The tag of requests that may be sent twice with any method.
  public static let repeatable = "repeatable"

  /// The place in the chain of interceptors.
  public let phase = InterceptorPhase.retry

  /// The maximum number of attempts, including the first. Fewer than 2 is one.
  var limit: Int
  var backoff: Backoff
  /// The most that a `Retry-After` may ask for.
  var patience: Duration
  /// The codes that pass.
  var statuses: Set<Int>
  /// The failures of a transport that are temporary. The total deadline and cancellation are never
  /// among them.
  var failures: Set<TransportError.Kind>
  /// Shared by all copies.
  let budget: RetryBudget

  /// Creates an interceptor; each parameter is described at the property of the same name.
  public init(
    limit: Int = 3, backoff: Backoff = Backoff(), patience: Duration = .seconds(60),
    statuses: Set<Int> = Self.passingStatuses,
    failures: Set<TransportError.Kind> = Self.passingFailures, budget: RetryBudget = RetryBudget()
  ) {
    (self.limit, self.backoff, self.patience) = (limit, backoff, patience)
    (self.statuses, self.failures, self.budget) = (statuses, failures, budget)
  }

  /// Request Timeout, Too Many Requests, Bad Gateway, Service Unavailable, Gateway Timeout. 500 is
  /// none of them: what fails at the request itself fails again.
  public static let passingStatuses: Set<Int> = [408, 429, 502, 503, 504]

  /// The way to the server, and what was lost on it. What is wrong with the request, the certificate
  /// or the answer is the same the next time.
  public static let passingFailures: Set<TransportError.Kind> = [
    .nameNotFound, .cannotConnect, .connectionLost, .truncatedBody,
    .timeout(.connect), .timeout(.firstByte), .timeout(.idle),
  ]

  /// Sends it again for as long as that may help.
  ///
  /// - Parameters:
  ///   - outcome: of the first attempt.
  ///   - sentBefore: how often it had been handed to the transport before that.
  private func goOn(
    from outcome: Result<HTTPResponse, NetworkError>, sentBefore: Int, _ request: ClientRequest,
    _ context: InterceptorContext, _ next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var (outcome, sentBefore, attempt) = (outcome, sentBefore, 1)
    while true {
      if case .success(let response) = outcome, !statuses.contains(response.status.code) {
        return response
      }
      guard attempt < limit, request.body.isReplayable || !request.body.isSpent else {
        return try outcome.get()
      }
      let wait: Duration?
      switch outcome {
      case .success(let response):
        wait =
          isRepeatable(request, context)
          ? pause(after: attempt, response.fields, context) : nil
      case .failure(let error):
        // All attempts before the last one have been answered, so they may have been executed.
        let isUnsent = !error.mayHaveBeenSent && context.attempts - sentBefore <= 1
        wait =
          passes(error) && (isUnsent || isRepeatable(request, context))
          ? pause(after: attempt, error.response?.fields ?? [:], context) : nil
      }
      // A cancelled caller gets the cancellation, and not a response that was to be retried: the
      // sleep throws.
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

  private func isRepeatable(_ request: ClientRequest, _ context: InterceptorContext) -> Bool {
    guard
      request.head.method.isIdempotent || context.tags.contains(Self.repeatable)
        || request.head.fields.contains("Idempotency-Key")
    else { return false }
    // What may not go to the network is answered by a cache, the next time as well.
    return !CacheControlDirectives(request.head.fields).contains(.onlyIfCached)
  }

  private func passes(_ error: NetworkError) -> Bool {
    switch error.kind {
    case .transport(let error): failures.contains(error.kind)
    case .timeout(.total): false
    case .timeout(let part): failures.contains(.timeout(part))
    default: false
    }
  }

  /// - Returns: nil when the server asks for more than there is patience for.
  private func pause(
    after attempt: Int, _ fields: HTTPFields, _ context: InterceptorContext
  ) -> Duration? {
    let own = backoff.pause(after: attempt)
    guard let asked = RetryAfter.duration(fields, now: context.clock.date()) else { return own }
    return asked <= patience ? max(asked, own) : nil
  }

  private func isInTime(_ wait: Duration, _ context: InterceptorContext) -> Bool {
    context.deadline.map { context.clock.now() + wait < $0 } ?? true
  }
}

extension Retry: SynchronousInterceptor {
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    budget.deposit()
    return .around(
      First(retry: self, request: request, sentBefore: context.record.attempts))
  }

  /// The first attempt, after which there are seldom others.
  private final class First: OutcomeHandler {
    let retry: Retry
    let request: ClientRequest
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

    private func followUp(of outcome: Result<HTTPResponse, NetworkError>) -> FollowUp {
      { [self] (context, next) async throws(NetworkError) in
        try await retry.goOn(from: outcome, sentBefore: sentBefore, request, context, next)
      }
    }
  }
}

/// A budget of repeated requests: a share of first attempts, and a reserve. It keeps clients from
/// multiplying the load of a server that is down.
///
/// A class, so that its holders share the budget. Each first attempt adds a share, each further one
/// removes a whole; the balance never exceeds the reserve.
public final class RetryBudget: Sendable {
  /// The balance, in thousandths of an attempt.
  private let balance: LockedValue<Int>
  private let share: Int
  private let most: Int

  private static let whole = 1000

  /// - Parameters:
  ///   - share: of the first attempts, from 0 to 1; 0.2 allows one more for every five.
  ///   - reserve: what there is at the beginning, and the most that is kept, in attempts.
  public init(share: Double = 0.2, reserve: Int = 10) {
    self.share = share.isNaN ? 0 : Int((min(max(share, 0), 1) * Double(Self.whole)).rounded())
    most = min(max(reserve, 0), Int.max / Self.whole - 1) * Self.whole
    balance = LockedValue(most)
  }

  /// The number of further attempts that it allows now.
  package var left: Int { balance.value / Self.whole }

  func deposit() {
    // Less than a whole is kept without a reserve, too: else there would never be one.
    balance.withLock { $0 = min($0 + share, max(most, Self.whole)) }
  }

  /// - Returns: false when there is nothing left.
  func withdraw() -> Bool {
    balance.withLock { balance in
      guard balance >= Self.whole else { return false }
      balance -= Self.whole
      return true
    }
  }
}
