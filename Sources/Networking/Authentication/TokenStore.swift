import TremaHTTP
import TremaLock

/// Where tokens are kept from one start of an app to the next.
///
/// ``OAuth2`` calls ``save(_:)`` and ``remove()`` one after the other, never at once. Tokens that a
/// server has given for a refresh are saved before they are used.
public protocol TokenStore: Sendable {
  /// Nil when there are none.
  func load() async throws -> OAuth2Tokens?
  /// In the place of those that are there. When it returns they must be there whatever happens.
  func save(_ tokens: OAuth2Tokens) async throws
  func remove() async throws
}

/// Keeps tokens for as long as the process runs.
public final class MemoryTokenStore: TokenStore {
  private let tokens: LockedValue<OAuth2Tokens?>

  public init(_ tokens: OAuth2Tokens? = nil) { self.tokens = LockedValue(tokens) }

  public func load() async throws -> OAuth2Tokens? { tokens.value }
  public func save(_ tokens: OAuth2Tokens) async throws { self.tokens.value = tokens }
  public func remove() async throws { tokens.value = nil }
}

extension MemoryTokenStore: Redacted {
  public var description: String { "tokens in memory" }
}
