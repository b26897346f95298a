import TremaHTTP
import TremaSupport

/// A sign-in in progress: the data needed when the user returns from the browser. It can be stored
/// while the app is not running.
public struct OAuth2Authorization: Codable, Hashable, Sendable {
  /// The URL to open in a browser.
  public let url: String
  /// The URL that the sign-in page redirects to.
  public let redirectURI: String
  /// A random string used to recognize the redirect.
  let state: String
  /// The PKCE verifier, which is sent with the code.
  let verifier: String

  init(url: String, redirectURI: String, state: String, verifier: String) {
    (self.url, self.redirectURI, self.state, self.verifier) = (url, redirectURI, state, verifier)
  }
}

extension OAuth2Authorization: Redacted {
  /// A textual representation of this instance.
  public var description: String { "a sign-in at \(HTTPRequest(.get, url).redactedTarget)" }
}

/// Proof Key for Code Exchange (PKCE), which proves that a code is redeemed by the client that
/// requested it.
///
/// See RFC 7636, sections 4.1 and 4.2.
enum PKCE {
  /// Returns a random verifier: 32 bytes as 43 characters.
  static func verifier() -> String { base64URL(RandomBytes.make(32)) }

  /// Returns the challenge for the `S256` method.
  static func challenge(of verifier: String) -> String {
    base64URL(HashFunction.sha256.digest(of: Array(verifier.utf8)))
  }

  /// Returns bytes as Base64 with the URL-safe alphabet and without padding.
  ///
  /// See RFC 7636, appendix A.
  static func base64URL(_ bytes: [UInt8]) -> String {
    let letters = Base64.encoded(bytes).utf8.compactMap { letter -> UInt8? in
      switch letter {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: letter
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }
}

extension OAuth2Authorization {
  /// Returns the code in the URL that the user returned with.
  ///
  /// See RFC 6749, sections 3.1 and 4.1.2, and RFC 9207, section 2.4.
  ///
  /// - Parameters:
  ///   - redirect: The URL that was opened.
  ///   - issuer: The expected value of `iss`; `nil` accepts any.
  /// - Throws: ``OAuth2Error/refused(_:)``, or ``OAuth2Error/invalidRedirect(_:)`` for a URL that
  ///   does not belong to this authorization and may be forged.
  func code(in redirect: String, issuer: String?) throws(OAuth2Error) -> String {
    guard let url = try? URLReference(redirect), let expected = try? URLReference(redirectURI)
    else {
      throw .invalidRedirect("is not a URL")
    }
    guard url.isEqualIgnoringQuery(to: expected) else {
      throw .invalidRedirect("does not match the redirect URI")
    }
    var values: [String: String] = [:]
    for part in (url.query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
      let pair = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      do throws(HTTPSyntaxError) {
        let name = try PercentEncoding.decode(String(decoding: pair[0], as: UTF8.self))
        let text = pair.count > 1 ? String(decoding: pair[1], as: UTF8.self) : ""
        let value = try PercentEncoding.decode(text, plusIsSpace: true)
        guard ["code", "state", "error", "error_description", "error_uri", "iss"].contains(name)
        else { continue }
        if values.updateValue(value, forKey: name) != nil {
          throw .invalidURL("repeats a parameter")
        }
      } catch {
        throw .invalidRedirect("is malformed")
      }
    }
    guard let state = values["state"], state.utf8.elementsEqual(self.state.utf8) else {
      throw .invalidRedirect("does not contain the 'state' of this sign-in")
    }
    if let issuer {
      guard values["iss"]?.utf8.elementsEqual(issuer.utf8) == true else {
        throw .invalidRedirect("was issued by another server")
      }
    }
    if let code = values["error"] {
      throw .refused(
        OAuth2Error.Refusal(
          OAuth2ErrorCode(rawValue: code), reason: values["error_description"],
          uri: values["error_uri"]))
    }
    guard let code = values["code"], !code.isEmpty else {
      throw .invalidRedirect("contains neither a code nor an error")
    }
    return code
  }
}

extension URLReference {
  /// Returns whether the two URLs are equal except for the query and the fragment.
  fileprivate func isEqualIgnoringQuery(to other: URLReference) -> Bool {
    scheme == other.scheme && port == other.port && userInfo == other.userInfo
      && HTTPFields.Name(host ?? "") == HTTPFields.Name(other.host ?? "")
      && (host == nil) == (other.host == nil) && path.utf8.elementsEqual(other.path.utf8)
  }
}

extension OAuth2 {
  /// The current tokens, or `nil` if no user is signed in.
  public var tokens: OAuth2Tokens? {
    get async throws(OAuth2Error) {
      if !tokenCache.isLoaded, try await !tokenCache.load() {
        throw .unreachable(NetworkError(.cancelled))
      }
      return tokenCache.present?.tokens
    }
  }

  /// Signs in a user: saves the tokens and then uses them.
  ///
  /// - Throws: ``OAuth2Error/store(_:)`` if the tokens cannot be saved; the previous user remains
  ///   signed in.
  public func signIn(_ tokens: OAuth2Tokens) async throws(OAuth2Error) {
    try await tokenCache.replace(with: tokens)
  }

  /// Signs out the user by removing the tokens. Requests in flight are not cancelled.
  public func signOut() async throws(OAuth2Error) { try await tokenCache.replace(with: nil) }

  /// Returns the URL of the page on which a user signs in with the authorization code grant and
  /// PKCE.
  ///
  /// See RFC 6749, section 4.1.1, and RFC 7636, section 4.3.
  ///
  /// - Parameter parameters: Additional parameters, such as `login_hint` and `prompt`.
  public func authorization(
    _ parameters: [String: String] = [:]
  ) throws(OAuth2Error) -> OAuth2Authorization {
    try authorization(
      parameters, state: PKCE.base64URL(RandomBytes.make(16)), verifier: PKCE.verifier())
  }

  /// Returns the sign-in page's URL with a given state and verifier.
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

  /// Signs in a user who has returned from the browser: exchanges the code for tokens, saves them,
  /// and then uses them.
  ///
  /// See RFC 6749, sections 4.1.2 and 4.1.3, and RFC 7636, section 4.5.
  ///
  /// - Parameters:
  ///   - redirect: The URL that was opened.
  ///   - authorization: The authorization that the sign-in was started with.
  ///   - client: The client for the request to the token endpoint; `nil` means the client
  ///     passed to the initializer.
  /// - Throws: An ``OAuth2Error``, such as ``OAuth2Error/refused(_:)`` if the user or the server
  ///   refused, or ``OAuth2Error/invalidRedirect(_:)`` for a URL that does not belong to this
  ///   sign-in.
  @discardableResult public func signIn(
    redirectedTo redirect: String, of authorization: OAuth2Authorization,
    client: HTTPClient? = nil
  ) async throws(OAuth2Error) -> OAuth2Tokens {
    let code = try authorization.code(in: redirect, issuer: configuration.issuer)
    guard let client = client ?? self.client else { throw .missing("a client") }
    let answer = try await withoutToken { () async throws(OAuth2Error) in
      try await endpoint(client).requestTokens([
        ("grant_type", "authorization_code"), ("code", code),
        ("redirect_uri", authorization.redirectURI), ("code_verifier", authorization.verifier),
      ])
    }
    var tokens = answer.tokens(at: client.clock.date(), replacing: nil, session: nil)
    // If the response has no scope, the granted scope is the requested one.
    if tokens.scope == nil { tokens.scope = configuration.scope }
    try await signIn(tokens)
    return tokens
  }
}
