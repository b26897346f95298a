import TremaHTTP

/// Basic authentication: a user name and a password in UTF-8 that are sent with every request,
/// without waiting for a challenge.
///
/// See RFC 7617.
public struct BasicAuthentication: BuiltInAuthenticator {
  /// The value of `Authorization`.
  private let authorization: String
  private let identity: String

  /// Creates an authenticator.
  ///
  /// - Throws: ``CredentialsError`` if the name contains a colon, or if either contains a control
  ///   character.
  public init(_ user: String, _ password: String) throws(CredentialsError) {
    authorization = try Credentials.basic(user, password)
    identity = Credentials.identity("Basic", user, password)
  }

  var fixedCredentials: FixedCredentials? {
    FixedCredentials(identity: identity, authorization: .success(authorization))
  }

  /// Returns the identity of the credentials.
  public func identity(for request: ClientRequest) async -> String? { identity }

  /// Adds the credentials to a request.
  public func authorize(
    _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws {
    request.head.fields[.authorization] = authorization
  }
}

extension Authenticator where Self == BasicAuthentication {
  /// Returns basic authentication with a user name and a password.
  ///
  /// - Throws: ``CredentialsError`` if the name contains a colon, or if either contains a control
  ///   character.
  public static func basic(_ user: String, _ password: String) throws(CredentialsError) -> Self {
    try BasicAuthentication(user, password)
  }
}

extension BasicAuthentication: Redacted {
  /// A textual representation of this instance.
  public var description: String { "Basic" }
}

extension Credentials {
  /// Returns a digest of credentials that includes the password: a response for the right password
  /// must not be returned to a user with a wrong one.
  static func identity(_ kind: String, _ texts: String...) -> String {
    HashFunction.sha256.hexDigest(of: Array(([kind] + texts).joined(separator: "\0").utf8))
  }
}
