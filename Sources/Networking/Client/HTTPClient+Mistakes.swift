// Messages for mistakes that the compiler could not explain otherwise. No call of these functions compiles, so
// their preconditions cannot fail.

extension HTTPClient {
  @available(
    *, unavailable,
    message:
      "pass a transport: CurlTransport() of TremaCurl on Linux, URLSessionTransport() of TremaURLSession on Apple platforms"
  )
  public init(baseURL: String? = nil) { preconditionFailure("unavailable") }

  @_disfavoredOverload
  @available(*, unavailable, message: "a request has a method: send(.get(\"dishes/7\"))")
  public func send(_ url: String) async throws(NetworkError) -> HeadAndValue<[UInt8]> {
    preconditionFailure("unavailable")
  }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "say what the answer becomes: .decoding(Dish.self), .text, .bytes or .empty"
  )
  public func send<Body>(
    _ draft: Draft<Body>,
    completion: @escaping @Sendable (Result<[UInt8], NetworkError>) -> Void
  ) {
    preconditionFailure("unavailable")
  }

  @_disfavoredOverload
  @available(*, unavailable, message: "wrap it: adding(Authentication(…))")
  public func adding(_ authenticator: some Authenticator) -> HTTPClient { self }

  @available(*, unavailable, message: "pass an instance: adding(Retry())")
  public func adding(_ type: (some Interceptor).Type) -> HTTPClient { self }
}

extension Draft {
  @_disfavoredOverload
  @available(
    *, unavailable, message: "say which type the answer becomes: .decoding(Dish.self)"
  )
  public func decoding() -> Request<Never> { preconditionFailure("unavailable") }
}

extension Authentication {
  @available(
    *, unavailable, message: "say what the text is: .bearer(token), or try .basic(user, password)"
  )
  public init(_ text: String) { preconditionFailure("unavailable") }
}
