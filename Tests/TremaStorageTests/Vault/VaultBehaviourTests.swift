#if os(Linux)
  import Testing
  import TremaStorageTestSupport

  /// The behaviour that all stores share.
  @Suite struct VaultBehaviourTests {
    @Test(arguments: StoreBehaviour.all)
    func `the vault fulfils the contract of all stores`(behaviour: StoreBehaviour) async throws {
      let place = try VaultPlace()
      try await behaviour.check(place.store(), service: "com.example.shop")
    }
  }
#endif
