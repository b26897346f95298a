#if canImport(CTremaSodium)
  /// A vault file with valid checksums and a supported version, before anything is decrypted.
  struct SealedVault {
    /// The maximum encrypted body length, in bytes. A vault is read as a whole.
    static let maximumLength = 64 * 1024 * 1024

    /// The file's path.
    let path: String
    /// The file's header.
    let header: VaultHeader
    private let wrappedKeys: [[UInt8]]
    /// The encrypted secrets.
    private let body: ArraySlice<UInt8>

    /// Splits a file into its parts and verifies their checksums.
    ///
    /// - Throws: `truncated`, `damaged`, `newerFormat`.
    init(_ file: [UInt8], path: String) throws(SecretError) {
      let header = try VaultHeader(file, path: path)
      guard 1...VaultKeyset.maximumCount ~= Int(header.keyCount),
        header.bodyLength <= Self.maximumLength, header.changeCount < .max
      else { throw .damaged(.header, path: path) }
      let bodyStart = VaultHeader.length + VaultKeyset.length(Int(header.keyCount))
      let end = bodyStart + Int(header.bodyLength)
      guard file.count >= end else { throw .truncated(path: path) }
      guard file.count == end else { throw .damaged(.body, path: path) }
      wrappedKeys = try VaultKeyset.checked(file[VaultHeader.length..<bodyStart], path: path)
      body = file[bodyStart...]
      self.header = header
      self.path = path
    }

    /// Unwraps the keys of the vault.
    ///
    /// - Throws: `wrongKey`, `damaged`.
    func unwrapped(with key: SecretBytes) throws(SecretError) -> UnwrappedVault {
      let keyset = try VaultKeyset(wrappedKeys, key: key, header: header, path: path)
      return UnwrappedVault(
        path: path, header: header, keyset: keyset, wrappingKey: key, body: Array(body))
    }
  }

  /// A vault with unwrapped keys and an encrypted body.
  struct UnwrappedVault {
    /// The file's path.
    let path: String
    /// The file's header.
    private(set) var header: VaultHeader
    /// The body's keys.
    private var keyset: VaultKeyset
    /// The key that wraps the keys of the body.
    private(set) var wrappingKey: SecretBytes
    /// The encrypted secrets.
    private var body: [UInt8]

    init(
      path: String, header: VaultHeader, keyset: VaultKeyset, wrappingKey: SecretBytes,
      body: [UInt8]
    ) {
      self.path = path
      self.header = header
      self.keyset = keyset
      self.wrappingKey = wrappingKey
      self.body = body
    }

    /// Creates a vault without secrets, with a new identifier and a new key for the body.
    init(path: String, derivation: KeyDerivation, wrappingKey: SecretBytes) {
      self.path = path
      self.wrappingKey = wrappingKey
      keyset = VaultKeyset(identifier: 1)
      header = VaultHeader(
        identifier: Sodium.random(16), dataKeyNumber: 1, derivation: derivation, changeCount: 0,
        keyCount: 1,
        bodyLength: 0, streamHeader: [])
      body = []
    }

    /// Decrypts the secrets.
    ///
    /// - Throws: `tampered`, `truncated`, `damaged`.
    func records() throws(SecretError) -> VaultRecords {
      guard let key = keyset.key(header.dataKeyNumber) else { throw .damaged(.keyset, path: path) }
      return try VaultRecords(
        try VaultBody.opened(
          body[...], with: SecretStream.Reader(key: key, header: header.streamHeader),
          additional: header.bodyAssociatedData, path: path), path: path)
    }

    /// Wraps the keys of the body with a different key, starting with the next file. The body is
    /// not encrypted again.
    mutating func rewrap(by key: SecretBytes, derivation: KeyDerivation) {
      wrappingKey = key
      header.derivation = derivation
    }

    /// Replaces all keys of the body with a new key. The body must be encrypted again with
    /// `setRecords(_:)`.
    mutating func renewDataKey() {
      keyset = VaultKeyset(identifier: keyset.primary.identifier &+ 1)
    }

    /// Encrypts the secrets as the new body.
    ///
    /// - Throws: `unsupported` if the secrets exceed the maximum length of a vault.
    mutating func setRecords(_ records: VaultRecords) throws(SecretError) {
      // Retired keys were needed only for the old body, which has been replaced.
      keyset = keyset.withoutRetired
      let primary = keyset.primary
      let length = VaultBody.length(records.bytes.count)
      guard length <= SealedVault.maximumLength else {
        throw .unsupported("\(path): \(length) bytes, more than \(SealedVault.maximumLength),")
      }
      let writer = SecretStream.Writer(key: primary.key)
      header.dataKeyNumber = primary.identifier
      header.keyCount = UInt32(keyset.entries.count)
      header.bodyLength = UInt64(length)
      header.streamHeader = writer.header
      body = VaultBody.sealed(records.bytes, with: writer, additional: header.bodyAssociatedData)
    }

    /// Returns the bytes for the file's next version, with an incremented counter.
    mutating func nextFile() -> [UInt8] {
      header.changeCount += 1
      return header.bytes + keyset.wrapped(by: wrappingKey, header: header) + body
    }
  }
#endif
