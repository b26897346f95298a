import TremaHTTP

/// Access tokens of a user who signed in, or of the client itself, refreshed when they end or a server
/// refuses them: once for all requests that wait for it.
///
///     let session = OAuth2(configuration, store: store)
///     let client = client.adding(Authentication(session))
///
/// A request that was refused with an older token than the present one just goes again. One that is
/// refused with a fresh one is handed out. A refresh that fails, fails all that waited for it, and
/// those that had been sent before, with one error; when the server says that the user has to sign
/// in, all of them until the user has. It runs in an unstructured task and ends by its own limit;
/// a request that waits leaves when it is cancelled or its deadline has passed.
///
/// A refresh token that is replaced with each use is saved before the new access token is used. Where
/// the process ends between the answer of the server and the save, the new one is lost, and the user
/// has to sign in again unless the server takes the old one once more.
public final class OAuth2: BuiltInAuthenticator {
  /// The grant by which tokens are requested.
  public enum Grant: Hashable, Sendable {
    /// A user, who signs in: ``OAuth2/signIn(_:)``. Before that requests go without a token.
    case user
    /// The client itself. Source: RFC 6749, section 4.4.
    case clientCredentials
  }

  /// The token with which a request was sent.
  private struct Used: Sendable {
    let session: String
    let version: Int
    /// For this request.
    var hasRenewed = false
    /// Whether the request was sent again with a token that another request refreshed.
    var hasGoneAgain = false
  }

  let configuration: OAuth2Configuration
  let grant: Grant
  let client: HTTPClient?
  /// Gives a token by a way that is not one of OAuth 2.0.
  private let signIn: (@Sendable (HTTPClient) async throws -> String)?
  let keeper: TokenCache
  let flight = SingleFlight<Result<TokenCache.Present, OAuth2Error>>()

  /// The authentications whose refresh the current task is part of: its requests need no token.
  @TaskLocal private static var refreshing: Set<ObjectIdentifier> = []

  /// - Parameters:
  ///   - store: where tokens are kept.
  ///   - client: asks the token endpoint, without its gates. By default that is the client of the
  ///     request that needs a token, from the network up to this.
  public init(
    _ configuration: OAuth2Configuration, grant: Grant = .user,
    store: any TokenStore = MemoryTokenStore(), client: HTTPClient? = nil
  ) {
    self.configuration = configuration
    self.grant = grant
    self.client = client
    signIn = nil
    keeper = TokenCache(store)
  }

  /// Tokens of a closure, for the one user of `configuration`; those of another user in the store are not used.
  init(
    _ configuration: OAuth2Configuration, store: any TokenStore,
    signIn: @escaping @Sendable (HTTPClient) async throws -> String
  ) {
    self.configuration = configuration
    grant = .clientCredentials
    client = nil
    self.signIn = signIn
    keeper = TokenCache(store, session: Self.session(of: configuration))
  }

  /// The session of the user; of the client itself always the same.
  public func identity(for request: ClientRequest) async -> String? {
    if grant == .clientCredentials { return clientSession }
    if !keeper.isLoaded {
      let ended = await whileWaited(until: .now + configuration.timeLimit) {
        do throws(OAuth2Error) { return try await self.keeper.load() } catch { return false }
      }
      // An unknown identity is not treated as anonymous: the response is for this request alone.
      guard case .value(true, _) = ended else { return OAuth2Tokens(accessToken: "").session }
    }
    return keeper.present?.tokens.session
  }

  /// The session of the client itself.
  var clientSession: String { Self.session(of: configuration) }

  private static func session(of configuration: OAuth2Configuration) -> String {
    Credentials.identity(
      "OAuth2", configuration.tokenEndpoint, configuration.clientID,
      (configuration.scope ?? []).joined(separator: " "))
  }

