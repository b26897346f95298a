extension KeyValueStore {
  /// The values for one part of an app, each under a key.
  ///
  /// A value can have any `Codable` type and is stored as JSON; `Data` is stored as its bytes. Keys
  /// are arbitrary strings that are compared byte by byte: two strings that look alike, or are
  /// canonically equivalent in Unicode, can be different keys.
  public struct Namespace: Sendable {
    /// The namespace's name.
    public let name: String
    /// The store, or the transaction that reads and writes the values.
    let access: ConnectionAccess

    /// Returns the value for a key, or `nil` if there is none.
    ///
    /// - Throws: ``StoreError/decoding(collection:key:path:)`` if the value has a different type,
    ///   ``StoreError/damaged(collection:key:)`` or ``StoreError/tampered(collection:key:)`` if it
    ///   is not the value that was written.
    public func get<Value: Decodable>(
      _ key: String, as type: Value.Type = Value.self
    ) throws(StoreError) -> Value? {
      guard
        let cell = try access.read({ (connection) throws(StoreError) in
          try cell(key, on: connection)
        })
      else { return nil }
      return try ValueCoding.value(type, from: cell, name, key)
    }

    /// Stores a value for a key, replacing any existing value.
    ///
    /// - Throws: ``StoreError/encoding(collection:key:path:)`` if the value cannot be encoded.
    public func set(_ key: String, _ value: some Encodable) throws(StoreError) {
      let cell = try ValueCoding.cell(value, name, key)
      try access.write { (connection) throws(StoreError) in try put(cell, key, on: connection) }
    }

    /// Reads, changes and writes the value for a key in one transaction, without another write in
    /// between.
    ///
    /// - Parameters:
    ///   - key: The value's key.
    ///   - initial: The value that `change` receives if no value exists.
    ///   - change: Modifies the value. It runs while the store is locked for writing and must not
    ///     use the store.
    /// - Returns: The value that was written.
    @discardableResult
    public func update<Value: Codable>(
      _ key: String, default initial: @autoclosure () -> Value, _ change: (inout Value) -> Void
    ) throws(StoreError) -> Value {
      try access.write { (connection) throws(StoreError) in
        var value = try value(Value.self, key, on: connection) ?? initial()
        change(&value)
        try put(try ValueCoding.cell(value, name, key), key, on: connection)
        return value
      }
    }

    /// Reads, changes and writes an optional value for a key in one transaction.
    ///
    /// - Parameters:
    ///   - key: The value's key.
    ///   - type: The value's type.
    ///   - change: Modifies the value. It receives `nil` if there is no value; if the result is
    ///     `nil`, the value is removed.
    /// - Returns: The value that was written, or `nil` if it was removed.
    @discardableResult
    public func update<Value: Codable>(
      _ key: String, as type: Value.Type = Value.self, _ change: (inout Value?) -> Void
    ) throws(StoreError) -> Value? {
      try access.write { (connection) throws(StoreError) in
        var value = try value(type, key, on: connection)
        change(&value)
        if let value {
          try put(try ValueCoding.cell(value, name, key), key, on: connection)
        } else {
          try delete(key, on: connection)
        }
        return value
      }
    }

    /// Removes the value for a key.
    ///
    /// - Returns: Whether there was a value.
    @discardableResult
    public func remove(_ key: String) throws(StoreError) -> Bool {
      try access.write { (connection) throws(StoreError) in
        try delete(key, on: connection)
        return connection.changeCount > 0
      }
    }

    /// Removes the values of all keys that start with `prefix`. An empty prefix removes all values
    /// of the namespace.
    ///
    /// - Returns: The number of removed values.
    @discardableResult
    public func removeAll(prefix: String = "") throws(StoreError) -> Int {
      try access.write { (connection) throws(StoreError) in
        try connection.run("DELETE FROM trema_values WHERE \(Self.rangeCondition)", bounds(prefix))
        return connection.changeCount
      }
    }

    /// Returns the keys that start with `prefix`, sorted by their UTF-8 bytes.
    public func keys(prefix: String = "") throws(StoreError) -> [String] {
      try access.read { (connection) throws(StoreError) in try keys(prefix, on: connection) }
    }

    /// Returns the keys that start with `prefix` and their values, sorted by the UTF-8 bytes of the
    /// keys.
    ///
    /// - Throws: ``StoreError/decoding(collection:key:path:)`` if one of the values has a different
    ///   type.
    public func values<Value: Decodable>(
      prefix: String = "", as type: Value.Type = Value.self
    ) throws(StoreError) -> [(key: String, value: Value)] {
      let cells = try access.read { (connection) throws(StoreError) in
        try connection.all(
          """
          SELECT key, value, \(hasChecksums ? "checksum" : "NULL") FROM trema_values
          WHERE \(Self.rangeCondition) ORDER BY key
          """, bounds(prefix)
        ) { ($0.text(0), $0.value(1), $0.value(2)) }
      }
      var values: [(key: String, value: Value)] = []
      for (key, cell, sum) in cells {
        values.append((key, try ValueCoding.value(type, from: open(cell, sum, key), name, key)))
      }
      return values
    }
  }
}

