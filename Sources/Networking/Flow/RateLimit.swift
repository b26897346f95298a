import TremaHTTP
import TremaSupport

/// Limits the rate of requests. Requests beyond the limit wait in order of arrival.
///
///     let client = client.adding(RateLimit(10, per: .seconds(1), by: .host))
///
/// The limit is a token bucket: it holds at most `burst` tokens and is refilled at a constant rate,
/// and each request that uses the network takes one token. At most `burst` requests are sent at
/// once, and at most `count` + `burst` in any period of the given length. A request whose token
/// would be available only after its deadline fails immediately with `timeout(.total)`. When a
/// request is cancelled, the requests behind it move up.
public struct RateLimit: Interceptor {
  /// The requests that share a limit.
  public enum Scope: Hashable, Sendable {
    /// A single limit for all requests of the client and its copies.
    case client
    /// One limit for each origin: scheme, host and port.
    case host
  }

  /// The interceptor's phase.
  public let phase = InterceptorPhase.rateLimit
  let scope: Scope
  /// The longest `Retry-After` delay that is applied to subsequent requests after a 429 or 503;
  /// longer delays are reduced to it. `nil` ignores the field.
  var maxRetryAfter: Duration?
  /// The buckets, shared by all copies.
  private let buckets: TokenBuckets

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - count: The number of requests in the period; values less than 1 are treated as 1.
  ///   - duration: The period; zero or less means no limit.
  ///   - burst: The maximum number of requests at once after a pause; `nil` means `count`.
  ///   - scope: The requests that share a limit.
  ///   - maxDelay: The longest `Retry-After` delay that is applied to subsequent requests after a
  ///     429 or 503; longer delays are reduced to it. `nil` ignores the field.
  public init(
    _ count: Int, per duration: Duration, burst: Int? = nil, by scope: Scope = .client,
    maxRetryAfter maxDelay: Duration? = nil
  ) {
    let interval = max(duration, .zero) / max(1, count)
    buckets = TokenBuckets(interval: interval, burst: max(1, burst ?? count))
    (self.scope, self.maxRetryAfter) = (scope, maxDelay)
  }

  /// The number of buckets and the number of waiting requests, for tests.
  var counts: (buckets: Int, waiters: Int) { buckets.counts }
}

extension RateLimit: SynchronousInterceptor {
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let (record, clock) = (context.requestState, context.clock)
    let origin = scope == .host ? record.origin(of: request.head.target) : nil
    let bucket = buckets.bucket(of: origin, clock: clock)
    let taken: InterceptorStep =
      maxRetryAfter.map {
        .handleOutcome(RetryAfterHandler(maxRetryAfter: $0, bucket: bucket, clock: clock))
      } ?? .proceed
    if try bucket.tryAcquire(clock) { return taken }
    return .wait { () async throws(NetworkError) in
      try await bucket.acquire(until: record.deadline, clock: clock)
      return taken
    }
  }

  /// The handler for a request that has taken a token. The response may request a pause.
  private final class RetryAfterHandler: OutcomeHandler {
    let maxRetryAfter: Duration
    let bucket: TokenBucket
    let clock: NetworkClock

    init(
      maxRetryAfter: Duration, bucket: TokenBucket, clock: NetworkClock
    ) {
      self.maxRetryAfter = maxRetryAfter
      self.bucket = bucket
      self.clock = clock
    }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      if response.status == .tooManyRequests || response.status == .serviceUnavailable,
        let delay = RetryAfter.duration(response.fields, now: clock.date())
      {
        bucket.pause(until: clock.now() + min(delay, maxRetryAfter))
      }
      return nil
    }
  }
}

/// The buckets of one limit. A full bucket is removed unless another task holds it, since that task
/// might take a token from it while later requests take theirs from a new bucket.
final class TokenBuckets: Sendable {
  /// The buckets by origin.
  private struct State {
    var buckets: [Origin?: TokenBucket] = [:]
    /// The last bucket used. Most clients use it again.
    var last: (origin: Origin?, bucket: TokenBucket)?
    /// The number of buckets at which full ones are removed.
    var pruneThreshold = 64

    /// Removes the full buckets that are not held by a task.
    mutating func removeFull(_ now: Duration) {
      last = nil
      var removed: [Origin?] = []
      // We advance the index manually because `indices` would retain the buckets, and then none of
      // them would be uniquely referenced.
      var index = buckets.startIndex
      while index != buckets.endIndex {
        let isFree = isKnownUniquelyReferenced(&buckets.values[index])
        if isFree, buckets.values[index].isFull(now) { removed.append(buckets.keys[index]) }
        buckets.formIndex(after: &index)
      }
      for origin in removed { buckets[origin] = nil }
    }
  }

  private let interval: Duration
  private let burst: Int
  private let state = LockedValue(State())

  init(interval: Duration, burst: Int) { (self.interval, self.burst) = (interval, burst) }

  /// Returns an origin's bucket, creating it if necessary; `nil` means the bucket shared by
  /// all origins.
  func bucket(of origin: Origin?, clock: NetworkClock) -> TokenBucket {
    state.withLock { state in
      if let (known, bucket) = state.last, known == origin { return bucket }
      if let bucket = state.buckets[origin] {
        state.last = (origin, bucket)
        return bucket
      }
      if state.buckets.count >= state.pruneThreshold {
        state.removeFull(clock.uptime)
        state.pruneThreshold = max(64, state.buckets.count * 2)
      }
      let bucket = TokenBucket(interval: interval, burst: burst)
      state.buckets[origin] = bucket
      state.last = (origin, bucket)
      return bucket
    }
  }

  var counts: (buckets: Int, waiters: Int) {
    let buckets = state.withLock { Array($0.buckets.values) }
    return (buckets.count, buckets.reduce(0) { $0 + $1.waiters })
  }
}
