#if canImport(CTremaSodium)
  import TremaSecrets

  extension VaultStore {
    /// Replaces the data key and encrypts all secrets again. The file no longer contains the old
    /// key.
    ///
    /// If the process is killed, the file is either the old one or the new one, and the call can be
    /// repeated.
    public func rotateDataKey() throws(SecretError) {
      try change { (vault, _) throws(SecretError) in
        guard var vault else { return nil }
        let records = try vault.records()
        vault.renewDataKey()
        try vault.setRecords(records)
        return vault
      }
    }

    /// Replaces the key of the vault, in the file and in this store.
    ///
    /// Only the data key is wrapped again; the secrets themselves are not encrypted again. Earlier
    /// copies of the file can still be opened with the old key. If the process is killed, the file
    /// is either the old one or the new one, and one of the two keys opens it.
    public func changeKey(to new: VaultKey) throws(SecretError) {
      let material = try KeyMaterial(new)
      let derivation = material.newDerivation
      let wrappingKey = try material.wrappingKey(derivation, path: path)
      try change(to: new) { (vault, _) throws(SecretError) in
        var vault = vault
        vault?.rewrap(by: wrappingKey, derivation: derivation)
        return vault
      }
    }

    /// Replaces the passphrase of the vault, or its key with a passphrase.
    ///
    /// Only the data key is wrapped again; the secrets themselves are not encrypted again. Also
    /// call `rotateDataKey()` if others may know the old passphrase.
    ///
    /// - Parameters:
    ///   - new: The new passphrase, not empty.
    ///   - cost: The cost of hashing the new passphrase.
    public func changePassphrase(
      to new: Secret<String>, cost: VaultCost = .standard
    ) throws(SecretError) {
      try changeKey(to: .passphrase(new, cost: cost))
    }

    /// Replaces the data key and encrypts all secrets again, on a blocking thread.
    public func rotateDataKey() async throws(SecretError) {
      try await BlockingPool.run { () throws(SecretError) in try self.rotateDataKey() }
    }

    /// Replaces the key of the vault on a blocking thread. Only the data key is wrapped again; the
    /// secrets themselves are not encrypted again.
    public func changeKey(to new: VaultKey) async throws(SecretError) {
      try await BlockingPool.run { () throws(SecretError) in try self.changeKey(to: new) }
    }

    /// Replaces the passphrase of the vault on a blocking thread. Only the data key is wrapped
    /// again; the secrets themselves are not encrypted again.
    ///
    /// - Parameters:
    ///   - new: The new passphrase, not empty.
    ///   - cost: The cost of hashing the new passphrase.
    public func changePassphrase(
      to new: Secret<String>, cost: VaultCost = .standard
    ) async throws(SecretError) {
      try await changeKey(to: .passphrase(new, cost: cost))
    }
  }
#endif
