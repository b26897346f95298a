#if canImport(CTremaSodium)
  import TremaSupport

  /// The highest counters of the vaults that this process has read or written, with any store.
  struct SeenCounters {
    /// The counters by the identifier of the vault.
    private static let seen = LockedValue<[[UInt8]: UInt64]>([:])
    /// The counters before the file was read.
    private let before: [[UInt8]: UInt64]

    /// Takes the counters before a file is read: another thread may write the next state in
    /// between.
    init() { before = Self.seen.value }

    /// Verifies that a vault is not older than a state that was seen before it was read.
    ///
    /// - Throws: `rolledBack`.
    func check(_ vault: UnwrappedVault) throws(SecretError) {
      let header = vault.header
      guard header.counter >= before[header.identifier, default: 0] else {
        throw .rolledBack(path: vault.path)
      }
      Self.record(header)
    }

    /// Records the counter of a vault that was read or written.
    static func record(_ header: VaultHeader) {
      seen.withLock { seen in
        seen[header.identifier] = max(seen[header.identifier, default: 0], header.counter)
      }
    }
  }
#endif
