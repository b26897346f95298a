import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a token server gave for one sign-in.
public struct OAuth2Tokens: Codable, Hashable, Sendable {
  public var accessToken: String
  public var refreshToken: String?
  /// When the access token came.
  public var received: Date
  /// When the access token ends; nil where the server does not say.
  public var expires: Date?
  /// Nil where the server does not say: what was asked for.
  public var scope: [String]?
  /// Of OpenID Connect; not looked at.
  public var idToken: String?
  /// Of this sign-in: stays when the tokens are refreshed, and is another one after the next sign-in.
  public let session: String

  /// - Parameter session: by default a new one.
  public init(
    accessToken: String, refreshToken: String? = nil, received: Date = Date(),
    expires: Date? = nil, scope: [String]? = nil, idToken: String? = nil, session: String? = nil
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.received = received
    self.expires = expires
    self.scope = scope
    self.idToken = idToken
    self.session = session ?? Hexadecimal.text(RandomBytes.make(16))
  }

  /// Whether the access token ends within the leeway, but never earlier than after half its life:
  /// else one that lives shortly would never be used.
  func isExpired(at date: Date, leeway: Duration) -> Bool {
    guard let expires else { return false }
    let life = max(0, expires.timeIntervalSince(received))
    let parts = leeway.components
    let early = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    return date >= expires.addingTimeInterval(-min(early, life / 2))
  }
}

extension OAuth2Tokens: Redacted {
  public var description: String { "tokens" }
}
