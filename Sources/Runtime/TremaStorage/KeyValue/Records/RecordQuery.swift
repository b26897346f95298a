/// A statement about records, and the values that are bound to it.
struct RecordQuery<Root>: Sendable {
  let collection: String
  let columns: [RecordColumn<Root>]
  private(set) var values: [SQLValue] = []

  init(_ collection: String, _ columns: [RecordColumn<Root>]) {
    self.collection = collection
    self.columns = columns
  }

  /// ` WHERE …`, or nothing.
  mutating func filter(_ condition: Condition<Root>?) throws(StoreError) -> String {
    guard let condition else { return "" }
    return " WHERE " + (try sql(condition))
  }

  /// ` ORDER BY … LIMIT …`; by the id at last, so that the order is one.
  mutating func arrange(
    _ sort: [Order<Root>], limit: Int?, offset: Int
  ) throws(StoreError) -> String {
    precondition((limit ?? 0) >= 0 && offset >= 0, "no fewer than none")
    var orders: [String] = []
    for order in sort {
      orders.append("\(try column(order.path).quoted) \(order.direction.rawValue)")
    }
    orders.append("_id ASC")
    let text = " ORDER BY " + orders.joined(separator: ", ")
    if limit == nil, offset == 0 { return text }
    values += [.integer(Int64(limit ?? -1)), .integer(Int64(offset))]
    return text + " LIMIT ? OFFSET ?"
  }

  private mutating func sql(_ condition: Condition<Root>) throws(StoreError) -> String {
    switch condition.shape {
    case .comparison(let path, let comparison, let value):
      let column = try column(path)
      values.append(.text(try json(value, column)))
      return "\(column.quoted) \(comparison.rawValue) json_extract(?, '$')"
    case .among(let path, let list):
      let column = try column(path)
      let list = try json(list, column)
      values.append(.text(list))
      let isIn = "\(column.quoted) IN (SELECT value FROM json_each(?))"
      // In SQL `NULL` is in no list.
      guard list.contains("null") else { return isIn }
      values.append(.text(list))
      return "(\(isIn) OR (\(column.quoted) IS NULL AND EXISTS"
        + " (SELECT * FROM json_each(?) WHERE value IS NULL)))"
    case .prefix(let path, let prefix):
      let name = try column(path).quoted
      values += [.text(prefix), .bytes(prefix.firstBytesBehind)]
      return "(\(name) >= ? AND \(name) < CAST(? AS TEXT))"
    case .all(let conditions): return try join(conditions, "AND", empty: "TRUE")
    case .any(let conditions): return try join(conditions, "OR", empty: "FALSE")
    // What is unknown of nil is no, and its opposite yes.
    case .not(let condition): return "NOT coalesce(\(try sql(condition)), FALSE)"
    }
  }

  private mutating func join(
    _ conditions: [Condition<Root>], _ word: String, empty: String
  ) throws(StoreError) -> String {
    var parts: [String] = []
    for condition in conditions { parts.append(try sql(condition)) }
    return parts.isEmpty ? empty : "(" + parts.joined(separator: " \(word) ") + ")"
  }

  private func column(_ path: PartialKeyPath<Root>) throws(StoreError) -> RecordColumn<Root> {
    guard let column = columns.first(where: { $0.path == path }) else {
      throw .undeclaredField(collection: collection)
    }
    return column
  }

  private func json(
    _ value: any Encodable, _ column: RecordColumn<Root>
  ) throws(StoreError) -> String {
    let json = try ValueCoding.json(value, collection, column.name)
    if json.hasEscapedNul {
      throw .nulInField(collection: collection, key: "", field: column.name)
    }
    return json
  }
}

extension String {
  /// Whether this JSON has a text with a NUL inside: SQLite would cut it off there.
  var hasEscapedNul: Bool {
    var bytes = utf8[...]
    while let escape = bytes.firstIndex(of: UInt8(ascii: "\\")) {
      bytes = bytes[escape...].dropFirst()
      if bytes.starts(with: "u0000".utf8) { return true }
      bytes = bytes.dropFirst()
    }
    return false
  }
}
