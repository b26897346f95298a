import TremaHTTP
import TremaSupport

/// Sends requests: a base URL, the common parts of all requests, the interceptors around them, and
/// a transport.
///
/// A client is a value. A copy with more interceptors or constraints shares the transport, the
/// state of the constraints and the queue with the original.
///
/// A request is handled in this order: it is built; it waits for the constraints; it passes the
/// interceptors, ordered by ``InterceptorPhase``; it waits in the queue if the number of concurrent
/// requests is limited; the transport sends it. The response passes the interceptors in reverse
/// order; then its status is checked and its body is decoded. ``description`` lists these stages.
public struct HTTPClient: Sendable {
  /// The URL that relative targets are resolved against. Its path precedes theirs, with or without
  /// a trailing slash.
  public var baseURL: String? {
    didSet { base = baseURL.map(BaseURL.init) }
  }
  /// The default fields of requests; a field of the request replaces one with the same name.
  ///
  /// They are sent only to the origin of the base URL: its scheme, host and port. A request to
  /// another origin gets none of them. If an interceptor changes the origin of a request, the
  /// fields are removed before the request is passed to the transport, except for those that the
  /// request names itself and those whose value an interceptor has changed. Without a base URL they
  /// are sent to every origin.
  public var fields: HTTPFields
  /// The default deadlines; each part applies unless the request has its own.
  public var deadlines: HTTPDeadlines
  /// The encoders and decoders of requests that have none of their own.
  public var coders: ClientCoders
  /// The maximum size in bytes of a body that is read as a whole. If it is negative, each request
  /// fails with `unsupported`.
  public var responseLimit = 64 << 20
  /// The maximum size in bytes of a compressed body after decompression.
  public var decodedLimit = 64 << 20
  /// The clock for total deadlines, interceptors and stores.
  public var clock = NetworkClock.system
  /// The interceptors in their order.
  private(set) var chain = InterceptorChain.empty
  /// The constraints, each with the identity by which requests share its runs.
  private(set) var registeredConstraints: [RegisteredConstraint] = []
  /// The transport that sends the requests.
  public let transport: any HTTPTransport
  /// The state that copies share.
  let core: ClientCore
  /// The parsed base URL, so that it is not parsed for each request.
  private(set) var base: BaseURL?

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - baseURL: the URL that relative targets are resolved against.
  ///   - fields: the default fields of requests.
  ///   - deadlines: the default deadlines.
  ///   - coders: the default encoders and decoders.
  ///   - concurrency: the maximum number of requests in flight. Others wait, ordered by priority,
  ///     then by age. `nil` is unlimited; with a number less than 1, each request fails with
  ///     `unsupported`. A request counts until its response has been received as a whole; a
  ///     streamed one (``RequestBuilder/response``), until its body has ended, was cancelled or was
  ///     released. The time in the queue counts only for the deadline `total`, which is `nil` by
  ///     default: a streamed body that is retained and not read blocks the waiting requests.
  ///   - transport: the transport that sends the requests.
  public init(
    baseURL: String? = nil, fields: HTTPFields = [:], deadlines: HTTPDeadlines = HTTPDeadlines(),
    coders: ClientCoders = ClientCoders(), concurrency: Int? = nil, transport: any HTTPTransport
  ) {
    self.baseURL = baseURL
    self.fields = fields
    self.deadlines = deadlines
    self.coders = coders
    self.transport = transport
    core = ClientCore(concurrency: concurrency)
    base = baseURL.map(BaseURL.init)
  }

  /// The interceptors, ordered from the app to the network.
  public var interceptors: [any Interceptor] { chain.links.map(\.interceptor) }

  /// The constraints, in the order in which they are checked.
  public var constraints: [any Constraint] { registeredConstraints.map(\.constraint) }

  /// Returns a copy with one more interceptor. It is ordered by its phase; within the phase it is
  /// the innermost, nearest to the network.
  public func adding(_ interceptor: some Interceptor) -> HTTPClient {
    var copy = self
    copy.chain = chain.adding(interceptor)
    return copy
  }

  /// Returns a copy without the interceptors with a name.
  public func removing(interceptor name: String) -> HTTPClient {
    var copy = self
    copy.chain = chain.removing(name)
    return copy
  }

  /// Returns a copy with one more constraint. Constraints are checked one after the other, in the
  /// order in which they were added.
  ///
  /// Requests of this copy, and of copies of it, share the runs of the constraint. To share them
  /// with other clients, add the same object to each of them: a value that is added twice counts as
  /// two constraints, as each may belong to another user.
  public func adding(_ constraint: some Constraint) -> HTTPClient {
    var copy = self
    copy.registeredConstraints.append(RegisteredConstraint(constraint))
    return copy
  }

  /// Returns a copy without constraints and without the interceptors up to a position, for requests
  /// that the interceptor at that position sends itself.
  func withoutInterceptors(upTo index: Int) -> HTTPClient {
    var copy = withoutConstraints
    copy.chain = chain.suffix(after: index)
    return copy
  }

  /// A copy without constraints, for requests that satisfy one.
  var withoutConstraints: HTTPClient {
    var copy = self
    copy.registeredConstraints = []
    return copy
  }

  /// Sends a request and returns the decoded value.
  ///
  /// - Throws: ``NetworkError``, which also wraps the errors of interceptors and decoders.
  public func send<Value>(_ request: Request<Value>) async throws(NetworkError) -> Value {
    try await Exchange(self, request).value()
  }

  /// Sends a `GET` request and returns its response.
  ///
  ///     let page = try await client.get("https://example.com")
  public func get(_ target: String) async throws(NetworkError) -> Response<[UInt8]> {
    try await send(RequestBuilder.get(target).bytes.withHead)
  }

  /// Sends a `GET` request and decodes its JSON response.
  public func get<Value: Decodable & Sendable>(
    _ target: String, as type: Value.Type
  ) async throws(NetworkError) -> Value {
    try await send(RequestBuilder.get(target).decoding(type))
  }
}

extension HTTPClient: Redacted {
  /// The stages of a request, in order: `https://api.example.com: gates 'session' → interceptors
  /// 'Trace', 'Retry' → 4 at once → curl 8.5.0`. It contains no user names, queries or field
  /// values.
  public var description: String {
    var steps: [String] = []
    if !registeredConstraints.isEmpty {
      steps.append("gates \(Self.list(constraints.map(\.name)))")
    }
    if !chain.links.isEmpty {
      steps.append("interceptors \(Self.list(chain.links.map(\.name)))")
    }
    if let queue = core.queue { steps.append("\(queue.limit) at once") }
    steps.append(transport.name)
    let base = baseURL.map { HTTPRequest(.get, $0).redactedTarget } ?? "any host"
    return "\(base): \(steps.joined(separator: " → "))"
  }

  /// Returns names in quotation marks, separated by commas.
  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}

/// The state that copies of a client share: the state of the constraints and the queue of requests.
final class ClientCore: Sendable {
  /// The queue; `nil` if the number of concurrent requests is unlimited.
  let queue: RequestQueue?
  /// The state of the constraints.
  let constraintCoordinator = ConstraintCoordinator()
  /// The error of every request; `nil` if requests can be sent.
  let problem: NetworkError.Kind?

  init(concurrency: Int?) {
    queue = concurrency.map { RequestQueue(limit: $0) }
    problem = concurrency.flatMap { limit in
      limit > 0
        ? nil : .unsupported("the number of concurrent requests must be at least 1, not \(limit)")
    }
  }
}
