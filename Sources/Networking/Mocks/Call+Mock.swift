import TremaHTTP

// For the mock of a service: a protocol whose functions return calls.
extension Call {
  /// Gives a value, and sends nothing.
  public static func value(_ value: Value) -> Call {
    Call(
      .answering, Request(Draft<BodyForbidden>.get("/"), decoder: ResponseDecoder { _, _ in value })
    )
  }

  /// Fails, and sends nothing.
  public static func failing(_ error: NetworkError) -> Call {
    Call(
      .answering,
      Request(Draft<BodyForbidden>.get("/"), decoder: ResponseDecoder { _, _ in throw error }))
  }
}

extension HTTPClient {
  fileprivate static var answering: HTTPClient {
    HTTPClient(baseURL: "http://mock.invalid", transport: MockTransport(.any()))
  }
}
