#if canImport(CTremaSodium)
  import TremaSupport

  /// The highest counters of the vaults that this process has read or written with any store.
  struct SeenCounters {
    /// The counters by vault identifier.
    private static let seen = LockedValue<[[UInt8]: UInt64]>([:])
    /// The counters before the file was read.
    private let before: [[UInt8]: UInt64]

    /// Captures the counters before a file is read, because another thread may write the next
    /// version in between.
    init() { before = Self.seen.value }

    /// Verifies that a vault is not older than a version that was seen before it was read.
    ///
    /// - Throws: `rolledBack`.
    func check(_ vault: UnwrappedVault) throws(SecretError) {
      let header = vault.header
      guard header.changeCount >= before[header.identifier, default: 0] else {
        throw .rolledBack(path: vault.path)
      }
      Self.record(header)
    }

    /// Records the counter of a vault that was read or written.
    static func record(_ header: VaultHeader) {
      seen.withLock { seen in
        seen[header.identifier] = max(seen[header.identifier, default: 0], header.changeCount)
      }
    }
  }
#endif
