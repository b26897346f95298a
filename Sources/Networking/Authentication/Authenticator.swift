import TremaHTTP

/// A method of authentication, such as Basic, Bearer, Digest, OAuth 2.0 or one defined by an app.
/// It is used by the interceptor ``Authentication``.
public protocol Authenticator: Sendable {
  /// Returns the user's identity, or `nil` for an anonymous request. The identity is any string
  /// that is stable for the user and contains no secret. This function must not use the network.
  func identity(for request: ClientRequest) async -> String?

  /// Adds credentials to a request that is about to be sent. A request that is left unchanged is
  /// sent without credentials.
  func authorize(
    _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws

  /// Handles a refusal with status 401. It is not called after the last attempt.
  ///
  /// - Parameters:
  ///   - response: The response head. ``AuthenticationChallenge/all(in:)`` returns its challenges.
  ///   - request: The request as it was sent.
  ///   - attempt: The request's state, which can store new data.
  /// - Returns: Whether to send the request again with the credentials that ``authorize(_:_:)``
  ///   then adds; otherwise the refusal is the response.
  func handle(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws -> Bool

  /// Checks a response that is not a refusal. An error thrown here ends the request.
  func accept(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: AuthenticationAttempt
  ) throws
}

extension Authenticator {
  /// Returns false, so the refusal is the response.
  public func handle(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws -> Bool { false }

  /// Does nothing: every response is accepted.
  public func accept(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: AuthenticationAttempt
  ) throws {}
}

/// A built-in authenticator that ends soon after its task is cancelled and never waits beyond the
/// deadline.
protocol BuiltInAuthenticator: Authenticator {
  /// The credentials if they never change and cannot be replaced after a refusal, so they can be
  /// added without waiting. `nil`, the default, means that the authenticator has to be called.
  var fixedCredentials: FixedCredentials? { get }
}

extension BuiltInAuthenticator {
  var fixedCredentials: FixedCredentials? { nil }
}

/// Credentials that never change.
struct FixedCredentials: Sendable {
  let identity: String
  /// The value of `Authorization`, or the reason why there is none.
  let authorization: Result<String, AuthenticationError>
}

/// The state of one request in an ``Authentication``.
public struct AuthenticationAttempt: Sendable {
  /// The attempt number, from 1.
  public internal(set) var number = 1
  /// The request's context.
  public let context: InterceptorContext
  /// The start of this attempt, according to the context's clock.
  public internal(set) var start: ContinuousClock.Instant
  /// The data that an authenticator stores for this request between its calls.
  public var memory: (any Sendable)?

  init(_ context: InterceptorContext) {
    self.context = context
    start = context.clock.now()
  }
}

extension AuthenticationAttempt: Redacted {
  /// A textual representation of this instance.
  public var description: String { "attempt \(number)" }
}

/// The reason why an ``Authentication`` does not send a request.
public enum AuthenticationError: Error, Sendable {
  /// The client has no base URL, and no origin was specified for the credentials.
  case noOrigin
  /// A configured origin is invalid because it has no scheme or no host.
  case invalidOrigin
  /// The credentials would be sent to another machine without TLS.
  case insecure
  /// The user has changed since the request was started.
  case userChanged
  /// The closure that returns tokens has thrown an error.
  case noToken(any Error)
  /// The token contains characters that are not allowed in a header field.
  case malformedToken
}

extension AuthenticationError: Redacted {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .noOrigin:
      "the origin of the credentials is unknown: the client has no base URL; specify the origins"
    case .invalidOrigin: "an origin must have the form 'https://host' or 'https://host:port'"
    case .insecure: "the credentials would be sent without TLS to another machine"
    case .userChanged: "the user has changed since the request was started"
    // The description of an unknown error may contain the token.
    case .noToken(let error): "no token is available: \(type(of: error))"
    case .malformedToken: "the token contains characters that are not allowed in a header field"
    }
  }
}

extension InterceptorContext {
  /// Waits for code that may ignore cancellation, until the total deadline.
  ///
  /// - Throws: `timeout(.total)`, `cancelled`, or the error of the work.
  func withDeadline<Value: Sendable>(
    for work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let result = await withTimeout(until: deadline, clock: clock) {
      () async -> Result<Value, any Error> in
      do { return .success(try await work()) } catch { return .failure(error) }
    }
    switch result {
    case .value(.success(let value), _): return value
    case .value(.failure, isLate: true), .timedOut: throw NetworkError(.timeout(.total))
    case .value(.failure(let error), isLate: false): throw error
    case .cancelled: throw NetworkError(.cancelled)
    }
  }
}

extension URLReference {
  /// Whether requests to the origin cannot be read by third parties because they use TLS or stay on
  /// this machine.
  var isConfidential: Bool { scheme == "https" || isLoopback }
}
