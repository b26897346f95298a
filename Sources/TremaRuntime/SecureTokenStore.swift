import Networking
import TremaStorage

/// Keeps the tokens of a sign-in among the secrets of the app.
public struct SecureTokenStore: TokenStore {
  private let store: any SecureStore
  private let key: SecretKey
  private let access: SecretAccess

  public init(_ store: any SecureStore, key: SecretKey, access: SecretAccess = .standard) {
    self.store = store
    self.key = key
    self.access = access
  }

  /// - Throws: ``SecretError``; `notDecodable` where something else is kept under the key.
  public func load() async throws -> OAuth2Tokens? {
    try await store.value(OAuth2Tokens.self, for: key)
  }

  public func save(_ tokens: OAuth2Tokens) async throws {
    try await store.set(value: tokens, for: key, access: access)
  }

  public func remove() async throws { try await store.remove(key) }
}

extension SecureTokenStore: CustomStringConvertible {
  public var description: String { "tokens under \(key)" }
}
