import TremaHTTP

/// Wraps the sending of a request. It can change the request before it is sent and the response
/// after it is received, send the request again, or respond to it without sending it.
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
  /// The name in errors, which is also used to skip the interceptor. The default is the name of the
  /// type.
  var name: String { get }

  /// The phase, which determines the position in the chain regardless of when the interceptor was
  /// added. The default is ``InterceptorPhase/app``.
  var phase: InterceptorPhase { get }

  /// Handles a request and returns its response.
  ///
  /// - Parameters:
  ///   - request: The request, with an absolute URL.
  ///   - context: The request's context.
  ///   - next: Sends a request through the inner interceptors. It can be called any number of
  ///     times, even while an earlier response's body is unread: all calls share one slot of the
  ///     client's concurrency limit. A body that is not replayable is refused on the second call.
  /// - Throws: The error that ends the request.
  func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse

  /// Returns the user whose credentials the interceptor adds to a request: any string that is
  /// stable for the user. The default, `nil`, means that it adds none. This function must not use
  /// the network.
  func identity(for request: ClientRequest) async -> String?
}

extension Interceptor {
  /// Returns `nil`, as the interceptor adds no credentials.
  public func identity(for request: ClientRequest) async -> String? { nil }

  /// The type's name.
  public var name: String { "\(Self.self)" }
  /// ``InterceptorPhase/app``
  public var phase: InterceptorPhase { .app }

  /// A function that sends a request through the remaining interceptors.
  public typealias Next =
    @Sendable (ClientRequest) async throws(NetworkError) -> HTTPResponse
}

/// A request in the chain of interceptors, with an absolute URL, all its fields and its body.
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
  /// The request's state.
  let requestState: RequestState
  /// The position of this interceptor in the chain.
  let index: Int
  /// The `next` function of the interceptor, for work that outlives its call.
  let next: @Sendable (ClientRequest) async throws(NetworkError) -> HTTPResponse

  /// The request's options.
  package var options: RequestOptions { requestState.builder.options }

  /// Whether a mock responds to the request.
  var isMocked: Bool { requestState.builder.options.mock != nil }

  /// The total deadline, according to ``clock``, or `nil` if there is none.
  public var deadline: ContinuousClock.Instant? { requestState.deadline }

  /// The tags of the request, for an app's interceptors.
  public var tags: Set<String> { requestState.builder.options.tags }

  /// The client's clock.
  public var clock: NetworkClock { requestState.clock }

  /// Whether the response's body is streamed; otherwise it is received as a whole.
  public var isStreaming: Bool { requestState.delivery == .stream }

  /// The number of times that the request has been passed to the transport.
  public var attempts: Int { requestState.attempts }

  /// A client for this interceptor's own requests. It is the sending client without constraints,
  /// without this interceptor and without the interceptors outside it, so requests never wait for
  /// themselves.
  public var client: HTTPClient { requestState.client.withoutInterceptors(upTo: index) }

  /// Returns the target's components, or `nil` if an interceptor has replaced it with an invalid
  /// URL.
  func url(of request: ClientRequest) -> URLReference? { requestState.url(of: request.head.target) }

  /// Returns the target's origin.
  func origin(of request: ClientRequest) -> Origin { requestState.origin(of: request.head.target) }

  /// Returns the user on whose behalf a request would be sent from here. It is derived from the
  /// identities of the inner interceptors, and the request's own fields: `Authorization`, `Cookie`
  /// and any fields marked with ``RequestBuilder/onlyForOrigin(_:)`` or with the
  /// `originBoundFields` parameter of ``Redirects``. The network is not used.
  public func identity(of request: ClientRequest) async -> RequestIdentity {
    let step = StepContext(requestState: requestState, index: index)
    return if let known = step.knownIdentity(of: request) { known } else {
      await step.identity(of: request)
    }
  }

  /// Waits for a duration, according to ``clock``.
  ///
  /// - Throws: `timeout(.total)` immediately if the total deadline is earlier, or `cancelled` if
  ///   the task is cancelled.
  public func sleep(for duration: Duration) async throws(NetworkError) {
    let end = clock.now() + duration
    if let deadline, deadline <= end { throw NetworkError(.timeout(.total)) }
    do { try await clock.sleep(end) } catch { throw NetworkError(.cancelled) }
  }
}

extension ClientRequest: Redacted {
  /// A description for logs that omits secrets and the body.
  public var description: String { "\(head), \(body)" }
}

/// The phase of a request, on its way from the app to the network, in which an interceptor acts. A
/// client sorts its interceptors by phase. Interceptors in the same phase keep the order they were
/// added; the first one is outermost.
public enum InterceptorPhase: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// An app's interceptors, each of which handles a request once, with its final response.
  case app
  /// Compression of the body, before anything is derived from it.
  case compression
  /// Identical requests in flight share one response.
  case deduplication
  /// Retries. Inner interceptors run once per attempt.
  case retry
  /// Redirects. Inner interceptors run once per hop.
  case redirects
  /// Cookies are added and stored.
  case cookies
  /// The cache. Inner interceptors run only if the network is used: a stored response needs no
  /// token.
  case cache
  /// Credentials are added, and refused requests are sent again.
  case authentication
  /// Waiting for a network connection.
  case connectivity
  /// A second request if the first one is slow.
  case hedging
  /// The limit on the rate of requests.
  case rateLimit
  /// The limit on concurrent requests per host.
  case hostLimit
  /// The trace context is added. Each attempt and each hop is a separate span.
  case tracing
  /// The messages as they are passed to and received from the transport.
  case wire

  /// Orders phases by their position in the chain.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
