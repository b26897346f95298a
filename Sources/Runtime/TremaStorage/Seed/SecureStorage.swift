import TremaSecrets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Texts and data of one service by their names alone, with synchronous calls: the methods that
/// GirdersSwift's `SecureStorage` has, which throw where it was silent.
public struct SecureStorage: Sendable {
  /// The store that the secrets are kept in.
  public let store: any BlockingSecureStore
  /// The service of the keys.
  public let service: String

  /// - Parameter service: whose secrets these are; GirdersSwift took the identifier of the bundle.
  public init(_ store: any BlockingSecureStore, service: String) {
    self.store = store
    self.service = service
  }

  private func key(_ name: String) -> SecretKey { SecretKey(name, service: service) }

  // MARK: Texts and data, which share their names

  /// - Parameter string: nil removes what is there.
  public func save(string: String?, forKey name: String) throws(SecretError) {
    try save(data: string.map { Data($0.utf8) }, forKey: name)
  }

  /// - Parameter data: nil removes what is there.
  public func save(data: Data?, forKey name: String) throws(SecretError) {
    try save(data, name, .standard)
  }

  /// The same as `save(data:forKey:)`, under its old name. Nil removes; GirdersSwift did nothing.
  public func save(value: Data?, key name: String) throws(SecretError) {
    try save(data: value, forKey: name)
  }

  /// - Throws: `notText` where it is not UTF-8.
  public func string(forKey name: String) throws(SecretError) -> String? {
    guard let data = try data(forKey: name) else { return nil }
    return try SecretCoding.string(data, key(name))
  }

  /// Returns the secret of a name, or `nil` if there is none.
  public func data(forKey name: String) throws(SecretError) -> Data? {
    try store.read(key(name))
  }

  /// - Returns: whether there was one.
  @discardableResult
  public func removeString(forKey name: String) throws(SecretError) -> Bool {
    try store.delete(key(name))
  }

  /// - Returns: whether there was one.
  @discardableResult
  public func removeData(forKey name: String) throws(SecretError) -> Bool {
    try store.delete(key(name))
  }

  /// Removes all of this service.
  public func clearSecureStorage() throws(SecretError) { try store.deleteAll(in: service) }

  // MARK: For a face or a finger

  /// - Throws: `unsupported` where the store cannot ask for one, and keeps nothing then.
  public func saveWithBiometricProtection(
    string: String?, forKey name: String
  ) throws(SecretError) {
    try saveWithBiometricProtection(data: string.map { Data($0.utf8) }, forKey: name)
  }

  /// - Throws: `unsupported` where the store cannot ask for one, and keeps nothing then.
  public func saveWithBiometricProtection(
    data: Data?, forKey name: String
  ) throws(SecretError) {
    try save(data, name, .biometrics)
  }

  /// Shows the prompt, and waits for the person: not on the main thread.
  ///
  /// - Throws: `unsupported` where the store cannot ask for one, `denied` where the person refuses.
  public func biometricProtectedString(
    forKey name: String, withPrompt prompt: String
  ) throws(SecretError) -> String? {
    guard let data = try biometricProtectedData(forKey: name, withPrompt: prompt) else {
      return nil
    }
    return try SecretCoding.string(data, key(name))
  }

  /// Returns data as ``biometricProtectedString(forKey:withPrompt:)-(String,_)`` returns a string.
  public func biometricProtectedData(
    forKey name: String, withPrompt prompt: String
  ) throws(SecretError) -> Data? {
    guard let store = store as? any BiometricSecureStore else { throw .unsupported("biometrics") }
    return try store.read(key(name), prompt: prompt)
  }

  /// The same on a thread that may wait for a person.
  public func biometricProtectedString(
    forKey name: String, withPrompt prompt: String
  ) async throws(SecretError) -> String? {
    try await BlockingPool.run { () throws(SecretError) in
      try biometricProtectedString(forKey: name, withPrompt: prompt) as String?
    }
  }

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
