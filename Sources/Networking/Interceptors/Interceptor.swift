import TremaHTTP

/// Wraps the sending of a request: it may change the request before and the response after, send the
/// request again, or answer it itself.
///
///     struct Trace: Interceptor {
///       let name = "Trace"
///
///       func intercept(
///         _ request: ClientRequest, context: InterceptorContext, next: Next
///       ) async throws(NetworkError) -> HTTPResponse {
///         var request = request
///         request.head.fields["X-Trace"] = trace()
///         return try await next(request)
///       }
///     }
public protocol Interceptor: Sendable {
  /// The name by which requests skip the interceptor, and which errors give.
  var name: String { get }

  /// The phase that decides its position, whenever it was added. The default is ``InterceptorPhase/app``.
  var phase: InterceptorPhase { get }

  /// - Parameter next: sends it on, through the interceptors behind this one. It may be called any
  ///   number of times, also while the body of an earlier response is unread: all of them together
  ///   take one place of the client's limit. A body that is not replayable is refused the second
  ///   time.
  func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse

  /// The user whose credentials the interceptor adds to a request, in any words that stay the same
  /// for the same user; `nil`, the default, if it adds none. It must not use the network.
  func identity(for request: ClientRequest) async -> String?
}

extension Interceptor {
  /// `nil`: the interceptor knows no identity.
  public func identity(for request: ClientRequest) async -> String? { nil }

  /// The name of the type.
  public var name: String { "\(Self.self)" }
  /// ``InterceptorPhase/app``
  public var phase: InterceptorPhase { .app }

  /// Sends a request through the rest of the chain.
  public typealias Next =
    @Sendable (ClientRequest) async throws(NetworkError) -> HTTPResponse
}

/// A request on its way: absolute, with all fields, and its body.
public struct ClientRequest: Sendable {
  /// The method, target and fields.
  public var head: HTTPRequest
  /// The body.
  public var body: HTTPBody

  /// Creates a request.
  public init(_ head: HTTPRequest, body: HTTPBody = .empty) {
    self.head = head
    self.body = body
  }
}

/// The context of a request that an interceptor handles.
public struct InterceptorContext: Sendable {
  let record: RequestState
  /// The position of this interceptor in the chain.
  let index: Int
  /// The `next` of the interceptor, for work that outlives its call.
  let onward: @Sendable (ClientRequest) async throws(NetworkError) -> HTTPResponse

  package var options: RequestOptions { record.draft.options }

  /// Whether the request brings its answer along.
  var isMocked: Bool { record.draft.options.mock != nil }

  /// The end of the total deadline, by ``clock``; `nil` if there is none.
  public var deadline: ContinuousClock.Instant? { record.deadline }

  /// The tags of the request, for interceptors of the app.
  public var tags: Set<String> { record.draft.options.tags }

  /// The client's.
  public var clock: NetworkClock { record.clock }

  /// Whether the body of the response is handed over as it comes; else it is there as a whole.
  public var isStreaming: Bool { record.delivery == .stream }

  /// The number of times the request has been passed to the transport.
  public var attempts: Int { record.attempts }

  /// The client that sends it, to send other requests; without its gates, this interceptor and those
  /// that are around it, so that nothing waits for itself.
  public var client: HTTPClient { record.client.inside(of: index) }

  /// The parts of its target; nil where an interceptor has made something of it that is no URL.
  func url(of request: ClientRequest) -> URLReference? { record.url(of: request.head.target) }

  /// The server that it goes to.
  func origin(of request: ClientRequest) -> Origin { record.origin(of: request.head.target) }

  /// Returns the user on whose behalf a request would be sent from here, by the interceptors further in
  /// and its own fields: `Authorization`, `Cookie`, and those that are marked with
  /// ``Draft/onlyForOrigin(_:)`` or by the parameter `marked` of ``Redirects``. The network is not used.
  public func identity(of request: ClientRequest) async -> RequestIdentity {
    let step = StepContext(record: record, index: index)
    return if let known = step.knownIdentity(of: request) { known } else {
      await step.identity(of: request)
    }
  }

  /// Waits.
  ///
  /// - Throws: `timeout(.total)` at once when the deadline of the whole comes first, `cancelled` when
  ///   the task is cancelled.
  public func sleep(for duration: Duration) async throws(NetworkError) {
    let end = clock.now() + duration
    if let deadline, deadline <= end { throw NetworkError(.timeout(.total)) }
    do { try await clock.sleep(end) } catch { throw NetworkError(.cancelled) }
  }
}

extension ClientRequest: Redacted {
  /// A description for logs, without secrets and without the body.
  public var description: String { "\(head), \(body)" }
}

/// The phase of a request, on its way from the app to the network, in which an interceptor acts. A client
/// sorts its interceptors by phase; those of one phase keep the order in which they were added, the first
/// one outermost.
public enum InterceptorPhase: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// The interceptors of an app: each sees a request once, and its final response.
  case app
  /// The body is compressed before anything is derived from it.
  case compression
  /// Identical requests that are in flight share one response.
  case deduplication
  /// Further in, all is done once an attempt.
  case retry
  /// Further in, all is done once a hop.
  case redirects
  case cookies
  /// Further in, the network is needed: a stored response needs no token.
  case cache
  case authentication
  case connectivity
  case hedging
  case rateLimit
  case hostLimit
  /// The trace context is sent; each attempt and each hop is an operation of its own.
  case tracing
  /// The messages as they are passed to and received from the transport.
  case wire

  /// Orders by the place in the chain.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
