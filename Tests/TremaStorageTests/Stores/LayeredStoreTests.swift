import Foundation
import Testing
import TremaStorage
import TremaTestSupport

/// A store that throws the same error at every call.
struct FailingStore: BlockingSecureStore {
  let error: SecretError

  func read(_ key: SecretKey) throws(SecretError) -> Data? { throw error }
  func write(_ data: Data, for key: SecretKey, access: SecretAccess) throws(SecretError) {
    throw error
  }
  func delete(_ key: SecretKey) throws(SecretError) -> Bool { throw error }
  func list(_ service: String) throws(SecretError) -> [SecretKey] { throw error }
  func deleteAll(in service: String) throws(SecretError) { throw error }
}

@Suite struct LayeredStoreTests {
  private let upper = MemoryStore()
  private let lower = MemoryStore()
  private let key = SecretKey("token", service: "shop")
  private let locked = FailingStore(error: .locked("the Keychain", isRetryable: true))

  @Test
  func `reads use the first store that has the secret, writes the first store`() async throws {
    let store = LayeredStore(upper, lower)
    try await lower.set("low", for: key)
    #expect(try await store.string(for: key) == "low")
    try await store.set("high", for: key)
    #expect(try await store.string(for: key) == "high")
    #expect(try await upper.string(for: key) == "high")
    #expect(try await lower.string(for: key) == "low")
    #expect("\(store)" == "secrets in memory, then secrets in memory")
  }

  @Test func `secrets of all stores are listed once`() async throws {
    let store = LayeredStore(upper, lower)
    for name in ["b", "a"] { try await upper.set("x", for: SecretKey(name, service: "shop")) }
    for name in ["c", "a"] { try await lower.set("x", for: SecretKey(name, service: "shop")) }
    #expect(try store.list("shop").map(\.name) == ["a", "b", "c"])
  }

  @Test func `a removed secret does not reappear from a lower layer`() async throws {
    let store = LayeredStore(upper, lower)
    try await lower.set("low", for: key)
    #expect(try store.delete(key))
    #expect(try store.read(key) == nil)
    try await lower.set("low", for: key)
    try await upper.set("high", for: key)
    try store.deleteAll(in: "shop")
    #expect(try store.read(key) == nil)
  }

  @Test func `an error of a layer is thrown, and lower layers are not consulted`() async throws {
    try await lower.set("old", for: key)
    let store = LayeredStore(locked, lower)
    #expect(throws: locked.error) { try store.read(key) }
    #expect(throws: locked.error) { try store.list("shop") }
    #expect(throws: locked.error) { try store.write(Data(), for: key, access: .standard) }
    // The first store with the secret is sufficient.
    try await upper.set("high", for: key)
    #expect(try await LayeredStore(upper, locked).string(for: key) == "high")
    #expect(throws: locked.error) {
      try LayeredStore(upper, locked).read(SecretKey("other", service: "shop"))
    }
  }

  @Test func `the first store keeps its secret if a lower one fails to remove it`() async throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "shop_token")
    let store = LayeredStore(upper, try CredentialsDirectoryStore(folder: folder.path))
    try await store.set("high", for: key)
    #expect(throws: SecretError.readOnly("the credentials directory")) { try store.delete(key) }
    #expect(throws: SecretError.readOnly("the credentials directory")) {
      try store.deleteAll(in: "shop")
    }
    #expect(try await store.string(for: key) == "high")
    // A secret in the upper store alone can be removed.
    let other = SecretKey("other", service: "shop")
    try await store.set("x", for: other)
    #expect(try store.delete(other))
  }

  @Test func `a write with biometrics fails if the first store does not support them`() async throws
  {
    let store = LayeredStore(upper, lower)
    #expect(throws: SecretError.unsupported("biometrics")) {
      try store.write(Data([1]), for: key, access: .biometrics)
    }
    #expect(try store.read(key) == nil)
  }
}
