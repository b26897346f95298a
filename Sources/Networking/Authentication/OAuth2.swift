import TremaHTTP

/// Access tokens for a signed-in user or for the client itself. They are refreshed when they expire
/// or a server refuses them. All requests that wait for new tokens share one refresh.
///
///     let session = OAuth2(configuration, store: store)
///     let client = client.adding(Authentication(session))
///
/// A request that was refused with an outdated token is sent again with the current one. A request
/// that is refused with a fresh token is not sent again. If a refresh fails, all requests that
/// waited for it, and all requests sent before it, fail with the same error. If the server requires
/// the user to sign in, all requests fail until the user does. A refresh runs in an unstructured
/// task with its own time limit; a waiting request ends when it is cancelled or its deadline has
/// passed.
///
/// If refresh tokens are replaced with each use, the new one is saved before the new access token
/// is used. If the process ends between the server's response and the save, the new token is lost,
/// and the user has to sign in again unless the server accepts the old one once more.
public final class OAuth2: BuiltInAuthenticator {
  /// The grant used to request tokens.
  public enum Grant: Hashable, Sendable {
    /// A user who signs in with ``OAuth2/signIn(_:)``. Before that, requests are sent without a
    /// token.
    case user
    /// The client itself. See RFC 6749, section 4.4.
    case clientCredentials
  }

  /// The token that a request was sent with.
  private struct SentToken: Sendable {
    let session: String
    let version: Int
    /// Whether a refresh was started for this request.
    var hasRenewed = false
    /// Whether the request was sent again with a token from another request's refresh.
    var wasResent = false
  }

  let configuration: OAuth2Configuration
  let grant: Grant
  let client: HTTPClient?
  /// A sign-in that is not part of OAuth 2.0, or `nil` if the token endpoint is used.
  private let signIn: (@Sendable (HTTPClient) async throws -> String)?
  /// The cache of the tokens in the store.
  let tokenCache: TokenCache
  /// The refresh in progress, which all requests share.
  let flight = SingleFlight<Result<TokenCache.VersionedTokens, OAuth2Error>>()

  /// The authenticators that the current task refreshes; its requests are sent without their
  /// tokens.
  @TaskLocal private static var refreshing: Set<ObjectIdentifier> = []

  /// Creates an authenticator.
  ///
  /// - Parameters:
  ///   - configuration: The registration of the client.
  ///   - grant: The grant used to request tokens.
  ///   - store: The store of the tokens.
  ///   - client: The client for requests to the token endpoint. `nil` means the client of the
  ///     request that needs a token, without constraints and with only the interceptors between
  ///     ``Authentication`` and the network.
  public init(
    _ configuration: OAuth2Configuration, grant: Grant = .user,
    store: any TokenStore = MemoryTokenStore(), client: HTTPClient? = nil
  ) {
    self.configuration = configuration
    self.grant = grant
    self.client = client
    signIn = nil
    tokenCache = TokenCache(store)
  }

  /// Creates an authenticator whose tokens are returned by a closure, for the only user of
  /// `configuration`. The tokens of other users in the store are not used.
  init(
    _ configuration: OAuth2Configuration, store: any TokenStore,
    signIn: @escaping @Sendable (HTTPClient) async throws -> String
  ) {
    self.configuration = configuration
    grant = .clientCredentials
    client = nil
    self.signIn = signIn
    tokenCache = TokenCache(store, session: Self.session(of: configuration))
  }

  /// Returns the user's session, or the client's own session, which never changes.
  public func identity(for request: ClientRequest) async -> String? {
    if grant == .clientCredentials { return clientSession }
    if !tokenCache.isLoaded {
      let result = await withTimeout(until: .now + configuration.timeLimit) {
        do throws(OAuth2Error) { return try await self.tokenCache.load() } catch { return false }
      }
      // An unknown identity isn't treated as anonymous: a new session restricts the response to
      // this request.
      guard case .value(true, _) = result else { return OAuth2Tokens(accessToken: "").session }
    }
    return tokenCache.present?.tokens.session
  }

  /// The client's own session.
  var clientSession: String { Self.session(of: configuration) }

  /// Returns the client's own session: a digest of its registration.
  private static func session(of configuration: OAuth2Configuration) -> String {
    Credentials.identity(
      "OAuth2", configuration.tokenEndpoint, configuration.clientID,
      (configuration.scope ?? []).joined(separator: " "))
  }

