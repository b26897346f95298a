#if canImport(CTremaSodium)
  import TremaSupport

  /// The counters of the vaults that this process has seen, with any store.
  struct SeenCounters {
    private static let seen = LockedValue<[[UInt8]: UInt64]>([:])
    private let before: [[UInt8]: UInt64]

    /// Notes the counters before a file is read: another thread may write the next state in between.
    init() { before = Self.seen.value }

    /// - Throws: `rolledBack`.
    func check(_ vault: UnwrappedVault) throws(SecretError) {
      let header = vault.header
      guard header.counter >= before[header.identifier, default: 0] else {
        throw .rolledBack(path: vault.path)
      }
      Self.note(header)
    }

    static func note(_ header: VaultHeader) {
      seen.withLock { seen in
        seen[header.identifier] = max(seen[header.identifier, default: 0], header.counter)
      }
    }
  }
#endif
