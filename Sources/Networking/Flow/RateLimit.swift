import TremaHTTP
import TremaSupport

/// Sends no more than a number of requests in some time; those that come too soon wait for their turn,
/// the first one first.
///
///     let client = client.adding(RateLimit(10, per: .seconds(1), by: .host))
///
/// A bucket with `burst` tokens is filled evenly, and each request that goes to the network takes one:
/// so no more than `burst` go at once, and no more than the number and `burst` in any such time. A
/// request whose turn would come after its deadline fails at once with `timeout(.total)`; one that is
/// cancelled leaves, and those behind it move up.
public struct RateLimit: Interceptor {
  /// The requests that share a limit.
  public enum Scope: Hashable, Sendable {
    /// One bucket for all that the client and its copies send.
    case client
    /// One for each server: scheme, host and port.
    case host
  }

  /// The place in the chain of interceptors.
  public let phase = InterceptorPhase.rateLimit
  let scope: Scope
  /// The longest `Retry-After` of a 429 or 503 that holds up what follows; a longer one is cut to it.
  /// Nil looks at none.
  var patience: Duration?
  private let buckets: TokenBuckets

  /// - Parameters:
  ///   - count: at least 1; fewer is 1.
  ///   - duration: in which they are sent; none or less is no limit.
  ///   - burst: how many may go at once after some rest; nil is `count`.
  ///   - patience: the longest `Retry-After` of a 429 or 503 that is obeyed; `nil` obeys none.
  public init(
    _ count: Int, per duration: Duration, burst: Int? = nil, by scope: Scope = .client,
    obeyingRetryAfterUpTo patience: Duration? = nil
  ) {
    let interval = max(duration, .zero) / max(1, count)
    buckets = TokenBuckets(interval: interval, burst: max(1, burst ?? count))
    (self.scope, self.patience) = (scope, patience)
  }

  /// The numbers of buckets and of waiting requests, for tests.
  var counts: (buckets: Int, waiters: Int) { buckets.counts }
}

extension RateLimit: SynchronousInterceptor {
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let (record, clock) = (context.record, context.clock)
    let origin = scope == .host ? record.origin(of: request.head.target) : nil
    let bucket = buckets.bucket(of: origin, clock: clock)
    let taken: InterceptorStep =
      patience.map { .around(Taken(patience: $0, bucket: bucket, clock: clock)) } ?? .past
    if try bucket.takeAtOnce(clock) { return taken }
    return .waiting { () async throws(NetworkError) in
      try await bucket.take(until: record.deadline, clock: clock)
      return taken
    }
  }

  /// A token whose answer may say that those behind it come too soon.
  private final class Taken: OutcomeHandler {
    let patience: Duration
    let bucket: TokenBucket
    let clock: NetworkClock

    init(
      patience: Duration, bucket: TokenBucket, clock: NetworkClock
    ) {
      self.patience = patience
      self.bucket = bucket
      self.clock = clock
    }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      if response.status == .tooManyRequests || response.status == .serviceUnavailable,
        let asked = RetryAfter.duration(response.fields, now: clock.date())
      {
        bucket.pause(until: clock.now() + min(asked, patience))
      }
      return nil
    }
  }
}

/// The buckets of one limit. A full bucket is removed unless a request is about to take a token
/// from it: another request would take the same token from a new bucket.
final class TokenBuckets: Sendable {
  private struct State {
    var buckets: [Origin?: TokenBucket] = [:]
    /// The one that was asked for last, which is the next one, too, of most clients.
    var last: (origin: Origin?, bucket: TokenBucket)?
    /// The number of buckets at which full ones are removed.
    var bound = 64

    mutating func forgetFull(_ now: Duration) {
      last = nil
      var gone: [Origin?] = []
      // Not by `indices`, which hold the buckets as well.
      var index = buckets.startIndex
      while index != buckets.endIndex {
        let isFree = isKnownUniquelyReferenced(&buckets.values[index])
        if isFree, buckets.values[index].isFull(now) { gone.append(buckets.keys[index]) }
        buckets.formIndex(after: &index)
      }
      for origin in gone { buckets[origin] = nil }
    }
  }

  private let interval: Duration
  private let burst: Int
  private let state = LockedValue(State())

  init(interval: Duration, burst: Int) { (self.interval, self.burst) = (interval, burst) }

  func bucket(of origin: Origin?, clock: NetworkClock) -> TokenBucket {
    state.withLock { state in
      if let (known, bucket) = state.last, known == origin { return bucket }
      if let bucket = state.buckets[origin] {
        state.last = (origin, bucket)
        return bucket
      }
      if state.buckets.count >= state.bound {
        state.forgetFull(clock.uptime)
        state.bound = max(64, state.buckets.count * 2)
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
