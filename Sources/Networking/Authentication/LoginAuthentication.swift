import TremaHTTP

/// A token of a server that is not one of OAuth 2.0, fetched when there is none yet and when a server refuses
/// the present one with 401: once for all requests that wait for it.
///
///     let login = LoginAuthentication(user: "ada", store: store) { client in
///       try await client.send(.post("login").json(credentials).decoding(Session.self)).token
///     }
///     let client = client.adding(Authentication(login))
///
/// Requests that were refused are sent again with the new token. When the sign-in fails, all requests that waited
/// for it get the one error ``OAuth2Error/signIn(_:)``, and the next request tries again. A token that is refused
/// although it is new is not replaced: the 401 is the response.
public struct LoginAuthentication: BuiltInAuthenticator {
  private let session: OAuth2

  /// - Parameters:
  ///   - user: whose token it is. The token of another user in the store is not used.
  ///   - store: where the token is kept.
  ///   - timeLimit: of one sign-in.
  ///   - signIn: returns a token. It is passed the client of the request without its gates and without what is
  ///     above the network in the order of interceptors, ``Authentication`` included. It runs in a task of its
  ///     own, which does not end when a request that waits for it is cancelled.
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

  /// Adds credentials to a request.
  public func authorize(
    _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws { try await session.authorize(&request, &attempt) }

  /// Handles a response that refuses a request.
  ///
  /// - Returns: whether to send the request again.
  public func handle(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws -> Bool { try await session.handle(response, to: request, &attempt) }

  /// Checks a response that the server did not refuse.
  public func accept(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: AuthenticationAttempt
  ) throws { try session.accept(response, to: request, attempt) }
}

extension LoginAuthentication: Redacted {
  /// A description for logs and messages.
  public var description: String { "Login" }
}
