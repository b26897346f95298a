extension KeyValueStore {
  /// The records of one type in a store. Each has an identifier, and can be found by its declared
  /// fields.
  ///
  /// A record is stored as JSON. Fields are generated columns next to it, each with an index. In a
  /// sealed store, the JSON is encrypted but the fields are not, and each write stores the fields
  /// that the ``KeyValueStore/Records`` value in use declares.
  public struct Records<Record: Codable & Identifiable & Sendable>: Sendable
  where Record.ID: Codable & Sendable {
    /// The name of the records.
    public let name: String
    /// The columns of the declared fields.
    let columns: [RecordColumn<Record>]
    /// The store, or the transaction that reads and writes the records.
    let access: ConnectionAccess

    /// Returns the record with an identifier, or `nil` if there is none.
    ///
    /// - Throws: ``StoreError/decoding(collection:key:path:)`` if the record does not have this
    ///   type, ``StoreError/tampered(collection:key:)`` if a sealed record was changed.
    public func get(_ id: Record.ID) throws(StoreError) -> Record? {
      let key = try key(id)
      let cell = try access.read { (connection) throws(StoreError) in
        try self.cell(key, on: connection)
      }
      guard let cell else { return nil }
      return try record(cell, "\(id)")
    }

    /// Stores a record, replacing any record with the same identifier.
    ///
    /// - Throws: ``StoreError/encoding(collection:key:path:)``,
    ///   ``StoreError/nulInField(collection:key:field:)``.
    public func set(_ record: Record) throws(StoreError) {
      let row = try row(record)
      try access.write { (connection) throws(StoreError) in try put(row, on: connection) }
    }

    /// Stores multiple records in one transaction, replacing records with the same identifiers.
    ///
    /// - Throws: ``StoreError/encoding(collection:key:path:)``,
    ///   ``StoreError/nulInField(collection:key:field:)``.
    public func set(_ records: [Record]) throws(StoreError) {
      var rows: [RecordRow] = []
      for record in records { rows.append(try row(record)) }
      try access.write { (connection) throws(StoreError) in
        for row in rows { try put(row, on: connection) }
      }
    }

    /// Reads, changes and writes a record in one transaction, without another write in between.
    ///
    /// - Parameters:
    ///   - id: The record's identifier.
    ///   - change: Modifies the record. Changing the identifier is a programming error.
    /// - Returns: The written record, or `nil` if there is none.
    @discardableResult
    public func update(
      _ id: Record.ID, _ change: (inout Record) -> Void
    ) throws(StoreError) -> Record? {
      let key = try key(id)
      return try access.write { (connection) throws(StoreError) in
        guard let cell = try cell(key, on: connection) else { return nil }
        var record = try record(cell, "\(id)")
        change(&record)
        precondition(record.id == id, "an update must not change the id of a record")
        try put(try row(record), on: connection)
        return record
      }
    }

    /// Removes the record with an identifier.
    ///
    /// - Returns: Whether a record was removed.
    @discardableResult
    public func remove(_ id: Record.ID) throws(StoreError) -> Bool {
      let key = try key(id)
      return try access.write { (connection) throws(StoreError) in
        try connection.run("DELETE FROM \(table) WHERE _id = \(keyTerm)", [key])
        return connection.changeCount > 0
      }
    }

    /// Removes the records that meet a condition. Without a condition, removes all records.
    ///
    /// - Returns: The number of removed records.
    @discardableResult
    public func removeAll(where condition: KeyValueStore.Condition<Record>? = nil)
      throws(StoreError) -> Int
    {
      var query = RecordQuery(name, columns)
      let sql = "DELETE FROM \(table)\(try query.whereClause(condition))"
      return try access.write { [query] (connection) throws(StoreError) in
        try connection.run(sql, query.values)
        return connection.changeCount
      }
    }

    /// Returns the number of records that meet a condition. Without a condition, counts all
    /// records.
    public func count(where condition: KeyValueStore.Condition<Record>? = nil) throws(StoreError)
      -> Int
    {
      var query = RecordQuery(name, columns)
      let sql = "SELECT count(*) FROM \(table)\(try query.whereClause(condition))"
      return try access.read { [query] (connection) throws(StoreError) in
        try connection.first(sql, query.values) { Int($0.integer(0)) } ?? 0
      }
    }

    /// Returns the records that meet a condition, sorted by `sort` and then by identifier.
    ///
    /// - Parameters:
    ///   - condition: The condition, or `nil` for all records.
    ///   - sort: The sort order, most significant criterion first.
    ///   - limit: The maximum number of records, or `nil` for no limit.
    ///   - offset: The number of records to skip at the start.
    /// - Throws: ``StoreError/undeclaredField(collection:)`` if a key path does not belong to a
    ///   declared field.
    public func find(
      where condition: KeyValueStore.Condition<Record>? = nil,
      sort: [KeyValueStore.Order<Record>] = [], limit: Int? = nil,
      offset: Int = 0
    ) throws(StoreError) -> [Record] {
      let cells = try self.cells(condition, sort, limit, offset)
      return try records(try access.read(cells))
    }

    /// Returns the records that meet an SQL condition.
    ///
    /// Columns have the names of the fields, in quotes if they contain a dot:
    /// `age > ? AND "address.city" = ?`.
    ///
    /// - Parameters:
    ///   - condition: The SQL expression, with a `?` for each value.
    ///   - values: The values for the `?` parameters, in order.
    /// - Throws: ``StoreError/sql(code:reason:)``.
    public func find(sql condition: String, _ values: [SQLValue] = []) throws(StoreError)
      -> [Record]
    {
      let cells = try access.read { (connection) throws(StoreError) in
        try connection.userStatementRows(
          // The line feed terminates a comment at the end of the condition.
          "SELECT _id, _json FROM \(table) WHERE \(condition)\n", values
        ).flatMap(\.values)
      }
      return try records(open(cells))
    }

    /// Returns a sequence of ``find(where:sort:limit:offset:)`` results, now and after each change.
    ///
    /// - Throws: ``StoreError/undeclaredField(collection:)`` if a key path does not belong to a
    ///   declared field.
    public func observe(
      where condition: KeyValueStore.Condition<Record>? = nil,
      sort: [KeyValueStore.Order<Record>] = [], limit: Int? = nil
    ) throws(StoreError) -> KeyValueStore.Observation<[Record]> {
      KeyValueStore.Observation(
        store: access.store, table: table.lowercased(), cells: try cells(condition, sort, limit, 0)
      ) { (cells) throws(StoreError) in try records(cells) }
    }

    /// Returns the same records, read and written within a transaction.
    public func within(_ transaction: KeyValueStore.Transaction) -> Records {
      Records(name: name, columns: columns, access: .transaction(transaction))
    }
  }
}

