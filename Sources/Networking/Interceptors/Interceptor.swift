import TremaHTTP

/// Wraps the sending of a request. It may change the request before it is sent and the response
/// afterwards, send the request again, or answer it itself.
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
  /// The name in errors, by which requests skip the interceptor. The default is the name of the
  /// type.
  var name: String { get }

  /// The phase, which determines the position in the chain regardless of when the interceptor was
  /// added. The default is ``InterceptorPhase/app``.
  var phase: InterceptorPhase { get }

  /// Handles a request and returns its response.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - context: the context of the request.
  ///   - next: sends a request through the interceptors further in. It may be called any number of
  ///     times, also while the body of an earlier response is unread: all calls share one place of
  ///     the client's limit of concurrent requests. A body that is not replayable is refused the
  ///     second time.
  /// - Throws: the error that ends the request.
  func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse

  /// Returns the user whose credentials the interceptor adds to a request, as any text that stays
  /// the same for the same user; `nil`, the default, if it adds none. It must not use the network.
  func identity(for request: ClientRequest) async -> String?
}

extension Interceptor {
  /// `nil`: the interceptor knows no identity.
  public func identity(for request: ClientRequest) async -> String? { nil }

  /// The name of the type.
  public var name: String { "\(Self.self)" }
  /// ``InterceptorPhase/app``
  public var phase: InterceptorPhase { .app }

  /// A function that sends a request through the rest of the chain.
  public typealias Next =
    @Sendable (ClientRequest) async throws(NetworkError) -> HTTPResponse
}

/// A request in the chain of interceptors: absolute, with all fields and its body.
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
  /// The state of the request.
  let requestState: RequestState
  /// The position of this interceptor in the chain.
  let index: Int
  /// The `next` of the interceptor, for work that outlives its call.
  let next: @Sendable (ClientRequest) async throws(NetworkError) -> HTTPResponse

  /// The options of the request.
  package var options: RequestOptions { requestState.builder.options }

  /// Whether the request is answered by a mock.
  var isMocked: Bool { requestState.builder.options.mock != nil }

  /// The end of the total deadline, by ``clock``; `nil` if there is none.
  public var deadline: ContinuousClock.Instant? { requestState.deadline }

  /// The tags of the request, for interceptors of the app.
  public var tags: Set<String> { requestState.builder.options.tags }

  /// The clock of the client.
  public var clock: NetworkClock { requestState.clock }

  /// Whether the body of the response is streamed; otherwise it is received as a whole.
  public var isStreaming: Bool { requestState.delivery == .stream }

  /// The number of times the request has been passed to the transport.
  public var attempts: Int { requestState.attempts }

  /// A client for other requests of this interceptor. It is the sending client without constraints
  /// and without this interceptor and those further out, so that no request waits for itself.
  public var client: HTTPClient { requestState.client.withoutInterceptors(upTo: index) }

  /// Returns the parts of the target; `nil` if an interceptor has replaced it by something that is
  /// no URL.
  func url(of request: ClientRequest) -> URLReference? { requestState.url(of: request.head.target) }

  /// Returns the origin of the target.
  func origin(of request: ClientRequest) -> Origin { requestState.origin(of: request.head.target) }

  /// Returns the user on whose behalf a request would be sent from here: the identities of the
  /// interceptors further in, and the request's own fields `Authorization`, `Cookie` and those that
  /// are marked with ``RequestBuilder/onlyForOrigin(_:)`` or by the parameter `marked` of ``Redirects``. The
  /// network is not used.
  public func identity(of request: ClientRequest) async -> RequestIdentity {
    let step = StepContext(requestState: requestState, index: index)
    return if let known = step.knownIdentity(of: request) { known } else {
      await step.identity(of: request)
    }
  }

  /// Waits for a duration by ``clock``.
  ///
  /// - Throws: `timeout(.total)` at once if the total deadline is earlier, `cancelled` if the task
  ///   is cancelled.
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

/// The phase of a request, from the app to the network, in which an interceptor acts. A client
/// sorts its interceptors by phase. Those of one phase keep the order in which they were added; the
/// first one is outermost.
public enum InterceptorPhase: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// The interceptors of an app: each handles a request once, with its final response.
  case app
  /// Compression of the body, before anything is derived from it.
  case compression
  /// Identical requests in flight share one response.
  case deduplication
  /// Retries. Interceptors further in run once per attempt.
  case retry
  /// Redirects. Interceptors further in run once per hop.
  case redirects
  /// Cookies are added and stored.
  case cookies
  /// The cache. Interceptors further in run only if the network is used: a stored response needs no
  /// token.
  case cache
  /// Credentials are added; a refused request is sent again.
  case authentication
  /// Waiting for a network connection.
  case connectivity
  /// A second request if the first one is slow.
  case hedging
  /// The limit of requests per time.
  case rateLimit
  /// The limit of concurrent requests per host.
  case hostLimit
  /// The trace context is added; each attempt and each hop is a span of its own.
  case tracing
  /// The messages as they are passed to and received from the transport.
  case wire

  /// Orders by the position in the chain.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
