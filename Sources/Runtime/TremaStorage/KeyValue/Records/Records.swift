/// Records of one type, each under its id, found by the fields that are declared for them.
///
/// A record is kept as JSON; fields are generated columns beside it, each with an index. In a sealed
/// store the JSON is sealed and the fields, in the clear, are those of who wrote it.
public struct Records<Record: Codable & Identifiable & Sendable>: Sendable
where Record.ID: Codable & Sendable {
  /// The name of the records.
  public let name: String
  let columns: [RecordColumn<Record>]
  let door: ConnectionAccess

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
    var rows: [RecordRow] = []
    for record in records { rows.append(try row(record)) }
    try door.write { (connection) throws(StoreError) in
      for row in rows { try put(row, on: connection) }
    }
  }

  /// Reads, changes and writes in one step, without another write in between. The id stays.
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

  /// Returns the number of records that fulfil a condition.
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

  /// Returns the records that meet a condition in SQL, with a `?` for each value. Columns are named as
  /// fields are, in quotation marks where there is a point: `age > ? AND "address.city" = ?`.
  public func find(sql condition: String, _ values: [SQLValue] = []) throws(StoreError) -> [Record]
  {
    let cells = try door.read { (connection) throws(StoreError) in
      try connection.foreignRows(
        "SELECT _id, _json FROM \(table) WHERE \(condition)\n", values
      ).flatMap(\.values)
    }
    return try records(open(cells))
  }

  /// Observes the result of ``find(where:sort:limit:offset:)``, now and after each change.
  public func observe(
    where condition: Condition<Record>? = nil, sort: [Order<Record>] = [], limit: Int? = nil
  ) throws(StoreError) -> Observation<[Record]> {
    Observation(
      store: door.store, table: table.lowercased(), cells: try cells(condition, sort, limit, 0)
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
    if Record.ID.self == String.self, let text = id as? String { return .text(text) }
    let json = try ValueCoding.json(id, name, "\(id)")
    if json.hasEscapedNul { throw .nulInField(collection: name, key: "\(id)", field: "id") }
    // SQLite takes whole numbers that it has no room for as the nearest one that it has.
    let isWhole = json.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    return .text(isWhole && Int64(json) == nil ? "\"\(json)\"" : json)
  }

  private func row(_ record: Record) throws(StoreError) -> RecordRow {
    let id = "\(record.id)"
    let json = try ValueCoding.json(record, name, id)
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

  private var isSealed: Bool { door.store.seal != nil }

  private func put(_ row: RecordRow, on connection: Connection) throws(StoreError) {
    guard let seal = door.store.seal else {
      try connection.run(
        """
        INSERT INTO \(table) (_id, _json) VALUES (\(keyTerm), ?)
        ON CONFLICT (_id) DO UPDATE SET _json = excluded._json
        """, [row.key, .text(row.json)])
      return
    }
    let id = try connection.first("SELECT \(keyTerm)", [row.key]) { $0.value(0) }
    let names = columns.map { ", " + $0.quoted }.joined()
    let marks = columns.map { _ in ", json_extract(?, '$')" }.joined()
    // A field that is not declared here must not keep what it was.
    try connection.run(
      "INSERT OR REPLACE INTO \(table) (_id, _json\(names)) VALUES (\(keyTerm), ?\(marks))",
      [row.key, seal.close(.text(row.json), place(id ?? .null))] + row.fields)
  }

  /// Writes all records again, because there are new fields.
  func fill(on connection: Connection) throws(StoreError) {
    let cells = try connection.all("SELECT _id, _json FROM \(table)") {
      [$0.value(0), $0.value(1)]
    }
    for record in try records(open(cells.flatMap { $0 })) {
      try put(try row(record), on: connection)
    }
  }

  /// The address of a record, for its seal; upper and lower case are the same in names of tables.
  private func place(_ id: SQLValue) -> [String] { [table.lowercased(), id.kind, id.shown] }

  private func cell(_ key: SQLValue, on connection: Connection) throws(StoreError) -> SQLValue? {
    let row = try connection.first(
      "SELECT _id, _json FROM \(table) WHERE _id = \(keyTerm)", [key]
    ) { [$0.value(0), $0.value(1)] }
    guard let row else { return nil }
    return try open(row)[1]
  }

  /// - Parameter cells: ids and what is beside them, one after the other.
  private func open(_ cells: [SQLValue]) throws(StoreError) -> [SQLValue] {
    guard let seal = door.store.seal else { return cells }
    var cells = cells
    for index in stride(from: 0, to: cells.count, by: 2) {
      guard let opened = seal.open(cells[index + 1], place(cells[index])) else {
        throw .tampered(collection: name, key: cells[index].shown)
      }
      cells[index + 1] = opened
    }
    return cells
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
      return try open(cells)
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

/// The values that are bound to write a record.
private struct RecordRow: Sendable {
  let key: SQLValue
  let json: String
  /// JSON of each field, in a sealed store alone.
  let fields: [SQLValue]
}

extension SQLValue {
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .bytes: "bytes"
    }
  }

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
