import Foundation
import Testing
import TremaStorage

@Suite struct SecureStorageTests {
  private let storage = SecureStorage(MemoryStore(), service: "com.example.shop")

  /// A store that requires a prompt for reading, and includes it in the result.
  private final class AskingStore: BiometricSecureStore {
    let inner = MemoryStore()

    func read(_ key: SecretKey, prompt: String) throws(SecretError) -> Data? {
      try inner.read(key).map { Data("\(prompt): ".utf8) + $0 }
    }
    func read(_ key: SecretKey) throws(SecretError) -> Data? {
      throw .denied("\(key)")
    }
    func write(_ data: Data, for key: SecretKey, access: SecretAccess) throws(SecretError) {
      guard access == .biometrics else { throw .denied("\(key)") }
      try inner.write(data, for: key, access: .standard)
    }
    func delete(_ key: SecretKey) throws(SecretError) -> Bool { try inner.delete(key) }
    func list(_ service: String) throws(SecretError) -> [SecretKey] { try inner.list(service) }
    func deleteAll(in service: String) throws(SecretError) { try inner.deleteAll(in: service) }
  }

  @Test func `strings and data share one set of keys`() throws {
    try storage.save(string: "grün", forKey: "a")
    #expect(try storage.string(forKey: "a") == "grün")
    #expect(try storage.data(forKey: "a") == Data("grün".utf8))
    try storage.save(data: Data([0xFF]), forKey: "a")
    #expect(try storage.data(forKey: "a") == Data([0xFF]))
    try storage.save(value: Data([1]), key: "b")
    #expect(try storage.data(forKey: "b") == Data([1]))
    #expect(try storage.string(forKey: "none") == nil)
  }

  @Test func `nil removes a secret of any type`() throws {
    func check(_ remove: (String) throws -> Void) throws {
      try storage.save(string: "x", forKey: "a")
      try remove("a")
      try remove("a")
      #expect(try storage.data(forKey: "a") == nil)
    }
    try check { try storage.save(string: nil, forKey: $0) }
    try check { try storage.save(data: nil, forKey: $0) }
    try check { try storage.save(value: nil, key: $0) }
    try check { try storage.saveWithBiometricProtection(string: nil, forKey: $0) }
    try check { try storage.saveWithBiometricProtection(data: nil, forKey: $0) }
  }

  @Test func `removing reports whether the secret existed`() throws {
    try storage.save(string: "x", forKey: "a")
    #expect(try storage.removeString(forKey: "a"))
    #expect(try storage.removeData(forKey: "a") == false)
  }

  @Test func `clearing removes the secrets of this service only`() throws {
    let other = SecureStorage(storage.store, service: "com.example.bank")
    try other.save(string: "stays", forKey: "a")
    for name in ["a", "b"] { try storage.save(string: "x", forKey: name) }
    try storage.clearSecureStorage()
    #expect(try storage.string(forKey: "a") == nil)
    #expect(try other.string(forKey: "a") == "stays")
  }

  @Test func `errors are thrown, so a locked store differs from a missing secret`() throws {
    let locked = SecretError.locked("the Keychain", isRetryable: true)
    let storage = SecureStorage(FailingStore(error: locked), service: "s")
    #expect(throws: locked) { try storage.string(forKey: "a") }
    #expect(throws: locked) { try storage.save(string: "x", forKey: "a") }
    #expect(throws: locked) { try storage.clearSecureStorage() }
    try self.storage.save(data: Data([0xFF]), forKey: "a")
    let error = #expect(throws: SecretError.self) { try self.storage.string(forKey: "a") }
    #expect(error.map { "\($0)" } == "the secret 'com.example.shop/a' is not UTF-8")
  }

  @Test func `a secret that needs biometrics is not stored without them`() async throws {
    let unsupported = SecretError.unsupported("biometrics")
    #expect("\(unsupported)" == "biometrics is not supported here")
    #expect(throws: unsupported) {
      try storage.saveWithBiometricProtection(string: "x", forKey: "a")
    }
    #expect(throws: unsupported) {
      try storage.saveWithBiometricProtection(data: Data([1]), forKey: "a")
    }
    #expect(try storage.string(forKey: "a") == nil)
    // The existing value stays.
    try storage.save(string: "old", forKey: "a")
    #expect(throws: unsupported) {
      try storage.saveWithBiometricProtection(string: "x", forKey: "a")
    }
    #expect(try storage.string(forKey: "a") == "old")
    #expect(throws: unsupported) {
      try storage.biometricProtectedData(forKey: "a", withPrompt: "Pay")
    }
    await #expect(throws: unsupported) {
      try await storage.biometricProtectedString(forKey: "a", withPrompt: "Pay")
    }
  }

  @Test func `the prompt is passed to a store that can show it`() async throws {
    let storage = SecureStorage(AskingStore(), service: "s")
    try storage.saveWithBiometricProtection(string: "secret", forKey: "a")
    func synchronous() throws -> String? {
      try storage.biometricProtectedString(forKey: "a", withPrompt: "Pay")
    }
    #expect(try synchronous() == "Pay: secret")
    #expect(
      try await storage.biometricProtectedString(forKey: "a", withPrompt: "Pay") == "Pay: secret")
    #expect(try storage.biometricProtectedData(forKey: "none", withPrompt: "Pay") == nil)
  }

  @Test func `a description shows the store and the service, and no secret`() throws {
    try storage.save(string: "hidden", forKey: "a")
    var dumped = ""
    dump(storage, to: &dumped)
    #expect("\(storage)" == "com.example.shop in secrets in memory")
    #expect(!dumped.contains("hidden"))
  }
}
