import TremaHTTP

extension OAuth2 {
  /// The tokens in use; nil when nobody is signed in.
  public var tokens: OAuth2Tokens? {
    get async throws(OAuth2Error) {
      if !keeper.isLoaded, try await !keeper.load() {
        throw .unreachable(NetworkError(.cancelled))
      }
      return keeper.present?.tokens
    }
  }

  /// A user has signed in; the tokens are saved, then used.
  ///
  /// - Throws: ``OAuth2Error/store(_:)``; then whoever was signed in still is.
  public func signIn(_ tokens: OAuth2Tokens) async throws(OAuth2Error) {
    try await keeper.replace(with: tokens)
  }

  /// The tokens are used no more, and removed. What is on its way is not called back.
  public func signOut() async throws(OAuth2Error) { try await keeper.replace(with: nil) }

  /// Where a user signs in, in a browser: authorisation code with PKCE.
  ///
  /// - Parameter parameters: what else is said there: `login_hint`, `prompt`.
  ///
  /// Source: RFC 6749, section 4.1.1; RFC 7636, section 4.3.
  public func authorization(
    _ parameters: [String: String] = [:]
  ) throws(OAuth2Error) -> OAuth2Authorization {
    try authorization(
      parameters, state: PKCE.base64URL(RandomBytes.make(16)), verifier: PKCE.verifier())
  }

  func authorization(
    _ parameters: [String: String], state: String, verifier: String
  ) throws(OAuth2Error) -> OAuth2Authorization {
    guard let endpoint = configuration.authorizationEndpoint else {
      throw .missing("an authorization endpoint")
    }
    guard let redirectURI = configuration.redirectURI else { throw .missing("a redirect URI") }
    var url = try Self.check(endpoint, allowsHTTP: configuration.allowsHTTP)
    var items = [
      ("response_type", "code"), ("client_id", configuration.clientID),
      ("redirect_uri", redirectURI), ("state", state),
      ("code_challenge", PKCE.challenge(of: verifier)), ("code_challenge_method", "S256"),
    ]
    if let scope = configuration.scope { items.append(("scope", scope.joined(separator: " "))) }
    items += parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let added = items.map { name, value in
      "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
    }.joined(separator: "&")
    url.query = url.query.map { $0.isEmpty ? added : "\($0)&\(added)" } ?? added
    return OAuth2Authorization(
      url: url.description, redirectURI: redirectURI, state: state, verifier: verifier)
  }

  /// A user has come back: the code is given for tokens, which are saved, then used.
  ///
  /// - Parameters:
  ///   - redirect: the URL that was opened.
  ///   - authorization: with which the user went.
  ///   - client: asks the token endpoint; by default the one that this was made with.
  /// - Throws: also ``OAuth2Error/refused(_:)`` when the user or the server said no, and
  ///   ``OAuth2Error/invalidRedirect(_:)`` for a URL that does not answer this sign-in.
  ///
  /// Source: RFC 6749, sections 4.1.2 and 4.1.3; RFC 7636, section 4.5.
  @discardableResult public func signIn(
    redirectedTo redirect: String, of authorization: OAuth2Authorization,
    client: HTTPClient? = nil
  ) async throws(OAuth2Error) -> OAuth2Tokens {
    let code = try authorization.code(in: redirect, issuer: configuration.issuer)
    guard let client = client ?? self.client else { throw .missing("a client") }
    let answer = try await asOwn { () async throws(OAuth2Error) in
      try await endpoint(client).answer([
        ("grant_type", "authorization_code"), ("code", code),
        ("redirect_uri", authorization.redirectURI), ("code_verifier", authorization.verifier),
      ])
    }
    var tokens = answer.tokens(at: client.clock.date(), replacing: nil, session: nil)
    if tokens.scope == nil { tokens.scope = configuration.scope }
    try await signIn(tokens)
    return tokens
  }
}
