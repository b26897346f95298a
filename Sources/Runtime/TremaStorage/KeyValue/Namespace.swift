/// The values of one part of an app, each under a key. A value is anything `Codable`; it is kept as
/// JSON, and a `Data` as it is.
///
/// Keys are any texts, compared byte by byte: what looks alike may be two.
public struct Namespace: Sendable {
  /// The name of the namespace.
  public let name: String
  let door: ConnectionAccess

  /// - Returns: nil only where there is nothing under `key`.
  /// - Throws: `decoding` where there is something else.
  public func get<Value: Decodable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(StoreError) -> Value? {
    guard
      let cell = try door.read({ (connection) throws(StoreError) in
        try cell(key, on: connection)
      })
    else { return nil }
    return try ValueCoding.value(type, from: cell, name, key)
  }

  /// In the place of what is there.
  public func set(_ key: String, _ value: some Encodable) throws(StoreError) {
    let cell = try ValueCoding.cell(value, name, key)
    try door.write { (connection) throws(StoreError) in try put(cell, key, on: connection) }
  }

  /// Reads, changes and writes in one step, without another write in between; a missing value is
  /// `initial` at first.
  ///
  /// - Returns: the value that was written.
  @discardableResult
  public func update<Value: Codable>(
    _ key: String, default initial: @autoclosure () -> Value, _ change: (inout Value) -> Void
  ) throws(StoreError) -> Value {
    try door.write { (connection) throws(StoreError) in
      var value = try value(Value.self, key, on: connection) ?? initial()
      change(&value)
      try put(try ValueCoding.cell(value, name, key), key, on: connection)
      return value
    }
  }

  /// The same for a value that may not be there; where `change` leaves nil it is removed.
  @discardableResult
  public func update<Value: Codable>(
    _ key: String, as type: Value.Type = Value.self, _ change: (inout Value?) -> Void
  ) throws(StoreError) -> Value? {
    try door.write { (connection) throws(StoreError) in
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

  /// - Returns: whether there was one.
  @discardableResult
  public func remove(_ key: String) throws(StoreError) -> Bool {
    try door.write { (connection) throws(StoreError) in
      try delete(key, on: connection)
      return connection.changes > 0
    }
  }

  /// - Returns: how many there were.
  @discardableResult
  public func removeAll(prefix: String = "") throws(StoreError) -> Int {
    try door.write { (connection) throws(StoreError) in
      try connection.run("DELETE FROM trema_values WHERE \(Self.range)", bounds(prefix))
      return connection.changes
    }
  }

  /// The keys that begin with `prefix`, sorted by their bytes.
  public func keys(prefix: String = "") throws(StoreError) -> [String] {
    try door.read { (connection) throws(StoreError) in try keys(prefix, on: connection) }
  }

  /// Keys and values, sorted by the bytes of the keys.
  public func values<Value: Decodable>(
    prefix: String = "", as type: Value.Type = Value.self
  ) throws(StoreError) -> [(key: String, value: Value)] {
    let cells = try door.read { (connection) throws(StoreError) in
      try connection.all(
        """
        SELECT key, value, \(hasChecksums ? "checksum" : "NULL") FROM trema_values
        WHERE \(Self.range) ORDER BY key
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

extension Namespace {
  // The end of the range is no UTF-8, so it comes as bytes.
  private static let range = "namespace = ?1 AND key >= ?2 AND key < CAST(?3 AS TEXT)"

  private func bounds(_ prefix: String) -> [SQLValue] {
    [.text(name), .text(prefix), .bytes(prefix.firstBytesBehind)]
  }

  func keys(_ prefix: String, on connection: Connection) throws(StoreError) -> [String] {
    try connection.all(
      "SELECT key FROM trema_values WHERE \(Self.range) ORDER BY key", bounds(prefix)
    ) { $0.text(0) }
  }

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

  private func place(_ key: String) -> [String] { ["trema_values", name, key] }

  private var hasChecksums: Bool { door.store.hasChecksums }

  /// - Parameter sum: null for a value that was written without one, by SQL or before there were any.
  private func open(
    _ cell: SQLValue, _ sum: SQLValue, _ key: String
  ) throws(StoreError) -> SQLValue {
    guard let seal = door.store.seal else {
      if case .null = sum { return cell }
      if sum != ValueChecksum.of(cell, name, key) { throw .damaged(collection: name, key: key) }
      return cell
    }
    guard let opened = seal.open(cell, place(key)) else {
      throw .tampered(collection: name, key: key)
    }
    return opened
  }

  private func value<Value: Decodable>(
    _ type: Value.Type, _ key: String, on connection: Connection
  ) throws(StoreError) -> Value? {
    guard let cell = try cell(key, on: connection) else { return nil }
    return try ValueCoding.value(type, from: cell, name, key)
  }

  private func put(_ cell: SQLValue, _ key: String, on connection: Connection) throws(StoreError) {
    let seal = door.store.seal
    try connection.run(
      """
      INSERT INTO trema_values (namespace, key, value, checksum) VALUES (?, ?, ?, ?)
      ON CONFLICT (namespace, key)
      DO UPDATE SET value = excluded.value, checksum = excluded.checksum
      """,
      [
        .text(name), .text(key), seal?.close(cell, place(key)) ?? cell,
        seal == nil ? ValueChecksum.of(cell, name, key) : .null,
      ])
  }

  private func delete(_ key: String, on connection: Connection) throws(StoreError) {
    try connection.run(
      "DELETE FROM trema_values WHERE namespace = ? AND key = ?", [.text(name), .text(key)])
  }
}

extension String {
  /// The first bytes that sort behind all texts that begin with this one; no text is equal to them.
  var firstBytesBehind: [UInt8] {
    var bytes = [UInt8](utf8)
    // UTF-8 has no byte 255.
    guard let last = bytes.last else { return [255] }
    bytes[bytes.count - 1] = last + 1
    return bytes
  }
}
