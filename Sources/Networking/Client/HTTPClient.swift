import TremaHTTP
import TremaSupport

/// Sends requests: a base URL, what all of them have in common, what is around them, and a
/// transport. A value: a copy with something more shares the transport, the gates and the queue.
///
/// The order is: the request is built; it waits at the gates; it goes through the interceptors, by
/// their ``InterceptorPhase``; it waits for its turn; the transport sends it; and when the response has
/// come back through the interceptors, its status and then its body are looked at.
/// ``description`` shows what there is of this.
public struct HTTPClient: Sendable {
  /// The URL against which relative targets are resolved; its path precedes theirs, with or without a
  /// final slash.
  public var baseURL: String? {
    didSet { base = baseURL.map(BaseURL.init) }
  }
  /// Fields that a request has unless it says otherwise. They are for the server of the base URL
  /// alone: its scheme, host and port. A request to another one gets none of them; one that an
  /// interceptor leads to another one loses them before it is handed to the transport, as far as it
  /// still has them as they are here and did not say them itself. Without a base URL they are for
  /// every server that is asked.
  public var fields: HTTPFields
  /// The deadlines of a request, part by part, unless it has its own.
  public var deadlines: HTTPDeadlines
  /// The encoders and decoders of requests that name none of their own.
  public var coders: ClientCoders
  /// The most bytes of a body that is read as a whole. Fewer than 0 is the error `unsupported` of
  /// each request.
  public var responseLimit = 64 << 20
  /// The most bytes that a compressed body may become.
  public var decodedLimit = 64 << 20
  /// The clock of total deadlines, interceptors and stores.
  public var clock = NetworkClock.system
  private(set) var chain = InterceptorChain.empty
  private(set) var gates: [Gate] = []
  /// The transport that sends the requests.
  public let transport: any HTTPTransport
  let core: ClientCore
  /// Read once, not for each request.
  private(set) var base: BaseURL?

  /// - Parameter concurrency: how many requests are on their way at once; further ones wait, those
  ///   of high priority first. Nil is without limit; fewer than 1 is the error `unsupported` of
  ///   each request. A request has its place until its response is there as a whole; one that is
  ///   read as it comes (``Draft/response``), until its body has ended, has been cancelled, or is
  ///   released. Waiting for a place counts for the deadline `total` alone, which is nil unless it
  ///   is set: a body that is kept and not read holds up those that wait.
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
  public var constraints: [any Constraint] { gates.map(\.constraint) }

  /// A copy in which an interceptor is at its place, within those that are there already: nearer
  /// to the network.
  public func adding(_ interceptor: some Interceptor) -> HTTPClient {
    var copy = self
    copy.chain = chain.adding(interceptor)
    return copy
  }

  /// A copy without the interceptors of a name.
  public func removing(interceptor name: String) -> HTTPClient {
    var copy = self
    copy.chain = chain.removing(name)
    return copy
  }

  /// A copy with a gate that requests wait at. Gates are passed one after the other, in order.
  ///
  /// Requests of this copy, and of copies of it, share the runs of the gate. To share them with another
  /// copy, add one object to both: a value that is added twice is two gates, as it may be of two users.
  public func adding(_ constraint: some Constraint) -> HTTPClient {
    var copy = self
    copy.gates.append(Gate(constraint))
    return copy
  }

  /// Without the interceptors up to one, and the gates, for what that one sends itself.
  func inside(of index: Int) -> HTTPClient {
    var copy = withoutConstraints
    copy.chain = chain.inside(of: index)
    return copy
  }

  /// Without gates, for what opens one.
  var withoutConstraints: HTTPClient {
    var copy = self
    copy.gates = []
    return copy
  }

  /// Sends a request, and makes its value of the response.
  ///
  /// - Throws: ``NetworkError`` alone, also for errors of interceptors and decoders.
  public func send<Value>(_ request: Request<Value>) async throws(NetworkError) -> Value {
    try await Exchange(self, request).value()
  }

  /// Sends a `GET`.
  ///
  ///     let page = try await client.get("https://example.com")
  public func get(_ target: String) async throws(NetworkError) -> Response<[UInt8]> {
    try await send(Draft.get(target).bytes.withHead)
  }

  /// Sends a `GET` whose answer is JSON.
  public func get<Value: Decodable & Sendable>(
    _ target: String, as type: Value.Type
  ) async throws(NetworkError) -> Value {
    try await send(Draft.get(target).decoding(type))
  }
}

extension HTTPClient: Redacted {
  /// The stages of a request, in order: `https://api.example.com: gates 'session' → interceptors
  /// 'Trace', 'Retry' → 4 at once → curl 8.5.0`. Without user names, queries and values of fields.
  public var description: String {
    var steps: [String] = []
    if !gates.isEmpty { steps.append("gates \(Self.list(constraints.map(\.name)))") }
    if !chain.links.isEmpty {
      steps.append("interceptors \(Self.list(chain.links.map(\.name)))")
    }
    if let queue = core.queue { steps.append("\(queue.limit) at once") }
    steps.append(transport.name)
    let base = baseURL.map { HTTPRequest(.get, $0).redactedTarget } ?? "any host"
    return "\(base): \(steps.joined(separator: " → "))"
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}

/// The state that copies of a client share: the gates and the queue of requests.
final class ClientCore: Sendable {
  let queue: RequestQueue?
  let gates = ConstraintGates()
  /// Why nothing can be sent.
  let problem: NetworkError.Kind?

  init(concurrency: Int?) {
    queue = concurrency.map { RequestQueue(limit: $0) }
    problem = concurrency.flatMap { limit in
      limit > 0 ? nil : .unsupported("no request can be sent where \(limit) may be on their way")
    }
  }
}
