/// Records of one type, each under its id, found by the fields that are declared for them.
///
/// A record is kept as JSON; fields are generated columns beside it, each with an index.
public struct Records<Record: Codable & Identifiable & Sendable>: Sendable
where Record.ID: Codable & Sendable {
  public let name: String
  let columns: [RecordColumn<Record>]
  let door: StoreDoor

  /// - Returns: nil only where there is no such record.
  public func get(_ id: Record.ID) throws(StoreError) -> Record? {
    let key = try key(id)
    let cell = try door.read { (connection) throws(StoreError) in
      try self.cell(key, on: connection)
    }
    guard let cell else { return nil }
    return try record(cell, "\(id)")
  }

  /// In the place of the record with the same id.
  public func set(_ record: Record) throws(StoreError) {
    let row = try row(record)
    try door.write { (connection) throws(StoreError) in try put(row, on: connection) }
  }

  /// All of them in one transaction.
  public func set(_ records: [Record]) throws(StoreError) {
    var rows: [[SQLValue]] = []
    for record in records { rows.append(try row(record)) }
    try door.write { (connection) throws(StoreError) in
      for row in rows { try put(row, on: connection) }
    }
  }

  /// Reads, changes and writes in one step, in which nobody else writes. The id stays.
  ///
  /// - Returns: the record as it was written; nil where there is none.
  @discardableResult
  public func update(
    _ id: Record.ID, _ change: (inout Record) -> Void
  ) throws(StoreError) -> Record? {
    let key = try key(id)
    return try door.write { (connection) throws(StoreError) in
      guard let cell = try cell(key, on: connection) else { return nil }
      var record = try record(cell, "\(id)")
      change(&record)
      precondition(record.id == id, "an update must leave the id of a record as it is")
      try put(try row(record), on: connection)
      return record
    }
  }

  /// - Returns: whether there was one.
  @discardableResult
  public func remove(_ id: Record.ID) throws(StoreError) -> Bool {
    let key = try key(id)
    return try door.write { (connection) throws(StoreError) in
      try connection.run("DELETE FROM \(table) WHERE _id = \(keyTerm)", [key])
      return connection.changes > 0
    }
  }

  /// - Returns: how many there were.
  @discardableResult
  public func removeAll(where condition: Condition<Record>? = nil) throws(StoreError) -> Int {
    var query = RecordQuery(name, columns)
    let sql = "DELETE FROM \(table)\(try query.filter(condition))"
    return try door.write { [query] (connection) throws(StoreError) in
      try connection.run(sql, query.values)
      return connection.changes
    }
  }

  public func count(where condition: Condition<Record>? = nil) throws(StoreError) -> Int {
    var query = RecordQuery(name, columns)
    let sql = "SELECT count(*) FROM \(table)\(try query.filter(condition))"
    return try door.read { [query] (connection) throws(StoreError) in
      try connection.first(sql, query.values) { Int($0.integer(0)) } ?? 0
    }
  }

  /// Sorted by what `sort` says, then by the id.
  ///
  /// - Throws: `undeclaredField` where a key path is not that of a field.
  public func find(
    where condition: Condition<Record>? = nil, sort: [Order<Record>] = [], limit: Int? = nil,
    offset: Int = 0
  ) throws(StoreError) -> [Record] {
    let cells = try self.cells(condition, sort, limit, offset)
    return try records(try door.read(cells))
  }

  /// By a condition of one's own in SQL, with a `?` for each value. Columns are called as fields are,
  /// in quotation marks where there is a point: `age > ? AND "address.city" = ?`.
  public func find(sql condition: String, _ values: [SQLValue] = []) throws(StoreError) -> [Record]
  {
    try records(
      try door.read { (connection) throws(StoreError) in
        try connection.foreignRows(
          "SELECT _id, _json FROM \(table) WHERE \(condition)\n", values
        ).flatMap(\.values)
      })
  }

  /// What ``find(where:sort:limit:offset:)`` finds, now and after each change.
  public func observe(
    where condition: Condition<Record>? = nil, sort: [Order<Record>] = [], limit: Int? = nil
  ) throws(StoreError) -> Observation<[Record]> {
    Observation(
      store: door.store, table: "records_\(name)", cells: try cells(condition, sort, limit, 0)
    ) { (cells) throws(StoreError) in try records(cells) }
  }

  /// The same records within a transaction.
  public func within(_ transaction: Transaction) -> Records {
    Records(name: name, columns: columns, door: .transaction(transaction))
  }
}

extension Records {
  private var table: String { "records_\(name)" }

  /// A text is its own key. Anything else is what SQLite makes of its JSON.
  private var keyTerm: String { Record.ID.self == String.self ? "?" : "json_extract(?, '$')" }

  private func key(_ id: Record.ID) throws(StoreError) -> SQLValue {
    if let text = id as? String { return .text(text) }
    return .text(try ValueCoding.json(id, name, "\(id)"))
  }

  /// What is bound to write a record.
  private func row(_ record: Record) throws(StoreError) -> [SQLValue] {
    let id = "\(record.id)"
    let json = try ValueCoding.json(record, name, id)
    if json.hasEscapedNul {
      for column in columns
      where try ValueCoding.json(column.value(record), name, id).hasEscapedNul {
        throw .nulInField(collection: name, key: id, field: column.name)
      }
    }
    return [try key(record.id), .text(json)]
  }

  private func put(_ row: [SQLValue], on connection: Connection) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO \(table) (_id, _json) VALUES (\(keyTerm), ?)
      ON CONFLICT (_id) DO UPDATE SET _json = excluded._json
      """, row)
  }

  private func cell(_ key: SQLValue, on connection: Connection) throws(StoreError) -> SQLValue? {
    try connection.first("SELECT _json FROM \(table) WHERE _id = \(keyTerm)", [key]) {
      $0.value(0)
    }
  }

  /// Ids and records, one after the other.
  private func cells(
    _ condition: Condition<Record>?, _ sort: [Order<Record>], _ limit: Int?, _ offset: Int
  ) throws(StoreError) -> @Sendable (Connection) throws(StoreError) -> [SQLValue] {
    var query = RecordQuery(name, columns)
    let filter = try query.filter(condition)
    let sql =
      "SELECT _id, _json FROM \(table)\(filter)"
      + (try query.arrange(sort, limit: limit, offset: offset))
    return { [values = query.values] (connection) throws(StoreError) in
      var cells: [SQLValue] = []
      try connection.each(sql, values) { row in
        cells.append(row.value(0))
        cells.append(row.value(1))
        return true
      }
      return cells
    }
  }

  private func records(_ cells: [SQLValue]) throws(StoreError) -> [Record] {
    var records: [Record] = []
    for index in stride(from: 0, to: cells.count, by: 2) {
      records.append(try record(cells[index + 1], cells[index].shown))
    }
    return records
  }

  private func record(_ cell: SQLValue, _ key: String) throws(StoreError) -> Record {
    try ValueCoding.value(Record.self, from: cell, name, key)
  }
}

extension SQLValue {
  /// A key in a message.
  fileprivate var shown: String {
    switch self {
    case .null: ""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .bytes(let bytes): "\(bytes.count) bytes"
    }
  }
}
