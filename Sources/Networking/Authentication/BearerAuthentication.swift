import TremaHTTP

/// Bearer authentication: a token that is sent with every request, without waiting for a challenge.
/// Any holder of the token has its rights.
///
/// See RFC 6750.
public struct BearerAuthentication: BuiltInAuthenticator {
  /// The source of the token.
  private enum Source: Sendable {
    /// The value of `Authorization`, or the reason why there is none.
    case fixed(Result<String, AuthenticationError>)
    /// A closure that returns the current token.
    case closure(@Sendable () async throws -> String?)
  }

  /// The identity's digest.
  private let identityDigest: String
  private let source: Source

  /// Creates an authenticator with a token that never changes.
  public init(_ token: String) {
    identityDigest = Credentials.identity("Bearer", token)
    source = .fixed(
      Result { () throws(AuthenticationError) in try Credentials.bearer(token) })
  }

  /// Creates an authenticator with a closure that returns the current token.
  ///
  /// - Parameters:
  ///   - identity: The user of the tokens: any string that is stable for the user.
  ///   - token: A closure that is called for each request. If it returns `nil`, the request is sent
  ///     without a token. An error that it throws ends the request with
  ///     ``AuthenticationError/noToken(_:)``.
  public init(identity: String, token: @escaping @Sendable () async throws -> String?) {
    identityDigest = Credentials.identity("Bearer of", identity)
    source = .closure(token)
  }

  var fixedCredentials: FixedCredentials? {
    guard case .fixed(let authorization) = source else { return nil }
    return FixedCredentials(identity: identityDigest, authorization: authorization)
  }

  /// Returns the identity's digest.
  public func identity(for request: ClientRequest) async -> String? { identityDigest }

  /// Adds the token to a request.
  public func authorize(
    _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws {
    switch source {
    case .fixed(let value): request.head.fields[.authorization] = try value.get()
    case .closure(let provider):
      let token = try await attempt.context.withDeadline {
        do { return try await provider() } catch let error as CancellationError {
          throw error
        } catch {
          throw AuthenticationError.noToken(error)
        }
      }
      guard let token else { return }
      request.head.fields[.authorization] = try Credentials.bearer(token)
    }
  }
}

extension Authenticator where Self == BearerAuthentication {
  /// Returns bearer authentication with a token that never changes.
  public static func bearer(_ token: String) -> Self { BearerAuthentication(token) }
}

extension BearerAuthentication: Redacted {
  /// A textual representation of this instance.
  public var description: String { "Bearer" }
}

extension Credentials {
  /// Returns whether a token can be sent. RFC 6750 allows letters, digits and a few other
  /// characters. Some servers use other characters, so all visible ASCII characters are accepted.
  static func isToken(_ token: String) -> Bool {
    !token.isEmpty && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// Returns the `Authorization` value for a token.
  static func bearer(_ token: String) throws(AuthenticationError) -> String {
    guard isToken(token) else { throw .malformedToken }
    return "Bearer \(token)"
  }
}