extension KeyValueStore.Records {
  /// The table's name.
  private var table: String { "records_\(name)" }

  /// The SQL term for an identifier. A string is stored verbatim; any other identifier is stored as
  /// the SQLite value of its JSON.
  private var keyTerm: String { Record.ID.self == String.self ? "?" : "json_extract(?, '$')" }

  /// Returns the value to bind for an identifier.
  ///
  /// - Throws: `nulInField`, `encoding`.
  private func key(_ id: Record.ID) throws(StoreError) -> SQLValue {
    if Record.ID.self == String.self, let text = id as? String { return .text(text) }
    let json = try ValueCoding.json(id, name, "\(id)")
    if json.hasEscapedNul { throw .nulInField(collection: name, key: "\(id)", field: "id") }
    // SQLite would round an integer that exceeds 64 bits, so it is stored as a string.
    let isWhole = json.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    return .text(isWhole && Int64(json) == nil ? "\"\(json)\"" : json)
  }

  /// Returns the values to bind when writing a record.
  ///
  /// - Throws: `nulInField`, `encoding`.
  private func row(_ record: Record) throws(StoreError) -> RecordRow {
    let id = "\(record.id)"
    let json = try ValueCoding.json(record, name, id)
    // The fields are encoded separately only if one of them may contain a NUL or the store needs
    // them.
    let mayHaveNul = json.hasEscapedNul
    var fields: [SQLValue] = []
    if mayHaveNul || isSealed {
      for column in columns {
        let field = try ValueCoding.json(column.value(record), name, id)
        if mayHaveNul, field.hasEscapedNul {
          throw .nulInField(collection: name, key: id, field: column.name)
        }
        fields.append(.text(field))
      }
    }
    return RecordRow(key: try key(record.id), json: json, fields: isSealed ? fields : [])
  }

  /// Whether the values of the store are encrypted.
  private var isSealed: Bool { access.store.seal != nil }

