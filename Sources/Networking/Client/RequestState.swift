import TremaHTTP
import TremaSupport

/// The state of a request in flight, which its interceptors and errors share.
final class RequestState: Sendable {
  private struct State {
    var attempts = 0
    var isGivenUp = false
    /// The request that was sent last.
    var request: HTTPRequest?
    /// The head of its response.
    var response: HTTPResponseHead?
    var identities: [KnownIdentity] = []
    /// The trace that the exchange begins; `nil` until an interceptor needs one.
    var trace: TraceContext?
  }

  /// The identity that an interceptor reported when it was first asked.
  struct KnownIdentity: Sendable {
    /// The position of the interceptor in the chain: names need not be unique.
    let index: Int
    let target: String
    /// The identity; `nil` for an anonymous request.
    let value: String?
  }

  let client: HTTPClient
  // Parts of the client that are asked for often: the whole costs a dozen references to copy.
  let chain: InterceptorChain
  let clock: NetworkClock
  let draft: Draft<BodyAllowed>
  let accept: String?
  let delivery: TransportContext.Delivery
  /// The request as it was built, before any interceptor changed it.
  let built: ClientRequest
  private let builtURL: URLReference
  /// The total deadline.
  let deadline: ContinuousClock.Instant?
  /// The place in the queue; `nil` if the number of concurrent requests is unlimited.
  let place: QueuePlace?
  private let state = LockedValue(State())

  init<Value>(_ client: HTTPClient, _ request: Request<Value>) throws(NetworkError) {
    let start = client.clock.now()
    let (draft, decoder) = (request.draft, request.decoder)
    (built, builtURL) = try client.build(draft, accept: decoder.accept)
    (self.client, self.draft, accept) = (client, draft, decoder.accept)
    (chain, clock) = (client.chain, client.clock)
    delivery =
      decoder.isStreaming
      ? .stream : .whole(limit: draft.options.responseLimit ?? client.responseLimit)
    deadline = built.head.deadlines.total.map { start + $0 }
    place = client.core.queue.map { QueuePlace(in: $0) }
  }

  /// The parts of a target: those of the one that was built are known.
  func url(of target: String) -> URLReference? { withURL(of: target) { $0 } }

  /// Asks something about the parts of a target, which are not copied for it.
  ///
  /// - Returns: nil where it is no URL.
  func withURL<Answer, Failure: Error>(
    of target: String, _ ask: (URLReference) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    // No other text that counts as equal to one of ASCII has as many bytes.
    if target == built.head.target, target.utf8.count == built.head.target.utf8.count {
      return try ask(builtURL)
    }
    guard let url = try? URLReference(target) else { return nil }
    return try ask(url)
  }

  /// The server of a target.
  func origin(of target: String) -> Origin {
    withURL(of: target) { Origin($0) ?? .unknown } ?? .unknown
  }

  /// Makes a request what goes to the transport.
  func leave(_ sent: inout ClientRequest) {
    if chain.links.isEmpty { return }
    client.leave(&sent, builtFor: built.head.target, draft, accept: accept)
  }

  var attempts: Int { state.withLock { $0.attempts } }

  /// The last one.
  var sent: HTTPRequest? { state.withLock { $0.request } }

  /// - Returns: false when the caller does not wait any more.
  func begin(_ request: HTTPRequest) -> Bool {
    state.withLock { state in
      guard !state.isGivenUp else { return false }
      state.attempts += 1
      state.request = request
      state.response = nil
      return true
    }
  }

  /// Prevents any further sending.
  ///
  /// - Returns: whether something has been.
  func giveUp() -> Bool {
    state.withLock { state in
      state.isGivenUp = true
      return state.attempts > 0
    }
  }

  /// An interceptor has asked for the identity, and may store or share the response for that user.
  func note(_ identity: String?, ofInterceptorAt index: Int, for target: String) {
    state.withLock { state in
      let isKnown = state.identities.contains { $0.index == index && $0.target == target }
      if isKnown { return }
      state.identities.append(KnownIdentity(index: index, target: target, value: identity))
    }
  }

  /// Returns the noted identity, or `nil` if the interceptor has not been asked.
  func identity(ofInterceptorAt index: Int, for target: String) -> KnownIdentity? {
    state.withLock { state in
      state.identities.first { $0.index == index && $0.target == target }
    }
  }

  /// The trace of an exchange outside of any other.
  func ownTrace() -> TraceContext {
    state.withLock { state in
      let trace = state.trace ?? TraceContext()
      state.trace = trace
      return trace
    }
  }

  func end(_ response: HTTPResponseHead) { state.withLock { $0.response = response } }

  /// An error with all that is known.
  func completed(_ error: NetworkError) -> NetworkError {
    let known = state.withLock { $0 }
    var error = error
    error.request = error.request ?? known.request ?? built.head
    error.response = error.response ?? known.response
    error.attempts = known.attempts
    if error.response != nil { error.mayHaveBeenSent = true }
    return error
  }
}
