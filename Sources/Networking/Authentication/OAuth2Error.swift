import TremaHTTP

/// The reason why no tokens are available.
public enum OAuth2Error: Error, Sendable {
  /// An error response from the token server or the sign-in page.
  case refused(Refusal)
  /// The token server could not be reached: no connection, a timeout, or no response.
  case unreachable(NetworkError)
  /// The token server's response has no success status and is not an error response as defined by
  /// RFC 6749.
  case unexpectedStatus(HTTPStatus)
  /// The token server's response does not conform to RFC 6749. The reason completes a sentence that
  /// starts with "the answer ".
  case malformedResponse(String)
  /// The tokens could not be read or saved. New tokens are kept in memory, and saved before they
  /// are used.
  case store(any Error)
  /// A refresh took longer than its limit.
  case timeLimit(Duration)
  /// The server keeps refusing the tokens that it issues: this many refreshes in a short time.
  case tooManyRefreshes(Int)
  /// No user is signed in anymore, or a different user has signed in.
  case signedOut
  /// An endpoint is not a URL, or lacks TLS although it is on another machine.
  case invalidEndpoint
  /// The closure of a ``LoginAuthentication`` has thrown an error.
  case signIn(any Error)
  /// A value is missing in both the configuration and the call, such as "a client" or "a redirect
  /// URI".
  case missing(String)
  /// The URL that the user returned with is invalid. The reason completes a sentence that starts
  /// with "the redirect ".
  case invalidRedirect(String)

  /// An error response.
  ///
  /// See RFC 6749, sections 4.1.2.1 and 5.2.
  public struct Refusal: Hashable, Sendable {
    /// The server's error code.
    public let code: OAuth2ErrorCode
    /// The reason for developers. Descriptions omit it, as it may quote the request.
    public let reason: String?
    /// The URL of a page that explains the error.
    public let uri: String?

    /// Creates an error as reported by a server.
    public init(_ code: OAuth2ErrorCode, reason: String? = nil, uri: String? = nil) {
      (self.code, self.reason, self.uri) = (code, reason, uri)
    }
  }
}

/// An error code: one of the constants, or any other code.
public struct OAuth2ErrorCode: RawRepresentable, Hashable, Sendable {
  /// The code as received from the server.
  public let rawValue: String

  /// Creates a code. It does not have to be defined by a standard.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A parameter of the request is missing or malformed.
  public static let invalidRequest = Self(rawValue: "invalid_request")
  /// The server does not know the client, or refuses its secret.
  public static let invalidClient = Self(rawValue: "invalid_client")
  /// The refresh token has expired, or the code has already been used: the user has to sign in.
  public static let invalidGrant = Self(rawValue: "invalid_grant")
  /// The client may not use this grant.
  public static let unauthorizedClient = Self(rawValue: "unauthorized_client")
  /// The server does not support this grant.
  public static let unsupportedGrantType = Self(rawValue: "unsupported_grant_type")
  /// The scope is unknown, malformed or too wide.
  public static let invalidScope = Self(rawValue: "invalid_scope")
  /// The user or the server denied access.
  public static let accessDenied = Self(rawValue: "access_denied")
  /// The server does not support this way of issuing codes.
  public static let unsupportedResponseType = Self(rawValue: "unsupported_response_type")
  /// The server encountered an unexpected condition.
  public static let serverError = Self(rawValue: "server_error")
  /// The server is overloaded or being maintained.
  public static let temporarilyUnavailable = Self(rawValue: "temporarily_unavailable")

  private static let standardCodes: Set<OAuth2ErrorCode> = [
    .invalidRequest, .invalidClient, .invalidGrant, .unauthorizedClient, .unsupportedGrantType,
    .invalidScope, .accessDenied, .unsupportedResponseType, .serverError, .temporarilyUnavailable,
  ]

  /// Whether RFC 6749 defines the code.
  var isStandard: Bool { Self.standardCodes.contains(self) }
}

extension OAuth2ErrorCode: Redacted {
  /// The code as the server sent it, or a fixed phrase for codes that RFC 6749 does not define,
  /// since such codes could contain anything.
  public var description: String { isStandard ? rawValue : "a nonstandard error code" }
}

extension OAuth2Error.Refusal: Redacted {
  /// A textual representation of this instance.
  public var description: String { "\(code)" }
}

extension OAuth2Error: Redacted {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .refused(let refusal): "the token server refused the request: \(refusal)"
    case .unreachable(let error): "the token server cannot be reached: \(error)"
    case .unexpectedStatus(let status): "the token server returned \(status)"
    case .malformedResponse(let reason): "the token server's response \(reason)"
    case .store(let error): "cannot read or store the tokens: \(type(of: error))"
    case .timeLimit(let limit): "the refresh took longer than \(limit)"
    case .tooManyRefreshes(let count):
      "the tokens were refreshed \(count) times in a short period, but are still rejected"
    case .signedOut: "no user is signed in"
    case .invalidEndpoint: "an endpoint is not an HTTPS URL"
    case .signIn(let error): "the sign-in failed: \(NetworkError.Kind.message(ofContent: error))"
    case .missing(let name): "\(name) is missing"
    case .invalidRedirect(let reason): "the redirect \(reason)"
    }
  }
}

extension OAuth2Error {
  /// Whether further attempts are useless until a user signs in.
  var isFinal: Bool {
    if case .refused(let refusal) = self { refusal.code == .invalidGrant } else { false }
  }
}