  /// Writes a row, replacing any row with the same identifier.
  private func put(_ row: RecordRow, on connection: Connection) throws(StoreError) {
    guard let seal = access.store.seal else {
      try connection.run(
        """
        INSERT INTO \(table) (_id, _json) VALUES (\(keyTerm), ?)
        ON CONFLICT (_id) DO UPDATE SET _json = excluded._json
        """, [row.key, .text(row.json)])
      return
    }
    // The seal is bound to the identifier as stored by SQLite, not to its JSON.
    let id = try connection.first("SELECT \(keyTerm)", [row.key]) { $0.value(0) }
    let names = columns.map { ", " + $0.quoted }.joined()
    let marks = columns.map { _ in ", json_extract(?, '$')" }.joined()
    // The whole row is replaced so that a field that isn't declared here doesn't keep the previous
    // record's value.
    try connection.run(
      "INSERT OR REPLACE INTO \(table) (_id, _json\(names)) VALUES (\(keyTerm), ?\(marks))",
      [row.key, seal.encrypt(.text(row.json), sealAddress(id ?? .null))] + row.fields)
  }

  /// Rewrites all records in a sealed store, which fills the columns of new fields.
  func backfill(on connection: Connection) throws(StoreError) {
    let cells = try connection.all("SELECT _id, _json FROM \(table)") {
      [$0.value(0), $0.value(1)]
    }
    for record in try records(open(cells.flatMap { $0 })) {
      try put(try row(record), on: connection)
    }
  }

  /// Returns a record's address. Its seal is bound to the address. It is in lowercase because table
  /// names are case-insensitive.
  private func sealAddress(_ id: SQLValue) -> [String] {
    [table.lowercased(), id.kind, id.displayText]
  }

  /// Returns a record's decrypted JSON, or `nil` if there is none.
  private func cell(_ key: SQLValue, on connection: Connection) throws(StoreError) -> SQLValue? {
    let row = try connection.first(
      "SELECT _id, _json FROM \(table) WHERE _id = \(keyTerm)", [key]
    ) { [$0.value(0), $0.value(1)] }
    guard let row else { return nil }
    return try open(row)[1]
  }

  /// Decrypts cells.
  ///
  /// - Parameter cells: The identifiers, each followed by its JSON.
  /// - Throws: `tampered`.
  private func open(_ cells: [SQLValue]) throws(StoreError) -> [SQLValue] {
    guard let seal = access.store.seal else { return cells }
    var cells = cells
    for index in stride(from: 0, to: cells.count, by: 2) {
      guard let opened = seal.decrypt(cells[index + 1], sealAddress(cells[index])) else {
        throw .tampered(collection: name, key: cells[index].displayText)
      }
      cells[index + 1] = opened
    }
    return cells
  }

  /// Returns a function that reads identifiers, each followed by its decrypted JSON.
  ///
  /// - Throws: `undeclaredField`, `nulInField`, `encoding`.
  private func cells(
    _ condition: KeyValueStore.Condition<Record>?, _ sort: [KeyValueStore.Order<Record>],
    _ limit: Int?, _ offset: Int
  ) throws(StoreError) -> @Sendable (Connection) throws(StoreError) -> [SQLValue] {
    var query = RecordQuery(name, columns)
    let filter = try query.whereClause(condition)
    let sql =
      "SELECT _id, _json FROM \(table)\(filter)"
      + (try query.orderClause(sort, limit: limit, offset: offset))
    return { [values = query.values] (connection) throws(StoreError) in
      var cells: [SQLValue] = []
      try connection.forEachRow(sql, values) { row in
        cells.append(row.value(0))
        cells.append(row.value(1))
        return true
      }
      return try open(cells)
    }
  }

  /// Decodes the records from cells as returned by `cells(_:_:_:_:)`.
  private func records(_ cells: [SQLValue]) throws(StoreError) -> [Record] {
    var records: [Record] = []
    for index in stride(from: 0, to: cells.count, by: 2) {
      records.append(try record(cells[index + 1], cells[index].displayText))
    }
    return records
  }

  /// Decodes the record in a cell.
  private func record(_ cell: SQLValue, _ key: String) throws(StoreError) -> Record {
    try ValueCoding.value(Record.self, from: cell, name, key)
  }
}

/// The values to bind when writing a record.
private struct RecordRow: Sendable {
  /// The value to bind to the SQL term for the identifier.
  let key: SQLValue
  /// The record's JSON.
  let json: String
  /// The JSON of each declared field, or empty if the store is not sealed.
  let fields: [SQLValue]
}

extension SQLValue {
  /// The storage class's name.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .bytes: "bytes"
    }
  }

  /// The identifier for use in messages.
  fileprivate var displayText: String {
    switch self {
    case .null: ""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .bytes(let bytes): "\(bytes.count) bytes"
    }
  }
}
