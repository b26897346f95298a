extension KeyValueStore.Transaction {
  /// Executes the app's own SQL statements one at a time.
  ///
  /// The statements must not begin or end transactions, attach files, or set pragmas.
  ///
  /// - Parameters:
  ///   - sql: One or more statements.
  ///   - values: The values for the `?` parameters of the first statement, in order.
  /// - Throws: ``StoreError/sql(code:reason:)`` with SQLite's code and message, which may contain
  ///   table and column names.
  public func execute(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    try use { (connection) throws(StoreError) in try connection.runUserStatements(sql, values) }
  }

  /// Returns the rows of a single read-only SQL statement.
  ///
  /// - Throws: ``StoreError/sql(code:reason:)``, including for more than one statement and for a
  ///   statement that writes.
  public func rows(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> [SQLRow] {
    try use { (connection) throws(StoreError) in try connection.userStatementRows(sql, values) }
  }
}

extension KeyValueStore {
  /// Executes the app's own SQL statements in one transaction.
  ///
  /// The statements must not begin or end transactions, attach files, or set pragmas.
  ///
  /// - Parameters:
  ///   - sql: One or more statements.
  ///   - values: The values for the `?` parameters of the first statement, in order.
  /// - Throws: ``StoreError/sql(code:reason:)``.
  public func execute(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    try write { (connection) throws(StoreError) in try connection.runUserStatements(sql, values) }
  }

  /// Returns the rows of a single read-only SQL statement.
  ///
  /// - Throws: ``StoreError/sql(code:reason:)``, including for more than one statement and for a
  ///   statement that writes.
  public func rows(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> [SQLRow] {
    try reader.withConnection { (connection) throws(StoreError) in
      try connection.userStatementRows(sql, values)
    }
  }
}
