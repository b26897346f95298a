import TremaHTTP
import TremaSupport

/// The state of a request in flight, shared by its interceptors and errors.
final class RequestState: Sendable {
  private struct State {
    /// The number of times that the request has been passed to the transport or a mock.
    var attempts = 0
    /// Whether the caller has already received a result.
    var isGivenUp = false
    /// The request that was sent last.
    var request: HTTPRequest?
    /// The current attempt's response head.
    var response: HTTPResponseHead?
    /// The identities that interceptors have reported, in order of their first calls.
    var identities: [KnownIdentity] = []
    /// The trace that starts with the exchange, or `nil` until an interceptor needs one.
    var trace: TraceContext?
  }

  /// The identity that an interceptor reported on its first call.
  struct KnownIdentity: Sendable {
    /// The position of the interceptor in the chain, since names are not necessarily unique.
    let index: Int
    /// The target that the identity was reported for.
    let target: String
    /// The identity, or `nil` for an anonymous request.
    let value: String?
  }

  let client: HTTPClient
  // These frequently used properties are copied from the client, since a copy of the whole client
  // retains a dozen references.
  let chain: InterceptorChain
  let clock: NetworkClock
  let builder: RequestBuilder<BodyAllowed>
  /// The decoder's `Accept` value, or `nil` if it has none.
  let accept: String?
  /// Whether the body is streamed or read as a whole.
  let delivery: TransportContext.Delivery
  /// The request as it was built, before any interceptor changed it.
  let builtRequest: ClientRequest
  /// The components of the target that was built.
  private let builtURL: URLReference
  /// The total deadline, according to `clock`, or `nil` if there is none.
  let deadline: ContinuousClock.Instant?
  /// The slot in the queue, or `nil` if the number of concurrent requests is unlimited.
  let queueSlot: QueueSlot?
  private let state = LockedValue(State())

  /// Builds the request. The total deadline starts now.
  init<Value>(_ client: HTTPClient, _ request: Request<Value>) throws(NetworkError) {
    let start = client.clock.now()
    let (builder, decoder) = (request.builder, request.decoder)
    (builtRequest, builtURL) = try client.build(builder, accept: decoder.accept)
    (self.client, self.builder, accept) = (client, builder, decoder.accept)
    (chain, clock) = (client.chain, client.clock)
    delivery =
      decoder.isStreaming
      ? .stream : .whole(limit: builder.options.responseLimit ?? client.responseLimit)
    deadline = builtRequest.head.deadlines.total.map { start + $0 }
    queueSlot = client.core.queue.map { QueueSlot(in: $0) }
  }

  /// Returns a target's components, or `nil` if it is not a URL. The target that was built is not
  /// parsed again.
  func url(of target: String) -> URLReference? { withURL(of: target) { $0 } }

  /// Calls a closure with the components of a target without copying them. Returns the closure's
  /// result, or `nil` if the target is not a URL.
  func withURL<Answer, Failure: Error>(
    of target: String, _ body: (URLReference) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    // Strings are compared by canonical equivalence. If a string equals an ASCII string and has the
    // same UTF-8 length, the two are identical.
    if target == builtRequest.head.target, target.utf8.count == builtRequest.head.target.utf8.count
    {
      return try body(builtURL)
    }
    guard let url = try? URLReference(target) else { return nil }
    return try body(url)
  }

  /// Returns the origin of a target, or `unknown` if it is not a URL.
  func origin(of target: String) -> Origin {
    withURL(of: target) { Origin($0) ?? .unknown } ?? .unknown
  }

  /// Prepares a request for the transport; see `HTTPClient.removeClientFields`. Without
  /// interceptors the request is unchanged.
  func prepareForTransport(_ sent: inout ClientRequest) {
    if chain.links.isEmpty { return }
    client.removeClientFields(&sent, builtFor: builtRequest.head.target, builder, accept: accept)
  }

  /// The number of attempts so far.
  var attempts: Int { state.withLock { $0.attempts } }

  /// The request that was sent last, or `nil` before the first attempt.
  var sentRequest: HTTPRequest? { state.withLock { $0.request } }

  /// Registers an attempt.
  ///
  /// - Returns: False if the caller has already received a result, so nothing may be sent.
  func tryBeginAttempt(_ request: HTTPRequest) -> Bool {
    state.withLock { state in
      guard !state.isGivenUp else { return false }
      state.attempts += 1
      state.request = request
      state.response = nil
      return true
    }
  }

  /// Prevents further attempts because the caller is about to receive a result.
  ///
  /// - Returns: Whether there has been an attempt.
  func giveUp() -> Bool {
    state.withLock { state in
      state.isGivenUp = true
      return state.attempts > 0
    }
  }

  /// Stores the identity that an interceptor has reported. The first identity for a target is kept,
  /// as the response may be stored or shared for that user.
  func recordIdentity(_ identity: String?, ofInterceptorAt index: Int, for target: String) {
    state.withLock { state in
      let isKnown = state.identities.contains { $0.index == index && $0.target == target }
      if isKnown { return }
      state.identities.append(KnownIdentity(index: index, target: target, value: identity))
    }
  }

  /// Returns the stored identity, or `nil` if the interceptor has not reported one.
  func identity(ofInterceptorAt index: Int, for target: String) -> KnownIdentity? {
    state.withLock { state in
      state.identities.first { $0.index == index && $0.target == target }
    }
  }

  /// Returns the trace for an exchange that is not part of another trace. All calls return the same
  /// trace.
  func rootTrace() -> TraceContext {
    state.withLock { state in
      let trace = state.trace ?? TraceContext()
      state.trace = trace
      return trace
    }
  }

  /// Stores the response's head for the current attempt.
  func recordResponse(_ response: HTTPResponseHead) { state.withLock { $0.response = response } }

  /// Returns an error that includes the request, the response and the number of attempts.
  func completed(_ error: NetworkError) -> NetworkError {
    let known = state.withLock { $0 }
    var error = error
    error.request = error.request ?? known.request ?? builtRequest.head
    error.response = error.response ?? known.response
    error.attempts = known.attempts
    if error.response != nil { error.mayHaveBeenSent = true }
    return error
  }
}
