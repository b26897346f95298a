import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RequestBuilder {
  /// Sets a response that is returned instead of using the network. It is used only if
  /// `Runtime.isDebug` is true; otherwise sending throws `unsupported`. Constraints are skipped;
  /// interceptors handle the request and the response.
  public func mock(_ answer: MockResponse) -> RequestBuilder { with { $0.options.mock = answer } }

  /// Sets the bytes of a file as the response; see ``mock(_:)``. By default, the media type is
  /// derived from the file extension.
  public func mock(file path: String, type: String? = nil) -> RequestBuilder {
    mock(.file(path, type: type))
  }

  /// Sets a value encoded as JSON as the response; see ``mock(_:)``.
  public func mock(
    _ status: HTTPStatus = .ok, json value: some Encodable & Sendable
  ) -> RequestBuilder {
    mock(.json(value, status: status))
  }
}

extension Request {
  /// Sets a response that is returned instead of using the network; see
  /// ``RequestBuilder/mock(_:)``.
  public func mock(_ answer: MockResponse) -> Request {
    var builder = builder
    builder.options.mock = answer
    return Request(builder, decoder: decoder)
  }

  /// Sets the bytes of a file as the response; see ``RequestBuilder/mock(_:)``. By default, the
  /// media type is derived from the file extension.
  public func mock(file path: String, type: String? = nil) -> Request {
    mock(.file(path, type: type))
  }

  /// Sets a value encoded as JSON as the response; see ``RequestBuilder/mock(_:)``.
  public func mock(
    _ status: HTTPStatus = .ok, json value: some Encodable & Sendable
  ) -> Request {
    mock(.json(value, status: status))
  }
}

// Calls for mocking a service, a type whose functions return calls.
extension Call {
  /// Creates a call that returns a value and sends nothing.
  public static func value(_ value: Value) -> Call {
    Call(
      .mocked,
      Request(RequestBuilder<BodyForbidden>.get("/"), decoder: ResponseDecoder { _, _ in value })
    )
  }

  /// Creates a call that throws an error and sends nothing.
  public static func failing(_ error: NetworkError) -> Call {
    Call(
      .mocked,
      Request(
        RequestBuilder<BodyForbidden>.get("/"), decoder: ResponseDecoder { _, _ in throw error }))
  }
}

extension HTTPClient {
  /// A client that mocks all requests with a 200.
  fileprivate static var mocked: HTTPClient {
    HTTPClient(baseURL: "http://mock.invalid", transport: MockTransport(.any()))
  }
}
