#if canImport(CTremaSodium)
  import TremaSecrets

  extension VaultStore {
    /// Gives the body a new key, and seals it anew. The old key is in the file no more.
    ///
    /// Who is killed leaves the old file or the new one; it can be called again then.
    public func rotateDataKey() throws(SecretError) {
      try change { (vault, _) throws(SecretError) in
        guard var vault else { return nil }
        let records = try vault.records()
        vault.renewDataKey()
        try vault.put(records)
        return vault
      }
    }

    /// Changes the key of the vault, here and elsewhere: the key of the body is wrapped anew, the body
    /// stays as it is. Copies that were made before still open with the old one.
    ///
    /// Who is killed leaves the old file or the new one; one of the two keys opens it.
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

    /// Replaces the passphrase; the secrets are sealed anew.
    public func changePassphrase(
      to new: Secret<String>, cost: VaultCost = .standard
    ) throws(SecretError) {
      try changeKey(to: .passphrase(new, cost: cost))
    }

    /// The same, without keeping a task's thread.
    public func rotateDataKey() async throws(SecretError) {
      try await BlockingPool.run { () throws(SecretError) in try self.rotateDataKey() }
    }

    /// Replaces the key; the secrets are sealed anew.
    public func changeKey(to new: VaultKey) async throws(SecretError) {
      try await BlockingPool.run { () throws(SecretError) in try self.changeKey(to: new) }
    }

    /// Replaces the passphrase; the secrets are sealed anew.
    public func changePassphrase(
      to new: Secret<String>, cost: VaultCost = .standard
    ) async throws(SecretError) {
      try await changeKey(to: .passphrase(new, cost: cost))
    }
  }
#endif
