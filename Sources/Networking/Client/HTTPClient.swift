import TremaHTTP
import TremaSupport

/// A client that sends requests. It consists of a base URL, the defaults for all requests,
/// interceptors, constraints, and a transport.
///
/// `HTTPClient` is a value type. A copy with additional interceptors or constraints shares the
/// transport, the state of the constraints and the queue with the original.
///
/// A request is handled in this order: it is built; it waits for the constraints; it passes
/// through the interceptors, ordered by ``InterceptorPhase``; it waits in the queue if the number
/// of concurrent requests is limited; and the transport sends it. The response passes through the
/// interceptors in reverse order; then its status is checked and its body is decoded.
/// ``description`` lists these stages.
public struct HTTPClient: Sendable {
  /// The URL that relative targets are resolved against. Targets are appended to its path, which
  /// may or may not end in a slash.
  public var baseURL: String? {
    didSet { base = baseURL.map(BaseURL.init) }
  }
  /// The default fields of requests. A field of the request replaces the default with the same
  /// name.
  ///
  /// The defaults are sent only to the base URL's origin: its scheme, host and port. Requests to
  /// other origins get none of them. If an interceptor changes the origin of a request, the
  /// defaults are removed before the request is passed to the transport, except for fields that the
  /// request specifies itself and fields whose value an interceptor has changed. Without a base
  /// URL, the defaults are sent to every origin.
  public var fields: HTTPFields
  /// The default deadlines. Each part applies unless the request has its own.
  public var deadlines: HTTPDeadlines
  /// The default encoders and decoders of requests.
  public var coders: ClientCoders
  /// The maximum size, in bytes, of a body that is read as a whole. If it is negative, every
  /// request fails with `unsupported`.
  public var responseLimit = 64 << 20
  /// The maximum decompressed size of a compressed body, in bytes.
  public var decodedLimit = 64 << 20
  /// The clock for total deadlines, interceptors and stores.
  public var clock = NetworkClock.system
  /// The interceptor chain.
  private(set) var chain = InterceptorChain.empty
  /// The constraints, each with the identity that determines which requests share one evaluation of
  /// it.
  private(set) var registeredConstraints: [RegisteredConstraint] = []
  /// The transport that sends the requests.
  public let transport: any HTTPTransport
  /// The state shared by copies.
  let core: ClientCore
  /// The base URL, parsed once instead of for each request.
  private(set) var base: BaseURL?

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - baseURL: The URL that relative targets are resolved against.
  ///   - fields: The default fields of requests.
  ///   - deadlines: The default deadlines.
  ///   - coders: The default encoders and decoders.
  ///   - concurrency: The maximum number of requests in flight. Other requests wait, ordered by
  ///     priority, then by age. `nil` is unlimited; if the number is less than 1, every request
  ///     fails with `unsupported`. A request counts until its response has been received as a
  ///     whole, or if it is streamed (``RequestBuilder/response``), until its body has ended, was
  ///     cancelled or was released. The time in the queue counts only toward the `total` deadline,
  ///     which is `nil` by default: a streamed body that is retained but not read blocks the
  ///     waiting requests.
  ///   - transport: The transport that sends the requests.
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

  /// The constraints, in the order they are checked.
  public var constraints: [any Constraint] { registeredConstraints.map(\.constraint) }

  /// Returns a copy with an additional interceptor, which is ordered by its phase. Within the
  /// phase, it is the innermost one, closest to the network.
  public func adding(_ interceptor: some Interceptor) -> HTTPClient {
    var copy = self
    copy.chain = chain.adding(interceptor)
    return copy
  }

  /// Returns a copy without the interceptors with the given name.
  public func removing(interceptor name: String) -> HTTPClient {
    var copy = self
    copy.chain = chain.removing(name)
    return copy
  }

  /// Returns a copy with an additional constraint. Constraints are checked one at a time, in the
  /// order they were added.
  ///
  /// Requests sent by this copy and by copies of it share one evaluation of the constraint. To
  /// share it with other clients, add the same object to each client. A value that is added twice
  /// counts as two constraints, since each may be intended for a different user.
  public func adding(_ constraint: some Constraint) -> HTTPClient {
    var copy = self
    copy.registeredConstraints.append(RegisteredConstraint(constraint))
    return copy
  }

  /// Returns a copy without constraints and without the interceptors up to the given position. It
  /// is used for requests that are sent by the interceptor at that position.
  func withoutInterceptors(upTo index: Int) -> HTTPClient {
    var copy = withoutConstraints
    copy.chain = chain.suffix(after: index)
    return copy
  }

  /// A copy without constraints, for the requests made to satisfy a constraint.
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
  /// The stages of a request, in order: `https://api.example.com: constraints 'session' →
  /// interceptors 'Trace', 'Retry' → up to 4 concurrent requests → curl 8.5.0`. It contains no user
  /// names, queries or field values.
  public var description: String {
    var steps: [String] = []
    if !registeredConstraints.isEmpty {
      steps.append("constraints \(Self.list(constraints.map(\.name)))")
    }
    if !chain.links.isEmpty {
      steps.append("interceptors \(Self.list(chain.links.map(\.name)))")
    }
    if let queue = core.queue { steps.append("up to \(queue.limit) concurrent requests") }
    steps.append(transport.name)
    let base = baseURL.map { HTTPRequest(.get, $0).redactedTarget } ?? "any host"
    return "\(base): \(steps.joined(separator: " → "))"
  }

  /// Returns quoted names, separated by commas.
  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}

/// The state shared by copies of a client: the constraint states and the request queue.
final class ClientCore: Sendable {
  /// The queue, or `nil` if the number of concurrent requests is unlimited.
  let queue: RequestQueue?
  /// The state of the constraints.
  let constraintCoordinator = ConstraintCoordinator()
  /// The error for every request, or `nil` if requests can be sent.
  let problem: NetworkError.Kind?

  init(concurrency: Int?) {
    queue = concurrency.map { RequestQueue(limit: $0) }
    problem = concurrency.flatMap { limit in
      limit > 0
        ? nil : .unsupported("the number of concurrent requests must be at least 1, not \(limit)")
    }
  }
}
