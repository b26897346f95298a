import TremaHTTP
import TremaJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Unavailable overloads that replace misleading compiler diagnostics for common mistakes. Calls to
// them never compile, so the bodies are unreachable.

extension HTTPClient {
  /// Unavailable. A client requires a transport.
  @available(
    *, unavailable,
    message:
      "pass a transport: CurlTransport() from TremaCurl on Linux, URLSessionTransport() from TremaURLSession on Apple platforms"
  )
  public init(baseURL: String? = nil) { preconditionFailure("unavailable") }

  /// Unavailable. Use `send(.get(_:))` to request a URL.
  @_disfavoredOverload
  @available(*, unavailable, message: "specify the method of the request: send(.get(\"dishes/7\"))")
  public func send(_ url: String) async throws(NetworkError) -> Response<[UInt8]> {
    preconditionFailure("unavailable")
  }

  /// Unavailable. Decode the response before sending with a completion handler.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "specify how to decode the response: .decoding(Dish.self), .text, .bytes or .empty"
  )
  public func send<Body>(
    _ builder: RequestBuilder<Body>,
    completion: @escaping @Sendable (Result<[UInt8], NetworkError>) -> Void
  ) {
    preconditionFailure("unavailable")
  }

  /// Unavailable. Use `adding(Authentication(_:))` to add an authenticator.
  @_disfavoredOverload
  @available(*, unavailable, message: "wrap the authenticator: adding(Authentication(…))")
  public func adding(_ authenticator: some Authenticator) -> HTTPClient { self }

  /// Unavailable. Add an instance of the interceptor, not its type.
  @available(*, unavailable, message: "pass an instance: adding(Retry())")
  public func adding(_ type: (some Interceptor).Type) -> HTTPClient { self }
}

extension RequestBuilder {
  /// Unavailable. Use `decoding(_:)` with the type to decode.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "specify the type to decode: .decoding(Dish.self)"
  )
  public func decoding() -> Request<Never> { preconditionFailure("unavailable") }
}

extension Authentication {
  /// Unavailable. Use `bearer(_:)` or `basic(_:_:)` instead of a string.
  @available(
    *, unavailable,
    message: "specify the kind of credentials: .bearer(token), or try .basic(user, password)"
  )
  public init(_ text: String) { preconditionFailure("unavailable") }
}

// These declarations never compile in a call, so their bodies are unreachable.

extension RequestBuilder where Body == BodyAllowed {
  /// Unavailable. Encode a `Codable` value instead of `[String: Any]`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a value of type 'Any' cannot be encoded; pass a Codable struct, or declare the dictionary as [String: (any Encodable & Sendable)?]"
  )
  public func json(_ values: [String: Any], with encoder: JSONEncoder? = nil) -> RequestBuilder {
    self
  }

  /// Unavailable. Encode an array of `Codable` values instead of `[Any]`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a value of type 'Any' cannot be encoded; pass an array of a Codable type, or a JSONValue"
  )
  public func json(_ values: [Any], with encoder: JSONEncoder? = nil) -> RequestBuilder { self }
}

extension Request {
  /// Unavailable. Use `post(_:)` and then `json(_:)`.
  @available(
    *, unavailable, message: "add the body in a separate step: .post(\"dishes\").json(dish)"
  )
  public static func post<Body>(_ target: String, json: Body) -> RequestBuilder<BodyAllowed> {
    .post(target)
  }

  /// Unavailable. Use `put(_:)` and then `json(_:)`.
  @available(
    *, unavailable, message: "add the body in a separate step: .put(\"dishes/7\").json(dish)"
  )
  public static func put<Body>(_ target: String, json: Body) -> RequestBuilder<BodyAllowed> {
    .put(target)
  }

  /// Unavailable. Use `patch(_:)` and then `json(_:)`.
  @available(
    *, unavailable, message: "add the body in a separate step: .patch(\"dishes/7\").json(dish)"
  )
  public static func patch<Body>(_ target: String, json: Body) -> RequestBuilder<BodyAllowed> {
    .patch(target)
  }
}

extension Response where Value == [UInt8] {
  /// Unavailable. Use `value`, which contains the bytes of the body.
  @available(*, unavailable, message: "use 'value', which contains the body")
  public var data: Data { Data(value) }
}

extension JSONDecoder {
  /// Unavailable. Use `decoding(_:)` on the request instead of decoding its response.
  @available(
    *, unavailable,
    message:
      "let the request decode the response: send(.get(\"dishes/7\").decoding(Dish.self)), or pass Data(response.value)"
  )
  public func decode<Value>(_ type: Value.Type, from answer: Response<[UInt8]>) throws -> Value {
    throw NetworkError(.unsupported("the response has not been decoded yet"))
  }
}

// The builder methods that add a body, unavailable for methods that do not allow one.
extension RequestBuilder where Body == BodyForbidden {
  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public func json(_ value: some Encodable & Sendable, with encoder: JSONEncoder? = nil)
    -> RequestBuilder
  {
    self
  }

  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public func json(_ value: JSONValue) -> RequestBuilder { self }

  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public func text(_ text: String, type: String? = nil) -> RequestBuilder { self }

  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public func data(_ bytes: [UInt8], type: String? = nil) -> RequestBuilder { self }

  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public func data(_ data: Data, type: String? = nil) -> RequestBuilder { self }

  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public func file(path: String, type: String? = nil) -> RequestBuilder { self }

  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public func body(_ body: HTTPBody, type: String? = nil) -> RequestBuilder { self }

  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public func multipart(_ form: MultipartForm) -> RequestBuilder { self }

  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public func multipart(_ parts: MultipartForm.Part...) -> RequestBuilder { self }
}
