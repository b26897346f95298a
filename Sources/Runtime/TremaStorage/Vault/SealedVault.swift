#if canImport(CTremaSodium)
  /// A vault as its file holds it, looked at from outside: whole, of this version, and nothing opened.
  struct SealedVault {
    /// No vault is longer: all of it is read at once.
    static let maximumLength = 64 * 1024 * 1024

    let path: String
    let header: VaultHeader
    private let wrappedKeys: [[UInt8]]
    private let body: ArraySlice<UInt8>

    /// - Throws: `truncated`, `damaged`, `newerFormat`.
    init(_ file: [UInt8], path: String) throws(SecretError) {
      let header = try VaultHeader(file, path: path)
      guard 1...VaultKeyset.maximumCount ~= Int(header.keyCount),
        header.bodyLength <= Self.maximumLength, header.counter < .max
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

    /// - Throws: `wrongKey`.
    func unwrapped(with key: SecretBytes) throws(SecretError) -> UnwrappedVault {
      let keyset = try VaultKeyset(wrappedKeys, key: key, header: header, path: path)
      return UnwrappedVault(
        path: path, header: header, keyset: keyset, wrappingKey: key, body: Array(body))
    }
  }

  /// A vault whose keys are there, and its body sealed.
  struct UnwrappedVault {
    let path: String
    private(set) var header: VaultHeader
    private var keyset: VaultKeyset
    private(set) var wrappingKey: SecretBytes
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

    /// A new one, with nothing in it.
    init(path: String, derivation: KeyDerivation, wrappingKey: SecretBytes) {
      self.path = path
      self.wrappingKey = wrappingKey
      keyset = VaultKeyset(identifier: 1)
      header = VaultHeader(
        identifier: Sodium.random(16), dataKey: 1, derivation: derivation, counter: 0, keyCount: 1,
        bodyLength: 0, streamHeader: [])
      body = []
    }

    /// - Throws: `tampered`, `truncated`, `damaged(.body)`.
    func records() throws(SecretError) -> VaultRecords {
      guard let key = keyset.key(header.dataKey) else { throw .damaged(.keyset, path: path) }
      return try VaultRecords(
        try VaultBody.opened(
          body[...], with: SecretStream.Reader(key: key, header: header.streamHeader),
          additional: header.bodyPart, path: path), path: path)
    }

    /// The same secrets, opened with another key from now on. The body stays as it is.
    mutating func rewrap(by key: SecretBytes, derivation: KeyDerivation) {
      wrappingKey = key
      header.derivation = derivation
    }

    /// A new key for the body, in the place of all there were.
    mutating func renewDataKey() {
      keyset = VaultKeyset(identifier: keyset.primary.identifier &+ 1)
    }

    /// - Throws: `unsupported` where it is more than a vault holds.
    mutating func put(_ records: VaultRecords) throws(SecretError) {
      // What retired keys sealed is gone with the old body.
      keyset = keyset.withoutRetired
      let primary = keyset.primary
      let length = VaultBody.length(records.bytes.count)
      guard length <= SealedVault.maximumLength else {
        throw .unsupported("\(path): \(length) bytes, more than \(SealedVault.maximumLength),")
      }
      let writer = SecretStream.Writer(key: primary.key)
      header.dataKey = primary.identifier
      header.keyCount = UInt32(keyset.entries.count)
      header.bodyLength = UInt64(length)
      header.streamHeader = writer.header
      body = VaultBody.sealed(records.bytes, with: writer, additional: header.bodyPart)
    }

    /// The next state of the file.
    mutating func nextFile() -> [UInt8] {
      header.counter += 1
      return header.bytes + keyset.wrapped(by: wrappingKey, header: header) + body
    }
  }
#endif
