import Foundation
import Testing
import TremaStorage

@Suite struct MemoryStoreTests {
  private struct Login: Codable, Equatable {
    var name = "ada"
    var visits = 3
  }

  @Test func `bytes, strings and values are returned, and nil if missing`() async throws {
    let store = MemoryStore()
    let key = SecretKey("token", service: "shop")
    #expect(try await store.data(for: key) == nil)
    try await store.set(Data([0, 255]), for: key)
    #expect(try await store.data(for: key) == Data([0, 255]))
    try await store.set("grün", for: key)
    #expect(try await store.string(for: key) == "grün")
    try await store.set(value: Login(), for: key)
    #expect(try await store.value(Login.self, for: key) == Login())
    #expect(try await store.remove(key))
    #expect(try await store.remove(key) == false)
  }

  @Test func `bytes that do not decode as a string or value are an error`() async throws {
    let store = MemoryStore()
    let key = SecretKey("token", service: "shop")
    try await store.set(Data([0xFF]), for: key)
    await #expect(throws: SecretError.notText(key)) { try await store.string(for: key) }
    await #expect(throws: SecretError.notDecodable(key, as: "Login")) {
      try await store.value(Login.self, for: key)
    }
  }

  @Test func `services are independent`() async throws {
    let store = MemoryStore()
    for (name, service) in [("b", "shop"), ("a", "shop"), ("a", "bank")] {
      try await store.set("x", for: SecretKey(name, service: service))
    }
    #expect(try await store.keys(in: "shop").map(\.name) == ["a", "b"])
    try await store.removeAll(in: "shop")
    #expect(try await store.keys(in: "shop").isEmpty)
    #expect(try await store.keys(in: "bank").count == 1)
  }

  @Test func `access levels that the store cannot guarantee are rejected`() async throws {
    let key = SecretKey("token", service: "shop")
    await #expect(throws: SecretError.unsupported("biometrics")) {
      try await MemoryStore().set("x", for: key, access: .biometrics)
    }
  }
}
