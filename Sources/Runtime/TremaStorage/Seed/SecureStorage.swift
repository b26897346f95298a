import TremaSecrets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Synchronous access to the strings and data of one service by name.
///
/// The functions match GirdersSwift's `SecureStorage`, but they throw an error where GirdersSwift
/// ignored a failure.
public struct SecureStorage: Sendable {
  /// The store that contains the secrets.
  public let store: any BlockingSecureStore
  /// The service of the keys.
  public let service: String

  /// Creates an accessor for the secrets of a service.
  ///
  /// - Parameters:
  ///   - service: The service of the keys. GirdersSwift used the bundle identifier.
  public init(_ store: any BlockingSecureStore, service: String) {
    self.store = store
    self.service = service
  }

  /// Returns the key for a name in the service.
  private func key(_ name: String) -> SecretKey { SecretKey(name, service: service) }

  // MARK: Strings and data

  /// Stores a string as UTF-8.
  ///
  /// - Parameters:
  ///   - string: The string; `nil` removes the secret.
  ///   - name: The secret's name. Strings and data share the same names.
  public func save(string: String?, forKey name: String) throws(SecretError) {
    try save(data: string.map { Data($0.utf8) }, forKey: name)
  }

  /// Stores data.
  ///
  /// - Parameters:
  ///   - data: The data; `nil` removes the secret.
  ///   - name: The secret's name. Strings and data share the same names.
  public func save(data: Data?, forKey name: String) throws(SecretError) {
    try save(data, name, .standard)
  }

  /// Stores data. This is the old name of `save(data:forKey:)`. `nil` removes the secret, whereas
  /// GirdersSwift ignored it.
  public func save(value: Data?, key name: String) throws(SecretError) {
    try save(data: value, forKey: name)
  }

  /// Returns the string for a name, or `nil` if there is none.
  ///
  /// - Throws: ``SecretError/notText(_:)`` if the secret is not UTF-8.
  public func string(forKey name: String) throws(SecretError) -> String? {
    guard let data = try data(forKey: name) else { return nil }
    return try SecretCoding.string(data, key(name))
  }

  /// Returns the data for a name, or `nil` if there is none.
  public func data(forKey name: String) throws(SecretError) -> Data? {
    try store.read(key(name))
  }

  /// Removes the secret for a name.
  ///
  /// - Returns: Whether a secret was removed.
  @discardableResult
  public func removeString(forKey name: String) throws(SecretError) -> Bool {
    try store.delete(key(name))
  }

  /// Removes the secret for a name.
  ///
  /// - Returns: Whether a secret was removed.
  @discardableResult
  public func removeData(forKey name: String) throws(SecretError) -> Bool {
    try store.delete(key(name))
  }

  /// Removes all secrets of the service.
  public func clearSecureStorage() throws(SecretError) { try store.deleteAll(in: service) }

  // MARK: Biometric protection

  /// Stores a string that is readable only after biometric authentication; `nil` removes the
  /// secret.
  ///
  /// - Throws: ``SecretError/unsupported(_:)`` if the store does not support biometric
  ///   authentication, in which case nothing is stored.
  public func saveWithBiometricProtection(
    string: String?, forKey name: String
  ) throws(SecretError) {
    try saveWithBiometricProtection(data: string.map { Data($0.utf8) }, forKey: name)
  }

  /// Stores data that is readable only after biometric authentication; `nil` removes the secret.
  ///
  /// - Throws: ``SecretError/unsupported(_:)`` if the store does not support biometric
  ///   authentication, in which case nothing is stored.
  public func saveWithBiometricProtection(
    data: Data?, forKey name: String
  ) throws(SecretError) {
    try save(data, name, .biometrics)
  }

  /// Returns a string after biometric authentication, or `nil` if there is none. Blocks while the
  /// user authenticates, so do not call it on the main thread.
  ///
  /// - Parameters:
  ///   - name: The secret's name.
  ///   - prompt: The reason shown to the user.
  /// - Throws: ``SecretError/unsupported(_:)`` if the store does not support biometric
  ///   authentication, ``SecretError/denied(_:)`` if the user refuses, ``SecretError/notText(_:)``.
  public func biometricProtectedString(
    forKey name: String, withPrompt prompt: String
  ) throws(SecretError) -> String? {
    guard let data = try biometricProtectedData(forKey: name, withPrompt: prompt) else {
      return nil
    }
    return try SecretCoding.string(data, key(name))
  }

  /// Returns data after biometric authentication, or `nil` if there is none. Blocks while the user
  /// authenticates, so do not call it on the main thread.
  ///
  /// - Parameters:
  ///   - name: The secret's name.
  ///   - prompt: The reason shown to the user.
  /// - Throws: ``SecretError/unsupported(_:)`` if the store does not support biometric
  ///   authentication, ``SecretError/denied(_:)`` if the user refuses.
  public func biometricProtectedData(
    forKey name: String, withPrompt prompt: String
  ) throws(SecretError) -> Data? {
    guard let store = store as? any BiometricSecureStore else { throw .unsupported("biometrics") }
    return try store.read(key(name), prompt: prompt)
  }

  /// Returns a string after biometric authentication, or `nil` if there is none, on a blocking
  /// thread.
  ///
  /// - Parameters:
  ///   - name: The secret's name.
  ///   - prompt: The reason shown to the user.
  public func biometricProtectedString(
    forKey name: String, withPrompt prompt: String
  ) async throws(SecretError) -> String? {
    try await BlockingPool.run { () throws(SecretError) in
      try biometricProtectedString(forKey: name, withPrompt: prompt) as String?
    }
  }

  /// Stores data with an access level, or removes the secret if it is `nil`.
  private func save(
    _ data: Data?, _ name: String, _ access: SecretAccess
  ) throws(SecretError) {
    if let data {
      try store.write(data, for: key(name), access: access)
    } else {
      try store.delete(key(name))
    }
  }
}

extension SecureStorage: Redacted {
  /// The store and the service.
  public var description: String { "\(service) in \(store)" }
}
