#if canImport(CTremaSodium)
  /// The keys that seal bodies, each wrapped by the one that comes from the passphrase: 77 bytes a key,
  /// then a checksum of them.
  struct VaultKeyset {
    enum Status: UInt8 {
      /// The key that new values are sealed with; one key alone.
      case primary = 1
      /// It opens what it sealed before.
      case retired = 2
    }

    struct Entry {
      let identifier: UInt32
      let status: Status
      let key: SecretBytes
    }

    /// identifier, status, the key sealed
    static let entryLength = 4 + 1 + AEAD.keyLength + AEAD.overhead
    /// More than any version leaves.
    static let maximumCount = 64

    /// The key that seals.
    let primary: Entry
    private let retired: [Entry]

    var entries: [Entry] { [primary] + retired }

    /// With one new key.
    init(identifier: UInt32) {
      self.init(
        Entry(identifier: identifier, status: .primary, key: .random(AEAD.keyLength)), retired: [])
    }

    private init(_ primary: Entry, retired: [Entry]) {
      self.primary = primary
      self.retired = retired
    }

    static func length(_ count: Int) -> Int { count * entryLength + VaultHeader.checksumLength }

    func key(_ identifier: UInt32) -> SecretBytes? {
      entries.first { $0.identifier == identifier }?.key
    }

    var withoutRetired: VaultKeyset { VaultKeyset(primary, retired: []) }

    func wrapped(by key: SecretBytes, header: VaultHeader) -> [UInt8] {
      let part = header.sealedPart
      let bytes = entries.flatMap { entry in
        let name = entry.identifier.littleEndianBytes + [entry.status.rawValue]
        return name + AEAD.seal(entry.key, key: key, additional: part + name)
      }
      return bytes + BLAKE2b.digest(bytes)
    }

    /// - Throws: `damaged(.keyset)` where the checksum is another, `wrongKey`.
    static func checked(
      _ bytes: ArraySlice<UInt8>, path: String
    ) throws(SecretError) -> [[UInt8]] {
      let keys = Array(bytes.dropLast(VaultHeader.checksumLength))
      guard BLAKE2b.digest(keys) == Array(bytes.suffix(VaultHeader.checksumLength)) else {
        throw .damaged(.keyset, path: path)
      }
      return stride(from: 0, to: keys.count, by: entryLength).map {
        Array(keys[$0..<$0 + entryLength])
      }
    }

    /// - Parameter wrapped: what ``checked(_:path:)`` gave.
    /// - Throws: `wrongKey`, `damaged(.keyset)` for what no version writes.
    init(
      _ wrapped: [[UInt8]], key: SecretBytes, header: VaultHeader, path: String
    ) throws(SecretError) {
      let part = header.sealedPart
      var entries: [Entry] = []
      for bytes in wrapped {
        let name = Array(bytes[..<5])
        guard
          let key = AEAD.openSecret(Array(bytes[5...]), key: key, additional: part + name)
        else { throw .wrongKey(path: path) }
        let identifier = name[..<4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard let status = Status(rawValue: name[4]),
          !entries.contains(where: { $0.identifier == identifier })
        else { throw .damaged(.keyset, path: path) }
        entries.append(Entry(identifier: identifier, status: status, key: key))
      }
      let primaries = entries.filter { $0.status == .primary }
      guard primaries.count == 1, let primary = primaries.first,
        entries.contains(where: { $0.identifier == header.dataKey })
      else { throw .damaged(.keyset, path: path) }
      self.init(primary, retired: entries.filter { $0.status == .retired })
    }
  }
#endif
