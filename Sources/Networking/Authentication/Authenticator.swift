import TremaHTTP

/// A way to say to a server who asks: Basic, Bearer, Digest, OAuth2, or one of an app.
/// ``Authentication`` is the interceptor that asks it.
public protocol Authenticator: Sendable {
  /// Returns a name of the user in any words, which stay the same while it is the same user, and are
  /// never a secret; `nil` for an anonymous request. It must not use the network.
  func identity(for request: ClientRequest) async -> String?

  /// Writes the credentials into a request that is about to be sent. One that it leaves as it is goes
  /// without.
  func authorize(
    _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws

  /// The server has refused: 401. Not asked about the last one of the attempts that one request has.
  ///
  /// - Parameters:
  ///   - response: with the challenges, ``AuthenticationChallenge/all(in:)``.
  ///   - request: as it was sent.
  /// - Returns: whether to go again, with what ``authorize(_:_:)`` writes then. Else the response is
  ///   handed out.
  func handle(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws -> Bool

  /// The server has not refused. What is thrown ends the request.
  func accept(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: AuthenticationAttempt
  ) throws
}

extension Authenticator {
  /// Handles a response that refuses a request.
  ///
  /// - Returns: whether to send the request again.
  public func handle(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws -> Bool { false }

  /// Checks a response that the server did not refuse.
  public func accept(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: AuthenticationAttempt
  ) throws {}
}

/// An authenticator of this module, which ends soon after its task is cancelled and never waits beyond
/// the deadline.
protocol BuiltInAuthenticator: Authenticator {
  /// Credentials that never change and need no answer to a refusal, which are sent without waiting;
  /// `nil`, the default, if the authenticator has to be asked.
  var steady: SteadyCredentials? { get }
}

extension BuiltInAuthenticator {
  var steady: SteadyCredentials? { nil }
}

struct SteadyCredentials: Sendable {
  let identity: String
  /// The value of the field.
  let authorization: Result<String, AuthenticationError>
}

/// The progress of one request through an ``Authentication``.
public struct AuthenticationAttempt: Sendable {
  /// 1 for the first time that it is sent.
  public internal(set) var number = 1
  /// The context of the request's attempt.
  public let context: InterceptorContext
  /// The start of this attempt, by the clock of the context.
  public internal(set) var start: ContinuousClock.Instant
  /// The state that an authenticator keeps for this request between its calls.
  public var memory: (any Sendable)?

  init(_ context: InterceptorContext) {
    self.context = context
    start = context.clock.now()
  }
}

extension AuthenticationAttempt: Redacted {
  /// A description for logs and messages.
  public var description: String { "attempt \(number)" }
}

/// Why an ``Authentication`` lets no request through.
public enum AuthenticationError: Error, Sendable {
  /// The client has no base URL, and no origin was named for the credentials.
  case noOrigin
  /// A configured origin is invalid: a text without scheme and host.
  case invalidOrigin
  /// They would go over a connection that everybody can read.
  case insecure
  /// The user is another one since the request was begun.
  case userChanged
  /// The closure that gives tokens has thrown.
  case noToken(any Error)
  /// The token cannot be in a field.
  case malformedToken
}

extension AuthenticationError: Redacted {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .noOrigin:
      "the origin of the credentials is unknown: the client has no base URL; name origins"
    case .invalidOrigin: "an origin is 'https://host' or 'https://host:port'"
    case .insecure: "the credentials would be sent without TLS to another machine"
    case .userChanged: "the user is another one since the request was begun"
    // The description of an unknown error may contain the token.
    case .noToken(let error): "there is no token: \(type(of: error))"
    case .malformedToken: "the token contains characters that a field must not contain"
    }
  }
}

extension InterceptorContext {
  /// Waits for what may not look at cancellation, until the deadline of the whole.
  ///
  /// - Throws: `timeout(.total)`, `cancelled`, or what the work throws.
  func waiting<Value: Sendable>(
    for work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let ended = await whileWaited(until: deadline, clock: clock) {
      () async -> Result<Value, any Error> in
      do { return .success(try await work()) } catch { return .failure(error) }
    }
    switch ended {
    case .value(.success(let value), _): return value
    case .value(.failure, isLate: true), .timeOver: throw NetworkError(.timeout(.total))
    case .value(.failure(let error), isLate: false): throw error
    case .cancelled: throw NetworkError(.cancelled)
    }
  }
}

extension URLReference {
  /// Whether requests to the origin cannot be read on the way: over TLS, or within this machine.
  var isConfidential: Bool { scheme == "https" || isLoopback }
}