  /// Adds credentials to a request.
  public func authorize(
    _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws {
    if Self.refreshing.contains(ObjectIdentifier(self)) { return }
    let before = attempt.memory as? Used
    if !keeper.isLoaded {
      try await attempt.context.waiting { [keeper] in
        if try await !keeper.load() { throw CancellationError() }
      }
    }
    var present = keeper.present
    let isExpired =
      present.map {
        $0.tokens.isExpired(at: attempt.context.clock.date(), leeway: configuration.leeway)
      } ?? (grant == .clientCredentials)
    var hasRenewed = before?.hasRenewed ?? false
    // What was just refreshed is sent, however short its life.
    if isExpired, before == nil, canRenew(present?.tokens) {
      present = try await renewed(present?.version, attempt)
      hasRenewed = true
    }
    guard let present else { return }
    if let before, before.session != present.tokens.session {
      throw AuthenticationError.userChanged
    }
    request.head.fields[.authorization] = try Credentials.bearer(present.tokens.accessToken)
    attempt.memory = Used(
      session: present.tokens.session, version: present.version, hasRenewed: hasRenewed,
      hasGoneAgain: before?.hasGoneAgain ?? false)
  }

  /// Handles a response that refuses a request.
  ///
  /// - Returns: whether to send the request again.
  public func handle(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws -> Bool {
    let status = keeper.status(
      at: attempt.context.clock.now(), window: configuration.refreshWindow)
    guard var used = attempt.memory as? Used, let (present, isFresh, isProven) = status,
      present.tokens.session == used.session, !Self.isBeyondTokens(response)
    else { return false }
    if present.version != used.version {
      used.hasGoneAgain = isFresh
      attempt.memory = used
      return true
    }
    // A fresh one is refused, too: the next one would be.
    if used.hasRenewed || isFresh && (used.hasGoneAgain || !isProven) { return false }
    guard canRenew(present.tokens) else { return false }
    let renewed = try await renewed(present.version, attempt)
    used.hasRenewed = true
    attempt.memory = used
    return renewed.tokens.session == used.session
  }

  /// Whether the server says that another token of the same kind would be refused as well.
  ///
  /// Source: RFC 6750, section 3.1.
  private static func isBeyondTokens(_ response: HTTPResponseHead) -> Bool {
    AuthenticationChallenge.all(in: response.fields).contains { challenge in
      guard challenge.scheme == "bearer", let error = challenge["error"] else { return false }
      return error == "insufficient_scope" || error == "invalid_request"
    }
  }

  /// Checks a response that the server did not refuse.
  public func accept(
    _ response: HTTPResponseHead, to request: ClientRequest, _ attempt: AuthenticationAttempt
  ) throws {
    if let used = attempt.memory as? Used { keeper.prove(used.version) }
  }

  private func canRenew(_ tokens: OAuth2Tokens?) -> Bool {
    grant == .clientCredentials || tokens?.refreshToken != nil
  }

  /// Other tokens than those of a version, of a refresh that all wait for that need it.
  private func renewed(
    _ version: Int?, _ attempt: AuthenticationAttempt
  ) async throws -> TokenCache.Present {
    let (clock, start) = (attempt.context.clock, attempt.start)
    let client = self.client ?? attempt.context.client
    while true {
      if let known = try keeper.outcome(for: version, since: start) { return known }
      let present = try await attempt.context.waiting { [flight] in
        let outcome = await flight.join {
          await self.renew(version, since: start, by: client, clock)
        }
        guard let outcome else { throw CancellationError() }
        return try outcome.get()
      }
      // Another process may have refreshed it with a smaller scope.
      if present.version != version { return present }
    }
  }

  private func renew(
    _ version: Int?, since start: ContinuousClock.Instant, by client: HTTPClient,
    _ clock: NetworkClock
  ) async -> Result<TokenCache.Present, OAuth2Error> {
    let mark = Self.refreshing.union([ObjectIdentifier(self)])
    let limit = configuration.timeLimit
    let ended = await Self.$refreshing.withValue(mark) {
      await whileWaited(until: clock.now() + limit, clock: clock) {
        () async -> Result<TokenCache.Present, OAuth2Error> in
        do throws(OAuth2Error) {
          let present = try await self.keeper.whileAlone { () async throws(OAuth2Error) in
            try await self.fresh(version, since: start, by: client, clock)
          }
          return .success(present)
        } catch {
          return .failure(error)
        }
      }
    }
    let error: OAuth2Error
    switch ended {
    case .value(.success(let present), _): return .success(present)
    case .value(.failure(.unreachable(let reason)), _) where reason.isTimeoutOfAll:
      error = .timeLimit(limit)
    case .value(.failure(let reason), isLate: false): error = reason
    case .value(.failure, isLate: true), .timeOver, .cancelled: error = .timeLimit(limit)
    }
    keeper.note(
      error, of: version, at: clock.now(), isFinal: grant == .user && error.isFinal)
    return .failure(error)
  }

  /// Runs work whose requests need no token of this authenticator.
  func asOwn<Value: Sendable>(
    _ work: () async throws(OAuth2Error) -> Value
  ) async throws(OAuth2Error) -> Value {
    let mark = Self.refreshing.union([ObjectIdentifier(self)])
    let result = await Self.$refreshing.withValue(mark) { () async -> Result<Value, OAuth2Error> in
      do throws(OAuth2Error) { return .success(try await work()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func fresh(
    _ version: Int?, since start: ContinuousClock.Instant, by client: HTTPClient,
    _ clock: NetworkClock
  ) async throws(OAuth2Error) -> TokenCache.Present {
    // Taken first: when it is not current any more, the outcome is known.
    let status = keeper.status
    // The refresh before this one may have ended after it was asked for.
    if let known = try keeper.outcome(for: version, since: start) { return known }
    if let unsaved = status.unsaved {
      return try await keeper.renew(unsaved, of: status.generation, at: clock.now())
    }
    // Another process may have refreshed them.
    if let other = try await keeper.reload() { return other }
    let hasServed =
      status.isProven
      && status.tokens?.isExpired(at: clock.date(), leeway: configuration.leeway) == true
    if !hasServed {
      try keeper.countRefresh(
        at: clock.now(), limit: configuration.refreshLimit, window: configuration.refreshWindow)
    }
    let tokens: OAuth2Tokens
    do throws(OAuth2Error) {
      tokens = try await asked(status.tokens, by: client, clock)
    } catch {
      // Another process may have used up the refresh token since, and have kept what it got. A store
      // that cannot be read says less than the refusal.
      if case .refused = error, let other = try? await keeper.reload() { return other }
      throw error
    }
    return try await keeper.renew(tokens, of: status.generation, at: clock.now())
  }

  private func asked(
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
    let answer = try await endpoint(client).answer(items)
    return answer.tokens(
      at: clock.date(), replacing: grant == .user ? old : nil,
      session: grant == .user ? nil : clientSession)
  }

  func endpoint(_ client: HTTPClient) throws(OAuth2Error) -> TokenEndpoint {
    try Self.check(configuration.tokenEndpoint, allowsHTTP: configuration.allowsHTTP)
    return TokenEndpoint(configuration, client)
  }

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
  fileprivate var isTimeoutOfAll: Bool {
    if case .timeout(.total) = kind { true } else { false }
  }
}

extension OAuth2: Redacted {
  /// A description for logs and messages.
  public var description: String { "\(configuration)" }
}
