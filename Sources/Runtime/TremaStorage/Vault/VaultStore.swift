#if canImport(CTremaSodium)
  import TremaSecrets
  import TremaSupport

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Keeps secrets in one file, sealed: names, secrets, and how many there are. Several processes can use
  /// it at once.
  ///
  /// What a call has written is on the disk when it returns, and a process that is killed at any
  /// moment leaves the file as it was before or after. Beside the file there are `PATH.lock`, which
  /// stays, and while it is written `PATH.new`.
  ///
  /// Its format: `Documentation/Storage/Vault.md`.
  public final class VaultStore: BlockingSecureStore {
    /// The path of the file.
    public let path: String
    /// How long a change waits for another process that makes one.
    public let lockTimeout: Duration
    private let key: LockedValue<Current>
    /// The key derived from the passphrase of the vault that was opened last, so that it is hashed once.
    private let derived = LockedValue<(derivation: KeyDerivation, key: SecretBytes)?>(nil)
    /// Held while this process changes the file: threads of one process wait here for as long as it
    /// takes, not for the lock of the file.
    private let changing = Lock()

    private struct Current {
      var key: VaultKey
      /// How often another one took its place.
      var changes = 0
    }

    /// Nothing is read yet, and nothing is made before the first secret is written.
    ///
    /// - Parameter path: in a folder that is there.
    public init(path: String, key: VaultKey, lockTimeout: Duration = .seconds(5)) {
      self.path = path
      self.key = LockedValue(Current(key: key))
      self.lockTimeout = lockTimeout
    }

    /// Returns the secret of a key, or `nil` if there is none.
    public func read(_ key: SecretKey) throws(SecretError) -> Data? {
      try records().data(for: key)
    }

    /// Stores a secret and replaces an earlier one of the key.
    public func write(
      _ data: Data, for key: SecretKey, access: SecretAccess
    ) throws(SecretError) {
      try access.checkWithoutDevice()
      try put { _ in [key: data] }
    }

    /// All in one step: the file is sealed and written once.
    public func writeAll(
      _ secrets: [SecretKey: Data], access: SecretAccess
    ) throws(SecretError) {
      try access.checkWithoutDevice()
      try put { _ in secrets.mapValues { $0 } }
    }

    /// Removes a secret.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func delete(_ key: SecretKey) throws(SecretError) -> Bool {
      try put { $0.keys.contains(key) ? [key: nil] : [:] }
    }

    /// Returns the keys of a service.
    public func list(_ service: String) throws(SecretError) -> [SecretKey] {
      try records().keys.filter { $0.service.hasSameBytes(as: service) }.sorted()
    }

    /// Removes all secrets of a service.
    public func deleteAll(in service: String) throws(SecretError) {
      try put { records in
        Dictionary(
          uniqueKeysWithValues: records.keys.filter { $0.service.hasSameBytes(as: service) }
            .map { ($0, nil) })
      }
    }

    func records() throws(SecretError) -> VaultRecords {
      let current = key.value
      do {
        return try opened(KeyMaterial(current.key))?.records() ?? VaultRecords()
      } catch .wrongKey(let path) {
        // Another thread may have put another key in its place since, here and in the file.
        let now = changing.withLock { key.value }
        if now.changes == current.changes { throw .wrongKey(path: path) }
        return try opened(KeyMaterial(now.key))?.records() ?? VaultRecords()
      }
    }

    /// - Parameter changes: from what is there to what is to be there; nothing is written for none.
    /// - Returns: whether there were any.
    @discardableResult
    func put(
      _ changes: (VaultRecords) throws(SecretError) -> [SecretKey: Data?]
    ) throws(SecretError) -> Bool {
      try change { (vault, material) throws(SecretError) in
        let records = try vault?.records() ?? VaultRecords()
        let changes = try changes(records)
        if changes.isEmpty { return nil }
        var next: UnwrappedVault
        if let vault { next = vault } else { next = try made(material) }
        try next.put(records.changing(changes))
        return next
      }
    }

    /// Reads the file, and puts the next one in its place, while no other process does.
    ///
    /// - Parameters:
    ///   - newKey: what opens it then.
    ///   - next: gives nil where there is nothing to write.
    /// - Returns: whether something was written.
    @discardableResult
    func change(
      to newKey: VaultKey? = nil,
      _ next: (UnwrappedVault?, KeyMaterial) throws(SecretError) -> UnwrappedVault?
    ) throws(SecretError) -> Bool {
      // From here on: who waits for others of this process does not wait as long once more.
      let deadline = ContinuousClock.now + lockTimeout
      return try changing.withLock { () throws(SecretError) in
        let material = try KeyMaterial(key.value.key)
        return try FileLock.hold(for: path, until: deadline) { () throws(SecretError) in
          var vault = try next(opened(material), material)
          if let file = vault?.nextFile() { try OwnFile.replace(path, with: file) }
          if let vault { SeenCounters.note(vault.header) }
          if let newKey {
            key.withLock { $0 = Current(key: newKey, changes: $0.changes + 1) }
          }
          return vault != nil
        }
      }
    }

    /// - Returns: nil where there is no file.
    private func opened(_ material: KeyMaterial) throws(SecretError) -> UnwrappedVault? {
      let seen = SeenCounters()
      guard let file = try OwnFile.read(path, limit: SealedVault.maximumLength) else { return nil }
      let sealed = try SealedVault(file, path: path)
      let vault = try sealed.unwrapped(with: wrappingKey(material, sealed.header.derivation))
      // Only now: a wrong passphrase is not to be remembered.
      derived.value = (sealed.header.derivation, vault.wrappingKey)
      try seen.check(vault)
      return vault
    }

    private func made(_ material: KeyMaterial) throws(SecretError) -> UnwrappedVault {
      let derivation = material.newDerivation
      let key = try wrappingKey(material, derivation)
      derived.value = (derivation, key)
      return UnwrappedVault(path: path, derivation: derivation, wrappingKey: key)
    }

    private func wrappingKey(
      _ material: KeyMaterial, _ derivation: KeyDerivation
    ) throws(SecretError) -> SecretBytes {
      if case .argon2id = derivation, case .passphrase = material,
        let known = derived.value, known.derivation == derivation
      {
        return known.key
      }
      return try material.wrappingKey(derivation, path: path)
    }
  }

  extension VaultStore: Redacted {
    /// A description for logs and messages.
    public var description: String { "secrets in \(path)" }
  }
#endif
