import Networking
import TremaStorage

/// Keeps the tokens of a sign-in among the secrets of the app.
public struct SecureTokenStore: TokenStore {
  private let store: any SecureStore
  private let key: SecretKey
  private let access: SecretAccess
  private let turn: InterprocessLock?

  /// - Parameter turn: the lock among processes that share the secret, so that no two of them
  ///   refresh it at the same moment; `nil` for a secret that is not shared.
  public init(
    _ store: any SecureStore, key: SecretKey, access: SecretAccess = .standard,
    turn: InterprocessLock? = nil
  ) {
    self.store = store
    self.key = key
    self.access = access
    self.turn = turn
  }

  /// - Throws: `SecretError`; `notDecodable` where something else is kept under the key.
  public func load() async throws -> OAuth2Tokens? {
    try await store.value(OAuth2Tokens.self, for: key)
  }

  /// Stores the tokens and replaces earlier ones.
  public func save(_ tokens: OAuth2Tokens) async throws {
    try await store.set(value: tokens, for: key, access: access)
  }

  /// Removes the tokens.
  public func remove() async throws { try await store.remove(key) }

  /// Runs a refresh while no other client of the key refreshes.
  public func whileAlone<Outcome: Sendable>(
    _ refresh: @escaping @Sendable () async -> Outcome
  ) async throws -> Outcome {
    guard let turn else { return await refresh() }
    return try await turn.take(refresh)
  }
}

extension SecureTokenStore: CustomStringConvertible {
  /// The key, without tokens.
  public var description: String { "tokens under \(key)" }
}
