import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Draft {
  /// Answers instead of the network, as long as `Runtime.isDebug` is true; else sending throws
  /// `unsupported`. Constraints are not asked, interceptors see request and response.
  public func mock(_ answer: MockAnswer) -> Draft { with { $0.options.mock = answer } }

  /// The same with the bytes of a file. Its type goes by its ending, unless it is given.
  public func mock(file path: String, type: String? = nil) -> Draft {
    mock(.file(path, type: type))
  }

  /// The same with a value as JSON.
  public func mock(
    _ status: HTTPStatus = .ok, json value: some Encodable & Sendable
  ) -> Draft {
    mock(.json(value, status: status))
  }
}

extension Request {
  /// Answers instead of the network, as ``Draft/mock(_:)`` does.
  public func mock(_ answer: MockAnswer) -> Request {
    var draft = draft
    draft.options.mock = answer
    return Request(draft, decoder: decoder)
  }

  /// Answers the request from a file instead of the network.
  public func mock(file path: String, type: String? = nil) -> Request {
    mock(.file(path, type: type))
  }

  /// Answers the request with a JSON body instead of the network.
  public func mock(
    _ status: HTTPStatus = .ok, json value: some Encodable & Sendable
  ) -> Request {
    mock(.json(value, status: status))
  }
}

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
