extension KeyValueStore.Transaction {
  /// Executes the app's own SQL statements one after the other.
  ///
  /// The statements may not begin or end transactions, attach files, or set pragmas.
  ///
  /// - Parameters:
  ///   - sql: One or more statements.
  ///   - values: The values for the `?` of the first statement, in their order.
  /// - Throws: ``StoreError/sql(code:reason:)`` with SQLite's code and message, which may contain
  ///   names of tables and columns.
  public func execute(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    try use { (connection) throws(StoreError) in try connection.runUserStatements(sql, values) }
  }

  /// Returns the rows of one SQL statement that only reads.
  ///
  /// - Throws: ``StoreError/sql(code:reason:)``, also for several statements and for one that
  ///   writes.
  public func rows(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> [SQLRow] {
    try use { (connection) throws(StoreError) in try connection.userStatementRows(sql, values) }
  }
}

extension KeyValueStore {
  /// Executes the app's own SQL statements in one transaction.
  ///
  /// The statements may not begin or end transactions, attach files, or set pragmas.
  ///
  /// - Parameters:
  ///   - sql: One or more statements.
  ///   - values: The values for the `?` of the first statement, in their order.
  /// - Throws: ``StoreError/sql(code:reason:)``.
  public func execute(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    try write { (connection) throws(StoreError) in try connection.runUserStatements(sql, values) }
  }

  /// Returns the rows of one SQL statement that only reads.
  ///
  /// - Throws: ``StoreError/sql(code:reason:)``, also for several statements and for one that
  ///   writes.
  public func rows(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> [SQLRow] {
    try reader.withConnection { (connection) throws(StoreError) in
      try connection.userStatementRows(sql, values)
    }
  }
}
