import TremaHTTP

/// The registration of an OAuth 2.0 client with its server.
///
/// Source: RFC 6749, section 2.
public struct OAuth2Configuration: Sendable {
  /// The way in which a client with a secret authenticates itself.
  public enum ClientAuthentication: Hashable, Sendable {
    case basic
    /// The credentials are in the body, for servers that support nothing else.
    case body
  }

  /// The token endpoint: an absolute URL, over TLS.
  public var tokenEndpoint: String
  /// The page on which a user signs in; `nil` if none does.
  public var authorizationEndpoint: String?
  /// The URL to which that page redirects.
  public var redirectURI: String?
  /// The identifier that the server gave the client.
  public var clientID: String
  /// The secret; `nil` for an app on a user's machine, which cannot keep one.
  public var clientSecret: String?
  /// The place of the client's credentials in requests to the token endpoint.
  public var clientAuthentication = ClientAuthentication.basic
  /// The requested scope; `nil` is the server's default.
  public var scope: [String]?
  /// Further parameters for the token endpoint: `audience`, `resource`.
  public var parameters: [String: String] = [:]
  /// The server that is to name itself in a redirect.
  ///
  /// Source: RFC 9207.
  public var issuer: String?
  /// The time before its expiry at which a token is refreshed, but never before half its life.
  public var leeway: Duration = .seconds(30)
  /// The time limit of a refresh, after which all requests that wait for it fail.
  public var timeLimit: Duration = .seconds(60)
  /// So many refreshes within ``refreshWindow`` are the most; then requests whose token was refused
  /// fail until some time has passed. Tokens that a server has taken, and that came to their own end,
  /// may be refreshed as often as they do.
  public var refreshLimit = 8
  /// The period in which ``refreshLimit`` refreshes are allowed.
  public var refreshWindow: Duration = .seconds(60)
  /// Whether the token endpoint may be without TLS on another machine.
  public var allowsHTTP = false

  /// Creates a registration; further settings are properties.
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
  /// A description for logs and messages.
  public var description: String {
    "OAuth 2.0 at \(HTTPRequest(.post, tokenEndpoint).redactedTarget)"
  }
}
