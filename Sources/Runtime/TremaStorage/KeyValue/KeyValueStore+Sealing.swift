#if canImport(CTremaSodium)
  import TremaSecrets

  extension KeyValueStore {
    /// The same for a store whose values are sealed, where there is libsodium.
    ///
    /// - Parameter key: 32 bytes that all values of the store are sealed with, from its first on; nil
    ///   for a store that is not sealed.
    /// - Throws: `wrongKeyLength`, `wrongKey`, `isSealed`, `notSealed`, and what opening any store throws.
    public convenience init(
      _ path: String, options: Options = Options(), migrations: [Migration] = [],
      sealing key: Secret<[UInt8]>?
    ) throws(StoreError) {
      try self.init(at: path, options, migrations, key: key)
    }

    /// The same, on a thread that may wait.
    public static func open(
      _ path: String, options: Options = Options(), migrations: [Migration] = [],
      sealing key: Secret<[UInt8]>?
    ) async throws(StoreError) -> KeyValueStore {
      try await BlockingPool.run { () throws(StoreError) in
        try KeyValueStore(path, options: options, migrations: migrations, sealing: key)
      }
    }
  }
#endif
