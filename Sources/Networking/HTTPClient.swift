import TremaHTTP

/// Sends requests: a base URL, what all of them have in common, what stands around them, and a
/// transport. A value: a copy with something more shares the transport, the gates and the queue.
public struct HTTPClient: Sendable {
  /// What relative targets are resolved against; its path is kept before theirs, whether it ends in
  /// a slash or not.
  public var baseURL: String?
  /// Fields that a request has unless it says otherwise.
  public var fields: HTTPFields
  /// Deadlines of requests that have none of their own.
  public var deadlines: HTTPDeadlines
  public var coders: ClientCoders
  /// The most bytes of a body that is read as a whole.
  public var responseLimit = 64 << 20
  public private(set) var interceptors: [any Interceptor] = []
  public private(set) var constraints: [any Constraint] = []
  public let transport: any HTTPTransport
  let core: ClientCore

  /// - Parameter concurrency: how many requests are on their way at once; further ones wait, those of
  ///   high priority first. Nil is without limit.
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
  }

  /// A copy in which an interceptor stands within those that are there: nearer to the network.
  public func adding(_ interceptor: some Interceptor) -> HTTPClient {
    var copy = self
    copy.interceptors.append(interceptor)
    return copy
  }

  /// A copy with a gate that requests wait at. Gates are passed one after the other, in order.
  public func adding(_ constraint: some Constraint) -> HTTPClient {
    var copy = self
    copy.constraints.append(constraint)
    return copy
  }

  /// Without the interceptors from one on, and the gates, for what they send themselves.
  func inside(of count: Int) -> HTTPClient {
    var copy = withoutConstraints
    copy.interceptors = Array(interceptors[(count + 1)...])
    return copy
  }

  /// Without gates, for what opens one.
  var withoutConstraints: HTTPClient {
    var copy = self
    copy.constraints = []
    return copy
  }

  /// Sends a request, and makes its value of the response.
  ///
  /// - Throws: ``NetworkError``; nothing else comes out, whatever interceptors and decoders throw.
  public func send<Value>(_ request: Request<Value>) async throws(NetworkError) -> Value {
    try await Exchange(self, request).value()
  }
}
