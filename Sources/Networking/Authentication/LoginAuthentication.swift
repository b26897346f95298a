import TremaHTTP

/// A token from a sign-in that is not part of OAuth 2.0. It is requested if there is no token, or
/// if a server refuses the current one with 401. All requests that wait for a token share one
/// sign-in.
///
///     let login = LoginAuthentication(user: "ada", store: store) { client in
///       try await client.send(.post("login").json(credentials).decoding(Session.self)).token
///     }
///     let client = client.adding(Authentication(login))
///
/// Refused requests are sent again with the new token. If the sign-in fails, all waiting requests
/// fail with the same ``OAuth2Error/signIn(_:)``, and the next request tries again. A new token is
/// not replaced if it is refused: the 401 is the response.
public struct LoginAuthentication: BuiltInAuthenticator {
  /// The implementation, with a closure instead of a token endpoint.
  private let session: OAuth2

  /// Creates an authenticator.
  ///
  /// - Parameters:
  ///   - user: The user of the token. The tokens of other users in the store are not used.
  ///   - store: The store of the token.
  ///   - timeLimit: The time limit of a sign-in.
  ///   - signIn: Returns a token. Its argument is the request's client without constraints, and
  ///     with only the interceptors between ``Authentication`` and the network. The closure runs in
  ///     a separate task, which continues if a waiting request is cancelled.
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

  /// Returns the user's identity.
  public func identity(for request: ClientRequest) async -> String? {
    await session.identity(for: request)
  }

  /// Adds the token to a request, after signing in if there is no token.
  public func authorize(
    _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws { try await session.authorize(&request, &attempt) }

  /// Signs in again after a refusal.
  ///
  /// - Returns: Whether to send the request again.
  public func handle(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws -> Bool { try await session.handle(response, to: request, &attempt) }

  /// Records that the server has accepted the token.
  public func accept(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: AuthenticationAttempt
  ) throws { try session.accept(response, to: request, attempt) }
}

extension LoginAuthentication: Redacted {
  /// A textual representation of this instance.
  public var description: String { "Login" }
}
