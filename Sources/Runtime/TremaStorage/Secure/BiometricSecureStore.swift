#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store that can ask for a face or a finger: the Keychain.
public protocol BiometricSecureStore: BlockingSecureStore {
  /// Reads with words that say what it is for. It waits for the person.
  ///
  /// - Throws: `denied` where the person refuses.
  func read(_ key: SecretKey, prompt: String) throws(SecretError) -> Data?
}

extension BiometricSecureStore {
  /// The same on a thread that may wait.
  public func data(for key: SecretKey, prompt: String) async throws(SecretError) -> Data? {
    try await BlockingPool.run { () throws(SecretError) in try read(key, prompt: prompt) }
  }
}
