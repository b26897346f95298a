import Testing

@testable import TremaStorage

@Suite struct SecureStoresTests {
  private static func absent(
    _ name: String
  ) -> @Sendable () throws(SecretError) -> any BlockingSecureStore {
    { () throws(SecretError) -> any BlockingSecureStore in
      throw .noBackend([SecretError.Reason(name, "it is not there")])
    }
  }
  private static let locked: @Sendable () throws(SecretError) -> any BlockingSecureStore = {
    () throws(SecretError) -> any BlockingSecureStore in
    throw .locked("the Keychain", isRetryable: true)
  }
  private static let memory: @Sendable () throws(SecretError) -> any BlockingSecureStore = {
    MemoryStore()
  }

  @Test func `the platform's store is never replaced by another`() throws {
    let error = #expect(throws: SecretError.self) {
      try SecureStores.platformDefault(Self.absent("Secret Service"))
    }
    #expect(
      error.map { "\($0)" }
        == "no secret store can be used: Secret Service: it is not there; vault: it requires a"
        + " passphrase or a key, so it is never chosen automatically; open one")
    #expect(throws: SecretError.locked("the Keychain", isRetryable: true)) {
      try SecureStores.platformDefault(Self.locked)
    }
    #expect(try SecureStores.platformDefault(Self.memory) is MemoryStore)
  }

  @Test func `the first usable store is chosen`() throws {
    #expect(
      try SecureStores.firstUsable({ try Self.absent("a")() }, { try Self.memory() }) is MemoryStore
    )
    #expect(
      try SecureStores.firstUsable({ try Self.memory() }, { try Self.locked() }) is MemoryStore)
  }

  @Test func `a locked store is available`() throws {
    #expect(throws: SecretError.locked("the Keychain", isRetryable: true)) {
      try SecureStores.firstUsable(
        { try Self.absent("a")() }, { try Self.locked() }, { try Self.memory() })
    }
  }

  @Test func `if no store can be used, all reasons are reported in order`() throws {
    let error = #expect(throws: SecretError.self) {
      try SecureStores.firstUsable({ try Self.absent("b")() }, { try Self.absent("a")() })
    }
    #expect(
      error.map { "\($0)" }
        == "no secret store can be used: b: it is not there; a: it is not there")
  }
}
