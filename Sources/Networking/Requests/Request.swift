import TremaHTTP

/// A request and the decoder of its response. It is cold: nothing is sent until a client sends it,
/// and it can be sent any number of times.
public struct Request<Value: Sendable>: Sendable {
  /// The request; the rule of its body has been enforced.
  package let draft: Draft<BodyAllowed>
  /// The decoder of the response.
  let decoder: ResponseDecoder<Value>

  /// Creates a request that decodes its response.
  public init<Body: BodyRule>(_ draft: Draft<Body>, decoder: ResponseDecoder<Value>) {
    self.draft = Draft(draft)
    self.decoder = decoder
  }

  /// The error that prevents sending; `nil` if none is known yet.
  public var problem: NetworkError? { draft.problem }
}

extension Request: Redacted {
  /// A description for logs: the method and the target, without user names and queries.
  public var description: String { draft.description }
}
