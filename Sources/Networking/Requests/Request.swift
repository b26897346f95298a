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

extension Request: Redacted {
  /// For a log: the method and the target, without user names and queries.
  public var description: String { draft.description }
}

extension AnyDraft: Redacted {
  /// For a log: the method and the target, without user names and queries.
  public var description: String { "\(request.method) \(request.redactedTarget)" }
}
