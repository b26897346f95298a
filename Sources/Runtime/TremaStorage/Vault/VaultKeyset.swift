#if canImport(CTremaSodium)
  /// The keys that encrypt the body of a vault, each wrapped with the key that is derived from the
  /// passphrase: 77 bytes per key, followed by a checksum.
  struct VaultKeyset {
    /// The use of a key.
    enum Status: UInt8 {
      /// The key that encrypts new bodies. There is exactly one.
      case primary = 1
      /// A key that is used only to decrypt an existing body.
      case retired = 2
    }

    /// A key with its number and use.
    struct Entry {
      /// The number of the key, unique in the set.
      let identifier: UInt32
      /// The use of the key.
      let status: Status
      let key: SecretBytes
    }

    /// The length of a wrapped key in bytes: the number, the status and the encrypted key.
    static let entryLength = 4 + 1 + AEAD.keyLength + AEAD.overhead
    /// The maximum number of keys, which is more than any version writes.
    static let maximumCount = 64

    /// The key that encrypts new bodies.
    let primary: Entry
    /// The other keys.
    private let retired: [Entry]

    /// All keys, primary key first.
    var entries: [Entry] { [primary] + retired }

    /// Creates a set with one new random key.
    init(identifier: UInt32) {
      self.init(
        Entry(identifier: identifier, status: .primary, key: .random(AEAD.keyLength)), retired: [])
    }

    private init(_ primary: Entry, retired: [Entry]) {
      self.primary = primary
      self.retired = retired
    }

    /// Returns the length, in bytes, of the given number of wrapped keys and their checksum.
    static func length(_ count: Int) -> Int { count * entryLength + VaultHeader.checksumLength }

    /// Returns the key with a number, or `nil` if there is none.
    func key(_ identifier: UInt32) -> SecretBytes? {
      entries.first { $0.identifier == identifier }?.key
    }

    /// The set without retired keys.
    var withoutRetired: VaultKeyset { VaultKeyset(primary, retired: []) }

    /// Returns the keys, wrapped with the given key and bound to the header, with their checksum.
    func wrapped(by key: SecretBytes, header: VaultHeader) -> [UInt8] {
      let part = header.keyAssociatedData
      let bytes = entries.flatMap { entry in
        let name = entry.identifier.littleEndianBytes + [entry.status.rawValue]
        return name + AEAD.seal(entry.key, key: key, additional: part + name)
      }
      return bytes + BLAKE2b.digest(bytes)
    }

    /// Returns the wrapped keys after verifying their checksum.
    ///
    /// - Throws: `damaged(.keyset)`.
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

    /// Unwraps keys.
    ///
    /// - Parameter wrapped: The result of `checked(_:path:)`.
    /// - Throws: `wrongKey`; `damaged(.keyset)` for a set that no version writes.
    init(
      _ wrapped: [[UInt8]], key: SecretBytes, header: VaultHeader, path: String
    ) throws(SecretError) {
      let part = header.keyAssociatedData
      var entries: [Entry] = []
      for bytes in wrapped {
        // The number and the status are authenticated together with the key.
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
        entries.contains(where: { $0.identifier == header.dataKeyNumber })
      else { throw .damaged(.keyset, path: path) }
      self.init(primary, retired: entries.filter { $0.status == .retired })
    }
  }
#endif
