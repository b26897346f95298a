import TremaHTTP

/// How a client of OAuth 2.0 is known to its server.
///
/// Source: RFC 6749, section 2.
public struct OAuth2Configuration: Sendable {
  /// How a client with a secret says who it is.
  public enum ClientAuthentication: Hashable, Sendable {
    case basic
    /// In the body, for servers that know nothing else.
    case body
  }

  /// Where tokens are given: an absolute URL, over TLS.
  public var tokenEndpoint: String
  /// Where a user signs in; nil where none does.
  public var authorizationEndpoint: String?
  /// Where a user comes back from there.
  public var redirectURI: String?
  public var clientID: String
  /// Nil for an app on the machine of a user: what is in it is no secret.
  public var clientSecret: String?
  public var clientAuthentication = ClientAuthentication.basic
  /// What is asked for; nil is what the server gives by itself.
  public var scope: [String]?
  /// What else is said to the token endpoint: `audience`, `resource`.
  public var parameters: [String: String] = [:]
  /// The server that is to name itself in a redirect.
  ///
  /// Source: RFC 9207.
  public var issuer: String?
  /// How long before its end a token is refreshed, but never before half its life.
  public var leeway: Duration = .seconds(30)
  /// How long a refresh may take before all that wait for it fail.
  public var timeLimit: Duration = .seconds(60)
  /// So many refreshes within ``refreshWindow`` are the most; then requests whose token was refused
  /// fail until some time has passed. Tokens that a server has taken, and that came to their own end,
  /// may be refreshed as often as they do.
  public var refreshLimit = 8
  public var refreshWindow: Duration = .seconds(60)
  /// Whether the token endpoint may be without TLS on another machine.
  public var allowsHTTP = false

  public init(
    tokenEndpoint: String, clientID: String, clientSecret: String? = nil, scope: [String]? = nil,
    authorizationEndpoint: String? = nil, redirectURI: String? = nil
  ) {
    self.tokenEndpoint = tokenEndpoint
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.scope = scope
    self.authorizationEndpoint = authorizationEndpoint
    self.redirectURI = redirectURI
  }
}

extension OAuth2Configuration: Redacted {
  public var description: String {
    "OAuth 2.0 at \(HTTPRequest(.post, tokenEndpoint).redactedTarget)"
  }
}