extension KeyValueStore.Namespace {
  // The end of the range isn't valid UTF-8, so it is bound as bytes and cast.
  private static let rangeCondition = "namespace = ?1 AND key >= ?2 AND key < CAST(?3 AS TEXT)"

  /// Returns the values to bind to `rangeCondition`.
  private func bounds(_ prefix: String) -> [SQLValue] {
    [.text(name), .text(prefix), .bytes(prefix.prefixUpperBound)]
  }

  /// Returns the keys that start with `prefix`, sorted by their bytes.
  func keys(_ prefix: String, on connection: Connection) throws(StoreError) -> [String] {
    try connection.all(
      "SELECT key FROM trema_values WHERE \(Self.rangeCondition) ORDER BY key", bounds(prefix)
    ) { $0.text(0) }
  }

  /// Returns the content of the cell for a key, verified and decrypted, or `nil` if there is none.
  func cell(_ key: String, on connection: Connection) throws(StoreError) -> SQLValue? {
    let found = try connection.first(
      hasChecksums
        ? "SELECT value, checksum FROM trema_values WHERE namespace = ? AND key = ?"
        : "SELECT value, NULL FROM trema_values WHERE namespace = ? AND key = ?",
      [.text(name), .text(key)]
    ) { (cell: $0.value(0), sum: $0.value(1)) }
    guard let found else { return nil }
    return try open(found.cell, found.sum, key)
  }

  /// Returns a value's address. Its seal is bound to the address.
  private func sealAddress(_ key: String) -> [String] { ["trema_values", name, key] }

  private var hasChecksums: Bool { access.store.hasChecksums }

  /// Verifies a cell and decrypts it.
  ///
  /// - Parameter sum: The checksum; null for a value that was written without a checksum, by SQL or
  ///   by an older version.
  /// - Throws: `damaged` or `tampered`.
  private func open(
    _ cell: SQLValue, _ sum: SQLValue, _ key: String
  ) throws(StoreError) -> SQLValue {
    guard let seal = access.store.seal else {
      if case .null = sum { return cell }
      if sum != ValueChecksum.of(cell, name, key) { throw .damaged(collection: name, key: key) }
      return cell
    }
    guard let opened = seal.decrypt(cell, sealAddress(key)) else {
      throw .tampered(collection: name, key: key)
    }
    return opened
  }

  /// Returns the decoded value for a key, or `nil` if there is none.
  private func value<Value: Decodable>(
    _ type: Value.Type, _ key: String, on connection: Connection
  ) throws(StoreError) -> Value? {
    guard let cell = try cell(key, on: connection) else { return nil }
    return try ValueCoding.value(type, from: cell, name, key)
  }

  /// Writes a cell, sealed or with its checksum.
  private func put(_ cell: SQLValue, _ key: String, on connection: Connection) throws(StoreError) {
    // Without libsodium, the type has no values, and the compiler warns if it is inferred.
    let seal: RowSeal? = access.store.seal
    try connection.run(
      """
      INSERT INTO trema_values (namespace, key, value, checksum) VALUES (?, ?, ?, ?)
      ON CONFLICT (namespace, key)
      DO UPDATE SET value = excluded.value, checksum = excluded.checksum
      """,
      [
        .text(name), .text(key), seal?.encrypt(cell, sealAddress(key)) ?? cell,
        seal == nil ? ValueChecksum.of(cell, name, key) : .null,
      ])
  }

  private func delete(_ key: String, on connection: Connection) throws(StoreError) {
    try connection.run(
      "DELETE FROM trema_values WHERE namespace = ? AND key = ?", [.text(name), .text(key)])
  }
}

extension String {
  /// The lowest byte sequence that sorts after all strings that start with this one. No string is
  /// equal to it.
  var prefixUpperBound: [UInt8] {
    var bytes = [UInt8](utf8)
    // UTF-8 never contains the byte 255, so the addition below can't overflow.
    guard let last = bytes.last else { return [255] }
    bytes[bytes.count - 1] = last + 1
    return bytes
  }
}
