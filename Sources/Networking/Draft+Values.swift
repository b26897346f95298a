import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// What becomes of the response: the last step of a draft.
extension Draft {
  /// A value of JSON.
  public func decoding<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, with decoder: JSONDecoder? = nil
  ) -> Request<Value> {
    Request(
      self,
      decoder: ResponseDecoder(accept: "application/json") { response, coders in
        let bytes = try await response.body.collect(upTo: .max)
        return try (decoder ?? coders.jsonDecoder).decode(Value.self, from: Data(bytes))
      })
  }

  /// The bytes of the body.
  public var bytes: Request<[UInt8]> {
    Request(
      self,
      decoder: ResponseDecoder { response, _ in try await response.body.collect(upTo: .max) })
  }

  /// Nothing: the body, if there is one, is read and dropped.
  public var empty: Request<Void> {
    Request(self, decoder: ResponseDecoder { _, _ in })
  }

  /// Head and body, the body as it comes.
  public var response: Request<HTTPResponse> {
    Request(self, decoder: ResponseDecoder(isStreaming: true) { response, _ in response })
  }
}
