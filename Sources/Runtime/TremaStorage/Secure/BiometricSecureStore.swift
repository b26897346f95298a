#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store that can require biometric authentication, such as the Keychain.
public protocol BiometricSecureStore: BlockingSecureStore {
  /// Returns the secret for a key, or `nil` if there is none. Blocks while the user authenticates.
  ///
  /// - Parameters:
  ///   - key: The secret's key.
  ///   - prompt: The reason shown to the user.
  /// - Throws: ``SecretError/denied(_:)`` if the user refuses.
  func read(_ key: SecretKey, prompt: String) throws(SecretError) -> Data?
}

extension BiometricSecureStore {
  /// Returns the secret for a key on a blocking thread while the user authenticates, or `nil` if
  /// there is none.
  ///
  /// - Parameters:
  ///   - key: The secret's key.
  ///   - prompt: The reason shown to the user.
  /// - Throws: ``SecretError/denied(_:)`` if the user refuses.
  public func data(for key: SecretKey, prompt: String) async throws(SecretError) -> Data? {
    try await BlockingPool.run { () throws(SecretError) in try read(key, prompt: prompt) }
  }
}
