extension Transaction {
  /// Statements of one's own, one after the other; `values` are bound to the first, in the order of
  /// its `?`. They may not begin or end transactions, attach files, or set pragmas.
  ///
  /// - Throws: `sql` with SQLite's number and words, which may name tables and columns.
  public func execute(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    try use { (connection) throws(StoreError) in try connection.runForeign(sql, values) }
  }

  /// The rows of one statement that changes nothing.
  public func rows(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> [SQLRow] {
    try use { (connection) throws(StoreError) in try connection.foreignRows(sql, values) }
  }
}

extension KeyValueStore {
  /// Statements of one's own in one transaction, as in ``Transaction/execute(_:_:)``.
  public func execute(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    try write { (connection) throws(StoreError) in try connection.runForeign(sql, values) }
  }

  /// The rows of one statement that changes nothing.
  public func rows(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> [SQLRow] {
    try reader.use { (connection) throws(StoreError) in try connection.foreignRows(sql, values) }
  }
}
