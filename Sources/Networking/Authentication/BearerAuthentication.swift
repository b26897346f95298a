import TremaHTTP

/// A bearer token, sent with each request without being asked for: any holder of the token has its
/// rights.
///
/// Source: RFC 6750.
public struct BearerAuthentication: BuiltInAuthenticator {
  private enum Source: Sendable {
    /// The value of the field.
    case fixed(Result<String, AuthenticationError>)
    case closure(@Sendable () async throws -> String?)
  }

  private let name: String
  private let source: Source

  /// Always the same one.
  public init(_ token: String) {
    name = Credentials.identity("Bearer", token)
    source = .fixed(
      Result { () throws(AuthenticationError) in try Credentials.bearer(token) })
  }

  /// - Parameters:
  ///   - identity: whose tokens they are: the same while it is the same user.
  ///   - token: asked for each request; nil sends it without. What it throws ends the request:
  ///     ``AuthenticationError/noToken(_:)``.
  public init(identity: String, token: @escaping @Sendable () async throws -> String?) {
    name = Credentials.identity("Bearer of", identity)
    source = .closure(token)
  }

  var steady: SteadyCredentials? {
    guard case .fixed(let authorization) = source else { return nil }
    return SteadyCredentials(identity: name, authorization: authorization)
  }

  /// Returns the identity that a request is sent for, or `nil` if it has none.
  public func identity(for request: ClientRequest) async -> String? { name }

  /// Adds credentials to a request.
  public func authorize(
    _ request: inout ClientRequest, _ attempt: inout AuthenticationAttempt
  ) async throws {
    switch source {
    case .fixed(let value): request.head.fields[.authorization] = try value.get()
    case .closure(let ask):
      let token = try await attempt.context.waiting {
        do { return try await ask() } catch let error as CancellationError {
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
  /// Sends a fixed token with each request to the client's own origin.
  public static func bearer(_ token: String) -> Self { BearerAuthentication(token) }
}

extension BearerAuthentication: Redacted {
  /// A description for logs and messages.
  public var description: String { "Bearer" }
}

extension Credentials {
  /// Whether it can be sent. RFC 6750 has letters, digits and a few others; some servers have other
  /// letters in theirs, and they get them.
  static func isToken(_ token: String) -> Bool {
    !token.isEmpty && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  static func bearer(_ token: String) throws(AuthenticationError) -> String {
    guard isToken(token) else { throw .malformedToken }
    return "Bearer \(token)"
  }
}