  /// Adds the access token to a request, after refreshing the token if it is about to expire.
  public func authorize(
    _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws {
    if Self.refreshing.contains(ObjectIdentifier(self)) { return }
    let before = attempt.memory as? SentToken
    if !tokenCache.isLoaded {
      try await attempt.context.withDeadline { [tokenCache] in
        if try await !tokenCache.load() { throw CancellationError() }
      }
    }
    var present = tokenCache.present
    let isExpired =
      present.map {
        $0.tokens.isExpired(at: attempt.context.clock.date(), leeway: configuration.leeway)
      } ?? (grant == .clientCredentials)
    var hasRenewed = before?.hasRenewed ?? false
    // A token that was just refreshed is sent even if it is about to expire.
    if isExpired, before == nil, canRenew(present?.tokens) {
      present = try await renewed(present?.version, attempt)
      hasRenewed = true
    }
    guard let present else { return }
    if let before, before.session != present.tokens.session {
      throw AuthenticationError.userChanged
    }
    request.head.fields[.authorization] = try Credentials.bearer(present.tokens.accessToken)
    attempt.memory = SentToken(
      session: present.tokens.session, version: present.version, hasRenewed: hasRenewed,
      wasResent: before?.wasResent ?? false)
  }

  /// Refreshes the token after a refusal, unless another request has refreshed it.
  ///
  /// - Returns: Whether to send the request again.
  public func handle(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws -> Bool {
    let status = tokenCache.status(
      at: attempt.context.clock.now(), window: configuration.refreshWindow)
    guard var used = attempt.memory as? SentToken, let (present, isFresh, isProven) = status,
      present.tokens.session == used.session, !Self.wouldRefuseAnyToken(response)
    else { return false }
    // Another request has refreshed the token since this one was sent.
    if present.version != used.version {
      used.wasResent = isFresh
      attempt.memory = used
      return true
    }
    // A fresh token was refused, so another refresh wouldn't help.
    if used.hasRenewed || isFresh && (used.wasResent || !isProven) { return false }
    guard canRenew(present.tokens) else { return false }
    let renewed = try await renewed(present.version, attempt)
    used.hasRenewed = true
    attempt.memory = used
    return renewed.tokens.session == used.session
  }

  /// Returns whether the server states that it would also refuse any other token with the same
  /// rights.
  ///
  /// See RFC 6750, section 3.1.
  private static func wouldRefuseAnyToken(_ response: HTTPResponseHead) -> Bool {
    AuthenticationChallenge.all(in: response.fields).contains { challenge in
      guard challenge.scheme == "bearer", let error = challenge["error"] else { return false }
      return error == "insufficient_scope" || error == "invalid_request"
    }
  }

  /// Records that the server has accepted the token.
  public func accept(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: AuthenticationAttempt
  ) throws {
    if let used = attempt.memory as? SentToken { tokenCache.markProven(used.version) }
  }

  /// Returns whether new tokens can be requested without the user.
  private func canRenew(_ tokens: OAuth2Tokens?) -> Bool {
    grant == .clientCredentials || tokens?.refreshToken != nil
  }

  /// Returns tokens that are newer than a version. All requests that need them wait for the same
  /// refresh.
  private func renewed(
    _ version: Int?, _ attempt: AuthenticationAttempt
  ) async throws -> TokenCache.VersionedTokens {
    let (clock, start) = (attempt.context.clock, attempt.start)
    let client = self.client ?? attempt.context.client
    while true {
      if let known = try tokenCache.outcome(for: version, since: start) { return known }
      let present = try await attempt.context.withDeadline { [flight] in
        let outcome = await flight.join {
          await self.renew(version, since: start, by: client, clock)
        }
        guard let outcome else { throw CancellationError() }
        return try outcome.get()
      }
      // Another process may have refreshed the token with a smaller scope; in this case the version
      // is the same.
      if present.version != version { return present }
    }
  }

  /// Refreshes the tokens within the time limit, and stores an error for the requests that were
  /// sent before.
  private func renew(
    _ version: Int?, since start: ContinuousClock.Instant, by client: HTTPClient,
    _ clock: NetworkClock
  ) async -> Result<TokenCache.VersionedTokens, OAuth2Error> {
    let authenticators = Self.refreshing.union([ObjectIdentifier(self)])
    let limit = configuration.timeLimit
    let result = await Self.$refreshing.withValue(authenticators) {
      await withTimeout(until: clock.now() + limit, clock: clock) {
        () async -> Result<TokenCache.VersionedTokens, OAuth2Error> in
        do throws(OAuth2Error) {
          let present = try await self.tokenCache.withExclusiveAccess {
            () async throws(OAuth2Error) in
            try await self.refreshedTokens(version, since: start, by: client, clock)
          }
          return .success(present)
        } catch {
          return .failure(error)
        }
      }
    }
    let error: OAuth2Error
    switch result {
    case .value(.success(let present), _): return .success(present)
    case .value(.failure(.unreachable(let reason)), _) where reason.isTotalTimeout:
      error = .timeLimit(limit)
    case .value(.failure(let reason), isLate: false): error = reason
    case .value(.failure, isLate: true), .timedOut, .cancelled: error = .timeLimit(limit)
    }
    tokenCache.recordFailure(
      error, of: version, at: clock.now(), isFinal: grant == .user && error.isFinal)
    return .failure(error)
  }

  /// Runs work whose requests are sent without this authenticator's token.
  func withoutToken<Value: Sendable>(
    _ work: () async throws(OAuth2Error) -> Value
  ) async throws(OAuth2Error) -> Value {
    let authenticators = Self.refreshing.union([ObjectIdentifier(self)])
    let result = await Self.$refreshing.withValue(authenticators) {
      () async -> Result<Value, OAuth2Error> in
      do throws(OAuth2Error) { return .success(try await work()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Returns new tokens, from another refresh if there was one, otherwise from the server.
  private func refreshedTokens(
    _ version: Int?, since start: ContinuousClock.Instant, by client: HTTPClient,
    _ clock: NetworkClock
  ) async throws(OAuth2Error) -> TokenCache.VersionedTokens {
    // The status is read before the outcome, so if the status is outdated, the outcome is known.
    let status = tokenCache.status
    // The previous refresh may have ended after this one was requested.
    if let known = try tokenCache.outcome(for: version, since: start) { return known }
    // We couldn't save an earlier refresh's tokens, so we try that again first.
    if let unsaved = status.unsaved {
      return try await tokenCache.renew(unsaved, of: status.generation, at: clock.now())
    }
    // Another process may have refreshed the tokens.
    if let other = try await tokenCache.reload() { return other }
    // Accepted tokens that expire are refreshed without limit; other refreshes are counted.
    let hasServed =
      status.isProven
      && status.tokens?.isExpired(at: clock.date(), leeway: configuration.leeway) == true
    if !hasServed {
      try tokenCache.countRefresh(
        at: clock.now(), limit: configuration.refreshLimit, window: configuration.refreshWindow)
    }
    let tokens: OAuth2Tokens
    do throws(OAuth2Error) {
      tokens = try await requestTokens(status.tokens, by: client, clock)
    } catch {
      // Another process may have used the refresh token in the meantime and stored the new tokens.
      // If the store can't be read, the refusal is reported, since it is more useful than the
      // store's error.
      if case .refused = error, let other = try? await tokenCache.reload() { return other }
      throw error
    }
    return try await tokenCache.renew(tokens, of: status.generation, at: clock.now())
  }

  /// Requests new tokens from the sign-in or the token endpoint.
  private func requestTokens(
    _ old: OAuth2Tokens?, by client: HTTPClient, _ clock: NetworkClock
  ) async throws(OAuth2Error) -> OAuth2Tokens {
    if let signIn {
      let token: String
      do { token = try await signIn(client) } catch { throw .signIn(error) }
      return OAuth2Tokens(
        accessToken: token, received: clock.date(), session: clientSession)
    }
    var items: [(String, String)]
    if grant == .clientCredentials {
      items = [("grant_type", "client_credentials")]
      if let scope = configuration.scope { items.append(("scope", scope.joined(separator: " "))) }
    } else {
      guard let token = old?.refreshToken else { throw .missing("a refresh token") }
      items = [("grant_type", "refresh_token"), ("refresh_token", token)]
    }
    let answer = try await endpoint(client).requestTokens(items)
    return answer.tokens(
      at: clock.date(), replacing: grant == .user ? old : nil,
      session: grant == .user ? nil : clientSession)
  }

  /// Returns the token endpoint after checking its URL.
  func endpoint(_ client: HTTPClient) throws(OAuth2Error) -> TokenEndpoint {
    try Self.check(configuration.tokenEndpoint, allowsHTTP: configuration.allowsHTTP)
    return TokenEndpoint(configuration, client)
  }

  /// Checks an endpoint URL and returns its parts.
  ///
  /// - Throws: `invalidEndpoint` if the URL is not absolute, has a fragment, or lacks required TLS.
  @discardableResult static func check(
    _ endpoint: String, allowsHTTP: Bool
  ) throws(OAuth2Error) -> URLReference {
    guard let url = try? URLReference(endpoint), url.host?.isEmpty == false,
      url.isConfidential || allowsHTTP && url.scheme == "http", url.fragment == nil
    else { throw .invalidEndpoint }
    return url
  }
}

extension NetworkError {
  /// Whether the total deadline has passed.
  fileprivate var isTotalTimeout: Bool {
    if case .timeout(.total) = kind { true } else { false }
  }
}

extension OAuth2: Redacted {
  /// A textual representation of this instance.
  public var description: String { "\(configuration)" }
}
