import TremaSecrets

#if canImport(CTremaSodium)
  /// The encryption of a store's values. Each value is bound to its row: a value that is moved to a
  /// different key fails to decrypt.
  ///
  /// The plaintext is a byte for the type (1 for text, 2 for bytes), followed by the value. It is
  /// encrypted with XChaCha20-Poly1305 in the layout of `AEAD`. The additional data is the row's
  /// address: the table and the parts of its key, each preceded by its length as an 8-byte
  /// little-endian integer. Names, keys and the fields of records are not encrypted.
  struct RowSeal: Sendable {
    /// The key for all values in the store.
    private let key: SecretBytes

    /// The string that is encrypted in every sealed store to recognize the correct key.
    private static let mark = "trema"
    /// The address of `mark`.
    private static let markAddress = ["trema_seal"]

    /// Checks the key against the store, and seals a new store.
    ///
    /// - Returns: The seal, or `nil` if the store is not sealed and no key was given.
    /// - Throws: `isSealed`, `notSealed`, `wrongKey`, `wrongKeyLength`.
    static func check(
      _ secret: Secret<[UInt8]>?, of path: String, on connection: Connection, isReadOnly: Bool
    ) throws(StoreError) -> RowSeal? {
      let length = AEAD.keyLength
      if let count = secret?.revealed.count, count != length {
        throw .wrongKeyLength(found: count, expected: length)
      }
      let seal = secret.map { RowSeal(key: SecretBytes(copying: $0.revealed)) }
      if let isRight = try verifyMark(seal, of: path, on: connection) {
        return isRight ? seal : nil
      }
      guard let seal else { return nil }
      if isReadOnly { throw .notSealed(path: path) }
      try connection.inTransaction { (connection) throws(StoreError) in
        // Another process may have sealed the store since the first check.
        if try verifyMark(seal, of: path, on: connection) != nil { return }
        let isUsed = try connection.first(
          """
          SELECT EXISTS (SELECT * FROM trema_values) OR EXISTS (
            SELECT * FROM sqlite_schema WHERE name LIKE 'records\\_%' ESCAPE '\\')
          """
        ) { $0.integer(0) != 0 }
        if isUsed == true { throw .notSealed(path: path) }
        try connection.run(
          "INSERT INTO trema_seal (id, value) VALUES (1, ?)",
          [seal.encrypt(.text(mark), markAddress)])
      }
      return seal
    }

    /// Checks a seal against the mark of the store.
    ///
    /// - Returns: `true` if the store is sealed with this key, or `nil` if it has no mark.
    /// - Throws: `isSealed` if no seal is given, `wrongKey` if the mark cannot be decrypted.
    private static func verifyMark(
      _ seal: RowSeal?, of path: String, on connection: Connection
    ) throws(StoreError) -> Bool? {
      let stored = try connection.first("SELECT value FROM trema_seal") { $0.value(0) }
      guard let stored else { return nil }
      guard let seal else { throw .isSealed(path: path) }
      guard seal.decrypt(stored, markAddress) == .text(mark) else {
        throw .wrongKey(path: path)
      }
      return true
    }

    /// Encrypts a cell.
    ///
    /// - Parameter address: The row's address: the table and the parts of its key.
    func encrypt(_ cell: SQLValue, _ address: [String]) -> SQLValue {
      let message: [UInt8] =
        switch cell {
        case .text(let text): [1] + Array(text.utf8)
        case .bytes(let bytes): [2] + bytes
        // Other kinds of cells are never stored as values.
        default: [0]
        }
      return .bytes(AEAD.seal(message, key: key, additional: Self.additional(address)))
    }

    /// Decrypts a cell.
    ///
    /// - Returns: `nil` if the cell was changed, or was sealed for a different row or with a
    ///   different key.
    func decrypt(_ cell: SQLValue, _ address: [String]) -> SQLValue? {
      guard case .bytes(let sealed) = cell,
        let message = AEAD.open(sealed, key: key, additional: Self.additional(address))
      else { return nil }
      switch message.first {
      case 1: return .text(String(decoding: message.dropFirst(), as: UTF8.self))
      case 2: return .bytes(Array(message.dropFirst()))
      default: return nil
      }
    }

    /// Returns the encoding of an address as additional data.
    private static func additional(_ address: [String]) -> [UInt8] {
      var bytes: [UInt8] = []
      for part in address {
        withUnsafeBytes(of: UInt64(part.utf8.count).littleEndian) { bytes += $0 }
        bytes += part.utf8
      }
      return bytes
    }
  }
#else
  /// A placeholder for platforms without libsodium, where stores cannot be sealed.
  enum RowSeal: Sendable {
    /// Verifies that the store is not sealed.
    ///
    /// - Returns: `nil`.
    /// - Throws: `isSealed`.
    static func check(
      _ secret: Secret<[UInt8]>?, of path: String, on connection: Connection, isReadOnly: Bool
    ) throws(StoreError) -> RowSeal? {
      let isSealed = try connection.first("SELECT count(*) FROM trema_seal") { $0.integer(0) != 0 }
      if isSealed == true { throw .isSealed(path: path) }
      return nil
    }

    func encrypt(_ cell: SQLValue, _ address: [String]) -> SQLValue { switch self {} }

    func decrypt(_ cell: SQLValue, _ address: [String]) -> SQLValue? { switch self {} }
  }
#endif
