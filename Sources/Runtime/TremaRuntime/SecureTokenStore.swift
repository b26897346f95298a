import Networking
import TremaStorage

/// A store that keeps OAuth 2 tokens in the app's secure store.
public struct SecureTokenStore: TokenStore {
  /// The store for secrets.
  private let store: any SecureStore
  /// The key of the tokens.
  private let key: SecretKey
  /// The access level of the tokens.
  private let access: SecretAccess
  /// The interprocess lock, if the secret is shared.
  private let lock: InterprocessLock?

  /// Creates a store for tokens.
  ///
  /// - Parameters:
  ///   - store: The store for secrets.
  ///   - key: The key of the tokens.
  ///   - access: The access level of the tokens.
  ///   - turn: The lock that keeps processes sharing the secret from refreshing it at the same
  ///     time, or `nil` for a secret that is not shared.
  public init(
    _ store: any SecureStore, key: SecretKey, access: SecretAccess = .standard,
    turn: InterprocessLock? = nil
  ) {
    self.store = store
    self.key = key
    self.access = access
    self.lock = turn
  }

  /// Returns the tokens, or `nil` if there are none.
  ///
  /// - Throws: `SecretError`; `notDecodable` if the secret does not contain tokens as JSON.
  public func load() async throws -> OAuth2Tokens? {
    try await store.value(OAuth2Tokens.self, for: key)
  }

  /// Stores the tokens, replacing any existing tokens.
  public func save(_ tokens: OAuth2Tokens) async throws {
    try await store.set(value: tokens, for: key, access: access)
  }

  /// Removes the tokens.
  public func remove() async throws { try await store.remove(key) }

  /// Runs a refresh while holding the interprocess lock, if there is one.
  public func withExclusiveAccess<Outcome: Sendable>(
    _ refresh: @escaping @Sendable () async -> Outcome
  ) async throws -> Outcome {
    guard let lock else { return await refresh() }
    return try await lock.withLock(refresh)
  }
}

extension SecureTokenStore: CustomStringConvertible {
  /// The key, without the tokens.
  public var description: String { "tokens under \(key)" }
}
