import TremaHTTP
import TremaJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Messages for mistakes whose usual diagnostics would be misleading. No call of these functions
// compiles, so their preconditions cannot fail.

extension HTTPClient {
  /// Unavailable: explains that a client needs a transport.
  @available(
    *, unavailable,
    message:
      "pass a transport: CurlTransport() of TremaCurl on Linux, URLSessionTransport() of TremaURLSession on Apple platforms"
  )
  public init(baseURL: String? = nil) { preconditionFailure("unavailable") }

  /// Unavailable: explains how a URL is requested.
  @_disfavoredOverload
  @available(*, unavailable, message: "specify the method of the request: send(.get(\"dishes/7\"))")
  public func send(_ url: String) async throws(NetworkError) -> Response<[UInt8]> {
    preconditionFailure("unavailable")
  }

  /// Unavailable: explains how a request is sent with a closure.
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

  /// Unavailable: explains how an authenticator is added.
  @_disfavoredOverload
  @available(*, unavailable, message: "wrap the authenticator: adding(Authentication(…))")
  public func adding(_ authenticator: some Authenticator) -> HTTPClient { self }

  /// Unavailable: explains that an instance is added, and not a type.
  @available(*, unavailable, message: "pass an instance: adding(Retry())")
  public func adding(_ type: (some Interceptor).Type) -> HTTPClient { self }
}

extension RequestBuilder {
  /// Unavailable: explains that a type to decode is missing.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "specify the type to decode: .decoding(Dish.self)"
  )
  public func decoding() -> Request<Never> { preconditionFailure("unavailable") }
}

extension Authentication {
  /// Unavailable: explains how the value is created from a text.
  @available(
    *, unavailable,
    message: "specify the kind of credentials: .bearer(token), or try .basic(user, password)"
  )
  public init(_ text: String) { preconditionFailure("unavailable") }
}

// Messages for mistakes whose usual diagnostics would be misleading. No call of these functions
// compiles.

extension RequestBuilder where Body == BodyAllowed {
  /// Unavailable: explains what `[String: Any]` is replaced by.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a value of the type Any cannot be encoded; pass a struct that is Codable, or declare the dictionary as [String: (any Encodable & Sendable)?]"
  )
  public func json(_ values: [String: Any], with encoder: JSONEncoder? = nil) -> RequestBuilder {
    self
  }

  /// Unavailable: explains what `[Any]` is replaced by.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a value of the type Any cannot be encoded; pass an array of a type that is Codable, or a JSONValue"
  )
  public func json(_ values: [Any], with encoder: JSONEncoder? = nil) -> RequestBuilder { self }
}

extension Request {
  /// Unavailable: explains how a JSON body is added.
  @available(
    *, unavailable, message: "add the body in a separate step: .post(\"dishes\").json(dish)"
  )
  public static func post<Body>(_ target: String, json: Body) -> RequestBuilder<BodyAllowed> {
    .post(target)
  }

  /// Unavailable: explains how a JSON body is added.
  @available(
    *, unavailable, message: "add the body in a separate step: .put(\"dishes/7\").json(dish)"
  )
  public static func put<Body>(_ target: String, json: Body) -> RequestBuilder<BodyAllowed> {
    .put(target)
  }

  /// Unavailable: explains how a JSON body is added.
  @available(
    *, unavailable, message: "add the body in a separate step: .patch(\"dishes/7\").json(dish)"
  )
  public static func patch<Body>(_ target: String, json: Body) -> RequestBuilder<BodyAllowed> {
    .patch(target)
  }
}

extension Response where Value == [UInt8] {
  /// Unavailable: explains where the bytes of a response are.
  @available(*, unavailable, message: "the bytes of the body are in 'value'")
  public var data: Data { Data(value) }
}

extension JSONDecoder {
  /// Unavailable: explains that a request decodes its response itself.
  @available(
    *, unavailable,
    message:
      "let the request decode the response: send(.get(\"dishes/7\").decoding(Dish.self)), or pass Data(answer.value)"
  )
  public func decode<Value>(_ type: Value.Type, from answer: Response<[UInt8]>) throws -> Value {
    throw NetworkError(.unsupported("the response is not decoded yet"))
  }
}

// The steps of a request with a body, so that the compiler explains why they are unavailable here.
extension RequestBuilder where Body == BodyForbidden {
  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func json(_ value: some Encodable & Sendable, with encoder: JSONEncoder? = nil)
    -> RequestBuilder
  {
    self
  }

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func json(_ value: JSONValue) -> RequestBuilder { self }

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func text(_ text: String, type: String? = nil) -> RequestBuilder { self }

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func data(_ bytes: [UInt8], type: String? = nil) -> RequestBuilder { self }

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func data(_ data: Data, type: String? = nil) -> RequestBuilder { self }

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func file(path: String, type: String? = nil) -> RequestBuilder { self }

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func body(_ body: HTTPBody, type: String? = nil) -> RequestBuilder { self }

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func multipart(_ form: MultipartForm) -> RequestBuilder { self }

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func multipart(_ parts: MultipartForm.Part...) -> RequestBuilder { self }
}
