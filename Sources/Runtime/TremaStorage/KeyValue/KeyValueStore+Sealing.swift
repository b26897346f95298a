#if canImport(CTremaSodium)
  import TremaSecrets

  extension KeyValueStore {
    /// Opens a store whose values are encrypted and authenticated; available with libsodium.
    ///
    /// Names of namespaces, keys, and the indexed fields of records are not encrypted.
    ///
    /// - Parameters:
    ///   - path: The path of the file. A missing file is created, readable and writable by its
    ///     owner only.
    ///   - options: The options of the store.
    ///   - migrations: The migrations of the app, in the order of their numbers.
    ///   - key: The key of 32 bytes, used for all values from the first one on; `nil` for a store
    ///     that is not sealed.
    /// - Throws: ``StoreError/wrongKeyLength(found:expected:)``, ``StoreError/wrongKey(path:)``,
    ///   ``StoreError/isSealed(path:)``, ``StoreError/notSealed(path:)``, and the errors of opening
    ///   a store without a key.
    public convenience init(
      _ path: String, options: Options = Options(), migrations: [KeyValueStore.Migration] = [],
      sealing key: Secret<[UInt8]>?
    ) throws(StoreError) {
      try self.init(at: path, options, migrations, key: key)
    }

    /// Opens a store whose values are encrypted, on a thread that may block.
    ///
    /// - Parameters:
    ///   - path: The path of the file. A missing file is created.
    ///   - options: The options of the store.
    ///   - migrations: The migrations of the app, in the order of their numbers.
    ///   - key: The key of 32 bytes; `nil` for a store that is not sealed.
    /// - Throws: The errors of the initializer with the same parameters.
    public static func open(
      _ path: String, options: Options = Options(), migrations: [KeyValueStore.Migration] = [],
      sealing key: Secret<[UInt8]>?
    ) async throws(StoreError) -> KeyValueStore {
      try await BlockingPool.run { () throws(StoreError) in
        try KeyValueStore(path, options: options, migrations: migrations, sealing: key)
      }
    }
  }
#endif
