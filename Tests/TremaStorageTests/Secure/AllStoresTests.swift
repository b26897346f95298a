import Foundation
import Testing
import TremaSecrets
import TremaStorage
import TremaStorageTestSupport
import TremaTestSupport

/// The behaviour that all stores share. The Secret Service's store is tested in a process of its
/// own.
@Suite struct AllStoresTests {
  struct Maker: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Makes the store with a folder of its own.
    let make: @Sendable (TemporaryFolder) -> any BlockingSecureStore
  }

  static let makers = [
    Maker(testDescription: "in memory") { _ in MemoryStore() },
    Maker(testDescription: "layered") { _ in LayeredStore(MemoryStore(), MemoryStore()) },
    Maker(testDescription: "a vault") { folder in
      VaultStore(
        path: folder.path + "/vault", key: .key(Secret([UInt8](repeating: 7, count: 32))))
    },
  ]

  @Test(arguments: makers, StoreBehaviour.all)
  func `each store fulfils the contract of all stores`(maker: Maker, behaviour: StoreBehaviour)
    async throws
  {
    let folder = try TemporaryFolder()
    try await behaviour.check(maker.make(folder), service: "com.example.shop")
  }
}
