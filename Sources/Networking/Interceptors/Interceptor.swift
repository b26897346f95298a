import TremaHTTP

/// Stands around the sending of a request: it may change the request before, the response after, send
/// it again, or answer itself.
///
///     func intercept(
///       _ request: ClientRequest, context: InterceptorContext, next: Next
///     ) async throws(NetworkError) -> HTTPResponse {
///       var request = request
///       request.head.fields["X-Trace"] = trace()
///       return try await next(request)
///     }
public protocol Interceptor: Sendable {
  /// By this a request goes round it, and errors say who ended them.
  var name: String { get }

  /// - Parameter next: sends it on, through the interceptors behind this one. It may be called any
  ///   number of times, also while the body of an earlier response is unread: all of them together
  ///   take one place of the client's limit. A body that is not replayable is refused the second
  ///   time.
  func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse
}

extension Interceptor {
  public var name: String { "\(Self.self)" }

  public typealias Next =
    @Sendable (ClientRequest) async throws(NetworkError) -> HTTPResponse
}

/// A request on its way: absolute, with all fields, and its body.
public struct ClientRequest: Sendable {
  public var head: HTTPRequest
  public var body: HTTPBody

  public init(_ head: HTTPRequest, body: HTTPBody = .empty) {
    self.head = head
    self.body = body
  }
}

/// What an interceptor may know of the request that it sees.
public struct InterceptorContext: Sendable {
  public let options: RequestOptions
  /// When the deadline of the whole is over; nil without one.
  public let deadline: ContinuousClock.Instant?
  let outer: HTTPClient
  let index: Int
  let record: ExchangeRecord

  public var tags: Set<String> { options.tags }

  /// How often the request has been handed to the transport so far.
  public var attempts: Int { record.attempts }

  /// The client that sends it, to send other requests; without its gates, this interceptor and those
  /// that stand around it, so that nothing waits for itself.
  public var client: HTTPClient { outer.inside(of: index) }
}

extension ClientRequest: Redacted {
  /// For a log: without what may be a secret, and without the body.
  public var description: String { "\(head), \(body)" }
}
