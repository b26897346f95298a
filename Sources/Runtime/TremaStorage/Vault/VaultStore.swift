#if canImport(CTremaSodium)
  import TremaSecrets
  import TremaSupport

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// A store for secrets in one encrypted file. The names, the secrets and the number of secrets
  /// are encrypted. Multiple processes can use the file at the same time.
  ///
  /// When a call returns, its changes are on the disk. If a process is killed at any time, the file
  /// is as it was before or after the change. Next to the file are `PATH.lock`, which is kept, and,
  /// while the file is written, `PATH.new`.
  ///
  /// `Documentation/Storage/Vault.md` describes the format.
  public final class VaultStore: BlockingSecureStore {
    /// The file's path.
    public let path: String
    /// The maximum time that a change waits for a change by another process.
    public let lockTimeout: Duration
    /// The vault's current key.
    private let key: LockedValue<CurrentKey>
    /// The key derived from the passphrase when the vault was last opened, cached so that a
    /// passphrase is hashed only once.
    private let derivedKey = LockedValue<(derivation: KeyDerivation, key: SecretBytes)?>(nil)
    /// A lock that is held while this process changes the file. Threads in one process wait for
    /// this lock, without a time limit, instead of for the file lock.
    private let changeLock = Lock()

    /// The vault's key, and how often it has been replaced.
    private struct CurrentKey {
      var key: VaultKey
      /// The number of times that the key has been replaced.
      var changeCount = 0
    }

    /// Creates a store. Nothing is read, and no file is created until the first secret is written.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in an existing folder.
    ///   - key: The vault's key.
    ///   - lockTimeout: The maximum time that a change waits for a change by another process.
    public init(path: String, key: VaultKey, lockTimeout: Duration = .seconds(5)) {
      self.path = path
      self.key = LockedValue(CurrentKey(key: key))
      self.lockTimeout = lockTimeout
    }

    /// Returns the secret for a key, or `nil` if there is none.
    ///
    /// - Throws: ``SecretError/wrongKey(path:)`` and the other errors of opening the vault.
    public func read(_ key: SecretKey) throws(SecretError) -> Data? {
      try records().data(for: key)
    }

    /// Stores a secret, replacing any existing secret for the key.
    ///
    /// - Throws: ``SecretError/unsupported(_:)`` if the access level requires a device;
    ///   ``SecretError/busy(path:holder:)`` if another process holds the lock for too long; the
    ///   errors of opening and writing the vault.
    public func write(
      _ data: Data, for key: SecretKey, access: SecretAccess
    ) throws(SecretError) {
      try access.requireNoDeviceLock()
      try apply { _ in [key: data] }
    }

    /// Stores multiple secrets atomically. The file is encrypted and written once.
    public func writeAll(
      _ secrets: [SecretKey: Data], access: SecretAccess
    ) throws(SecretError) {
      try access.requireNoDeviceLock()
      try apply { _ in secrets.mapValues { $0 } }
    }

    /// Removes the secret for a key.
    ///
    /// - Returns: Whether a secret was removed.
    @discardableResult
    public func delete(_ key: SecretKey) throws(SecretError) -> Bool {
      try apply { $0.keys.contains(key) ? [key: nil] : [:] }
    }

    /// Returns the keys of a service, sorted.
    public func list(_ service: String) throws(SecretError) -> [SecretKey] {
      try records().keys.filter { $0.service.hasSameBytes(as: service) }.sorted()
    }

    /// Removes all secrets of a service atomically.
    public func deleteAll(in service: String) throws(SecretError) {
      try apply { records in
        Dictionary(
          uniqueKeysWithValues: records.keys.filter { $0.service.hasSameBytes(as: service) }
            .map { ($0, nil) })
      }
    }

    /// Returns the file's decrypted secrets, or an empty set if there is no file.
    func records() throws(SecretError) -> VaultRecords {
      let current = key.value
      do {
        return try openVault(KeyMaterial(current.key))?.records() ?? VaultRecords()
      } catch .wrongKey(let path) {
        // Another thread may have replaced the key since it was read, here and in the file.
        let now = changeLock.withLock { key.value }
        if now.changeCount == current.changeCount { throw .wrongKey(path: path) }
        return try openVault(KeyMaterial(now.key))?.records() ?? VaultRecords()
      }
    }

    /// Applies changes to the secrets and writes the file.
    ///
    /// - Parameter changes: Returns the changes to the existing secrets. Nothing is written if
    ///   there are none.
    /// - Returns: Whether there were any changes.
    @discardableResult
    func apply(
      _ changes: (VaultRecords) throws(SecretError) -> [SecretKey: Data?]
    ) throws(SecretError) -> Bool {
      try change { (vault, material) throws(SecretError) in
        let records = try vault?.records() ?? VaultRecords()
        let changes = try changes(records)
        if changes.isEmpty { return nil }
        var next: UnwrappedVault
        if let vault { next = vault } else { next = try makeVault(material) }
        try next.setRecords(records.applying(changes))
        return next
      }
    }

    /// Reads the file and writes its next version while no other process or thread changes it.
    ///
    /// - Parameters:
    ///   - newKey: The key of the next version, if it differs.
    ///   - next: Returns the vault's next version, or `nil` if nothing is to be written.
    /// - Returns: Whether something was written.
    @discardableResult
    func change(
      to newKey: VaultKey? = nil,
      _ next: (UnwrappedVault?, KeyMaterial) throws(SecretError) -> UnwrappedVault?
    ) throws(SecretError) -> Bool {
      // The time limit starts here so that waiting for other threads in this process counts too.
      let deadline = ContinuousClock.now + lockTimeout
      return try changeLock.withLock { () throws(SecretError) in
        let material = try KeyMaterial(key.value.key)
        return try FileLock.hold(for: path, until: deadline) { () throws(SecretError) in
          var vault = try next(openVault(material), material)
          if let file = vault?.nextFile() { try PrivateFile.replace(path, with: file) }
          if let vault { SeenCounters.record(vault.header) }
          if let newKey {
            key.withLock { $0 = CurrentKey(key: newKey, changeCount: $0.changeCount + 1) }
          }
          return vault != nil
        }
      }
    }

    /// Reads the file and unwraps its keys. Returns `nil` if there is no file.
    private func openVault(_ material: KeyMaterial) throws(SecretError) -> UnwrappedVault? {
      let seen = SeenCounters()
      guard let file = try PrivateFile.read(path, limit: SealedVault.maximumLength) else {
        return nil
      }
      let sealed = try SealedVault(file, path: path)
      let vault = try sealed.unwrapped(with: wrappingKey(material, sealed.header.derivation))
      // The derived key is stored only after it has opened the vault so that a wrong passphrase's
      // key is never stored.
      derivedKey.value = (sealed.header.derivation, vault.wrappingKey)
      try seen.check(vault)
      return vault
    }

    /// Returns a new vault without secrets.
    private func makeVault(_ material: KeyMaterial) throws(SecretError) -> UnwrappedVault {
      let derivation = material.newDerivation
      let key = try wrappingKey(material, derivation)
      derivedKey.value = (derivation, key)
      return UnwrappedVault(path: path, derivation: derivation, wrappingKey: key)
    }

    /// Returns the wrapping key, reusing the last derivation if it is the same.
    private func wrappingKey(
      _ material: KeyMaterial, _ derivation: KeyDerivation
    ) throws(SecretError) -> SecretBytes {
      if case .argon2id = derivation, case .passphrase = material,
        let known = derivedKey.value, known.derivation == derivation
      {
        return known.key
      }
      return try material.wrappingKey(derivation, path: path)
    }
  }

  extension VaultStore: Redacted {
    /// A textual representation of this instance.
    public var description: String { "secrets in \(path)" }
  }
#endif
