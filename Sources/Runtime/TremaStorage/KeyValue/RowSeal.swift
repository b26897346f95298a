import TremaSecrets

#if canImport(CTremaSodium)
  /// Seals the values of a store, each for its own row: what is moved to another key does not open.
  ///
  ///     XChaCha20-Poly1305(kind, 1 byte: 1 a text, 2 bytes | value), as ``AEAD`` lays it out
  ///
  /// The additional data says where the row is: the table, and what its key is made of, each behind its
  /// length of 8 bytes, the lowest first. Names, keys and the fields of records stay in the clear.
  struct RowSeal: Sendable {
    private let key: SecretBytes

    /// The one sealed text that tells whether a key is the right one.
    private static let mark = "trema"
    private static let markPlace = ["trema_seal"]

    /// - Returns: nil where the store is not sealed and no key has been given.
    /// - Throws: `isSealed`, `notSealed`, `wrongKey`, `wrongKeyLength`.
    static func check(
      _ secret: Secret<[UInt8]>?, of path: String, on connection: Connection, isReadOnly: Bool
    ) throws(StoreError) -> RowSeal? {
      let length = AEAD.keyLength
      if let count = secret?.revealed.count, count != length {
        throw .wrongKeyLength(found: count, expected: length)
      }
      let seal = secret.map { RowSeal(key: SecretBytes(copying: $0.revealed)) }
      if let isRight = try verdict(seal, of: path, on: connection) { return isRight ? seal : nil }
      guard let seal else { return nil }
      if isReadOnly { throw .notSealed(path: path) }
      try connection.inTransaction { (connection) throws(StoreError) in
        // Another process may have been faster.
        if try verdict(seal, of: path, on: connection) != nil { return }
        let isUsed = try connection.first(
          """
          SELECT EXISTS (SELECT * FROM trema_values) OR EXISTS (
            SELECT * FROM sqlite_schema WHERE name LIKE 'records\\_%' ESCAPE '\\')
          """
        ) { $0.integer(0) != 0 }
        if isUsed == true { throw .notSealed(path: path) }
        try connection.run(
          "INSERT INTO trema_seal (id, value) VALUES (1, ?)",
          [seal.close(.text(mark), markPlace)])
      }
      return seal
    }

    /// - Returns: whether the store is sealed, and with this key; nil where it bears no mark.
    private static func verdict(
      _ seal: RowSeal?, of path: String, on connection: Connection
    ) throws(StoreError) -> Bool? {
      let kept = try connection.first("SELECT value FROM trema_seal") { $0.value(0) }
      guard let kept else { return nil }
      guard let seal else { throw .isSealed(path: path) }
      guard seal.open(kept, markPlace) == .text(mark) else {
        throw .wrongKey(path: path)
      }
      return true
    }

    /// - Parameter place: the table, and what the key of the row is made of.
    func close(_ cell: SQLValue, _ place: [String]) -> SQLValue {
      let message: [UInt8] =
        switch cell {
        case .text(let text): [1] + Array(text.utf8)
        case .bytes(let bytes): [2] + bytes
        // Nothing else is kept as a value.
        default: [0]
        }
      return .bytes(AEAD.seal(message, key: key, additional: Self.additional(place)))
    }

    /// - Returns: nil where the cell was changed, or closed for another row or with another key.
    func open(_ cell: SQLValue, _ place: [String]) -> SQLValue? {
      guard case .bytes(let sealed) = cell,
        let message = AEAD.open(sealed, key: key, additional: Self.additional(place))
      else { return nil }
      switch message.first {
      case 1: return .text(String(decoding: message.dropFirst(), as: UTF8.self))
      case 2: return .bytes(Array(message.dropFirst()))
      default: return nil
      }
    }

    private static func additional(_ place: [String]) -> [UInt8] {
      var bytes: [UInt8] = []
      for part in place {
        withUnsafeBytes(of: UInt64(part.utf8.count).littleEndian) { bytes += $0 }
        bytes += part.utf8
      }
      return bytes
    }
  }
#else
  /// Nothing is sealed where there is no libsodium.
  enum RowSeal: Sendable {
    /// - Returns: nil.
    /// - Throws: `isSealed`.
    static func check(
      _ secret: Secret<[UInt8]>?, of path: String, on connection: Connection, isReadOnly: Bool
    ) throws(StoreError) -> RowSeal? {
      let isSealed = try connection.first("SELECT count(*) FROM trema_seal") { $0.integer(0) != 0 }
      if isSealed == true { throw .isSealed(path: path) }
      return nil
    }

    func close(_ cell: SQLValue, _ place: [String]) -> SQLValue { switch self {} }

    func open(_ cell: SQLValue, _ place: [String]) -> SQLValue? { switch self {} }
  }
#endif
