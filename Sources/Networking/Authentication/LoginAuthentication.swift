import TremaHTTP

/// A token from a sign-in that is not part of OAuth 2.0. It is requested if there is none yet, and
/// if a server refuses the current one with 401: once for all requests that wait for it.
///
///     let login = LoginAuthentication(user: "ada", store: store) { client in
///       try await client.send(.post("login").json(credentials).decoding(Session.self)).token
///     }
///     let client = client.adding(Authentication(login))
///
/// Refused requests are sent again with the new token. If the sign-in fails, all waiting requests
/// fail with the same ``OAuth2Error/signIn(_:)``, and the next request tries again. A new token
/// that is refused is not replaced: the 401 is the response.
public struct LoginAuthentication: BuiltInAuthenticator {
  /// The implementation, with a closure instead of a token endpoint.
  private let session: OAuth2

  /// Creates an authenticator.
  ///
  /// - Parameters:
  ///   - user: the user of the token. The token of another user in the store is not used.
  ///   - store: the store of the token.
  ///   - timeLimit: the time limit of a sign-in.
  ///   - signIn: returns a token. It is passed the client of the request without its constraints,
  ///     and with only the interceptors between ``Authentication`` and the network. It runs in a
  ///     task of its own, which continues if a waiting request is cancelled.
  public init(
    user: String, store: any TokenStore = MemoryTokenStore(), timeLimit: Duration = .seconds(60),
    signIn: @escaping @Sendable (HTTPClient) async throws -> String
  ) {
    var configuration = OAuth2Configuration(tokenEndpoint: "", clientID: user)
    configuration.timeLimit = timeLimit
    session = OAuth2(configuration, store: store, signIn: signIn)
  }

  /// Removes the token. The next request signs in again.
  public func signOut() async throws(OAuth2Error) { try await session.signOut() }

  /// Returns the identity that a request is sent for, or `nil` if it has none.
  public func identity(for request: ClientRequest) async -> String? {
    await session.identity(for: request)
  }

  /// Adds the token to a request, after a sign-in if there is none.
  public func authorize(
    _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws { try await session.authorize(&request, &attempt) }

  /// Signs in again after a refusal.
  ///
  /// - Returns: whether to send the request again.
  public func handle(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws -> Bool { try await session.handle(response, to: request, &attempt) }

  /// Notes that the server has accepted the token.
  public func accept(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: AuthenticationAttempt
  ) throws { try session.accept(response, to: request, attempt) }
}

extension LoginAuthentication: Redacted {
  /// A description for logs and messages.
  public var description: String { "Login" }
}
