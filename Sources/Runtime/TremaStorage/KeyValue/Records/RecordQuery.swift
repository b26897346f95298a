/// A builder for SQL queries on records that also collects the values to bind.
///
/// Clauses must be appended in the order they occur in the statement, because this is the order of
/// the bound values.
struct RecordQuery<Root>: Sendable {
  /// The name of the records, for errors.
  let collection: String
  /// The table's columns.
  let columns: [RecordColumn<Root>]
  /// The values to bind, in the order of their `?` parameters.
  private(set) var values: [SQLValue] = []

  init(_ collection: String, _ columns: [RecordColumn<Root>]) {
    self.collection = collection
    self.columns = columns
  }

  /// Returns ` WHERE …`, or an empty string without a condition.
  ///
  /// - Throws: `undeclaredField`, `nulInField`, `encoding`.
  mutating func whereClause(_ condition: KeyValueStore.Condition<Root>?) throws(StoreError)
    -> String
  {
    guard let condition else { return "" }
    return " WHERE " + (try sql(condition))
  }

  /// Returns ` ORDER BY … LIMIT …`. The identifier is always the last criterion, so the order is
  /// total.
  ///
  /// - Throws: `undeclaredField`.
  mutating func orderClause(
    _ sort: [KeyValueStore.Order<Root>], limit: Int?, offset: Int
  ) throws(StoreError) -> String {
    precondition((limit ?? 0) >= 0 && offset >= 0, "the limit and the offset must not be negative")
    var orders: [String] = []
    for order in sort {
      orders.append("\(try column(order.path).quoted) \(order.direction.rawValue)")
    }
    orders.append("_id ASC")
    let text = " ORDER BY " + orders.joined(separator: ", ")
    // In SQLite, a negative limit means no limit.
    if limit == nil, offset == 0 { return text }
    values += [.integer(Int64(limit ?? -1)), .integer(Int64(offset))]
    return text + " LIMIT ? OFFSET ?"
  }

  /// Returns the SQL expression of a condition and appends its values.
  private mutating func sql(_ condition: KeyValueStore.Condition<Root>) throws(StoreError) -> String
  {
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
      // In SQL, `NULL IN (…)` is never true, so null is compared separately.
      guard list.contains("null") else { return isIn }
      values.append(.text(list))
      return "(\(isIn) OR (\(column.quoted) IS NULL AND EXISTS"
        + " (SELECT * FROM json_each(?) WHERE value IS NULL)))"
    case .prefix(let path, let prefix):
      let name = try column(path).quoted
      values += [.text(prefix), .bytes(prefix.prefixUpperBound)]
      return "(\(name) >= ? AND \(name) < CAST(? AS TEXT))"
    case .all(let conditions): return try join(conditions, "AND", empty: "TRUE")
    case .any(let conditions): return try join(conditions, "OR", empty: "FALSE")
    // A comparison with null is unknown in SQL; here it is false and its negation true.
    case .not(let condition): return "NOT coalesce(\(try sql(condition)), FALSE)"
    }
  }

  /// Returns the conditions joined by an operator, or `empty` if there are none.
  private mutating func join(
    _ conditions: [KeyValueStore.Condition<Root>], _ keyword: String, empty: String
  ) throws(StoreError) -> String {
    var parts: [String] = []
    for condition in conditions { parts.append(try sql(condition)) }
    return parts.isEmpty ? empty : "(" + parts.joined(separator: " \(keyword) ") + ")"
  }

  /// Returns the column for a key path.
  ///
  /// - Throws: `undeclaredField`.
  private func column(_ path: PartialKeyPath<Root>) throws(StoreError) -> RecordColumn<Root> {
    guard let column = columns.first(where: { $0.path == path }) else {
      throw .undeclaredField(collection: collection)
    }
    return column
  }

  /// Returns the JSON of a value that is compared with a column.
  ///
  /// - Throws: `nulInField`, `encoding`.
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
  /// Whether this JSON contains a string with a NUL character, where SQLite would truncate the
  /// string.
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
