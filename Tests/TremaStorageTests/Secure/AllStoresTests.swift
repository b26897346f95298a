import Foundation
import Testing
import TremaStorage
import TremaStorageTestSupport

/// What every store does alike. That of the Secret Service is tried in a process of its own.
@Suite struct AllStoresTests {
  struct Maker: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> any BlockingSecureStore
  }

  static let makers = [
    Maker(testDescription: "in memory") { MemoryStore() },
    Maker(testDescription: "layered") { LayeredStore(MemoryStore(), MemoryStore()) },
  ]

  @Test(arguments: makers, StoreBehaviour.all)
  func `behaves as every store does`(maker: Maker, behaviour: StoreBehaviour) async throws {
    try await behaviour.check(try maker.make(), service: "com.example.shop")
  }
}
