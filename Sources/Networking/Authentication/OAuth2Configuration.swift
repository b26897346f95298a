import TremaHTTP

/// The registration of an OAuth 2.0 client with its server.
///
/// See RFC 6749, section 2.
public struct OAuth2Configuration: Sendable {
  /// The method that a client with a secret uses to authenticate itself.
  public enum ClientAuthentication: Hashable, Sendable {
    /// Basic authentication.
    case basic
    /// Parameters in the body, for servers that support nothing else.
    case body
  }

  /// The token endpoint: an absolute URL that uses TLS.
  public var tokenEndpoint: String
  /// The URL of the page on which users sign in, or `nil` if there is none.
  public var authorizationEndpoint: String?
  /// The URL that the sign-in page redirects to.
  public var redirectURI: String?
  /// The client's identifier, which the server assigns.
  public var clientID: String
  /// The client's secret, or `nil` for an app on a user's machine, which cannot keep a secret.
  public var clientSecret: String?
  /// The method used to send the client's credentials to the token endpoint.
  public var clientAuthentication = ClientAuthentication.basic
  /// The requested scope; `nil` means the server's default.
  public var scope: [String]?
  /// Additional parameters for the token endpoint, such as `audience` and `resource`.
  public var parameters: [String: String] = [:]
  /// The issuer that a redirect must name; `nil` accepts any.
  ///
  /// See RFC 9207.
  public var issuer: String?
  /// How long before its expiry a token is refreshed, limited to half its lifetime.
  public var leeway: Duration = .seconds(30)
  /// The time limit of a refresh, after which all requests that wait for it fail.
  public var timeLimit: Duration = .seconds(60)
  /// The maximum number of refreshes within ``refreshWindow``. Beyond it, requests whose token was
  /// refused fail until some time has passed. Expired tokens that a server had accepted are
  /// refreshed without limit.
  public var refreshLimit = 8
  /// The period in which ``refreshLimit`` refreshes are allowed.
  public var refreshWindow: Duration = .seconds(60)
  /// Whether the token endpoint may be on another machine without TLS.
  public var allowsHTTP = false

  /// Creates a registration. The other settings are properties.
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
  /// A textual representation of this instance.
  public var description: String {
    "OAuth 2.0 at \(HTTPRequest(.post, tokenEndpoint).redactedTarget)"
  }
}
