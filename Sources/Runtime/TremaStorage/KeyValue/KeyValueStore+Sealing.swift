#if canImport(CTremaSodium)
  import TremaSecrets

  extension KeyValueStore {
    /// Opens a store whose values are encrypted and authenticated. Requires libsodium.
    ///
    /// Namespace names, keys, and the indexed fields of records are not encrypted.
    ///
    /// - Parameters:
    ///   - path: The file's path. A missing file is created, readable and writable only by its
    ///     owner.
    ///   - options: The store's options.
    ///   - migrations: The app's migrations, in ascending order of their numbers.
    ///   - key: The 32-byte key, which must be given when the store is created, or `nil` for a
    ///     store that is not sealed.
    /// - Throws: ``StoreError/wrongKeyLength(found:expected:)``, ``StoreError/wrongKey(path:)``,
    ///   ``StoreError/isSealed(path:)``, ``StoreError/notSealed(path:)``, and the errors of opening
    ///   a store without a key.
    public convenience init(
      _ path: String, options: Options = Options(), migrations: [KeyValueStore.Migration] = [],
      sealing key: Secret<[UInt8]>?
    ) throws(StoreError) {
      try self.init(at: path, options, migrations, key: key)
    }

    /// Opens a store whose values are encrypted, on a blocking thread.
    ///
    /// - Parameters:
    ///   - path: The file's path. A missing file is created.
    ///   - options: The store's options.
    ///   - migrations: The app's migrations, in ascending order of their numbers.
    ///   - key: The 32-byte key, or `nil` for a store that is not sealed.
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
