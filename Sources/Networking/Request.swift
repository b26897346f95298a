import TremaHTTP

/// What is to be sent, and what becomes of the response. It is cold: nothing happens until a client
/// sends it, and it can be sent any number of times.
public struct Request<Value: Sendable>: Sendable {
  public let draft: AnyDraft
  public let decoder: ResponseDecoder<Value>

  public init<Body: BodyRule>(_ draft: Draft<Body>, decoder: ResponseDecoder<Value>) {
    self.draft = AnyDraft(draft)
    self.decoder = decoder
  }

  init(_ draft: AnyDraft, decoder: ResponseDecoder<Value>) {
    self.draft = draft
    self.decoder = decoder
  }

  /// What makes it impossible to send; nil when nothing is known yet.
  public var problem: NetworkError? { draft.problem }

  /// The same with another value made of the first one.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> Request<Other> {
    Request<Other>(draft, decoder: decoder.map(transform))
  }
}

/// A draft without its rule of bodies, which has been kept.
public struct AnyDraft: Sendable {
  public var request: HTTPRequest
  public var query: Parameters
  public var body: RequestBody
  public var options: RequestOptions
  public var problem: NetworkError?

  init<Body: BodyRule>(_ draft: Draft<Body>) {
    request = draft.request
    query = draft.query
    body = draft.body
    options = draft.options
    problem = draft.problem
  }
}

/// Makes a value of a response whose status is one of success.
public struct ResponseDecoder<Value: Sendable>: Sendable {
  /// Whether the body is handed over as it comes, or read first.
  public let isStreaming: Bool
  /// What is asked for in `Accept`, unless the request says so itself.
  public let accept: String?
  public let decode: @Sendable (HTTPResponse, ClientCoders) async throws -> Value
  /// Makes a value of the body of a failure, for ``HTTPFailure/value``.
  public var decodeFailure: (@Sendable ([UInt8], ClientCoders) throws -> any Sendable)?

  public init(
    accept: String? = nil, isStreaming: Bool = false,
    _ decode: @escaping @Sendable (HTTPResponse, ClientCoders) async throws -> Value
  ) {
    self.accept = accept
    self.isStreaming = isStreaming
    self.decode = decode
  }

  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> ResponseDecoder<Other> {
    let decode = decode
    var other = ResponseDecoder<Other>(accept: accept, isStreaming: isStreaming) {
      try transform(try await decode($0, $1))
    }
    other.decodeFailure = decodeFailure
    return other
  }
}
