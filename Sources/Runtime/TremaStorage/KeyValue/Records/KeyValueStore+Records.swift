extension KeyValueStore {
  /// Returns the records of one type.
  ///
  /// Their table, `records_NAME`, is created if it is missing, and a column and an index are added
  /// for each field that it lacks. A store that is opened as read-only is not changed.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - name: The name of the records: ASCII letters, digits and `_`, starting with a letter.
  ///     SQLite ignores case.
  ///   - fields: The fields used to find and sort records.
  /// - Throws: ``StoreError/invalidName(_:)``, including for two fields with the same name, and the
  ///   errors of a write.
  public func records<Record, each Value>(
    _ type: Record.Type = Record.self, named name: String,
    fields: repeat KeyValueStore.Field<Record, each Value>
  ) throws(StoreError) -> KeyValueStore.Records<Record> {
    try RecordName.check(name)
    var columns: [RecordColumn<Record>] = []
    for field in repeat each fields { columns.append(RecordColumn(field)) }
    var seen: Set<String> = []
    for column in columns {
      try RecordName.check(column.name, allowsDots: true)
      if !seen.insert(column.name.lowercased()).inserted { throw .invalidName(column.name) }
    }
    let missing = try reader.withConnection { [columns] (connection) throws(StoreError) in
      try Self.missing(columns, of: name, on: connection)
    }
    if let missing, missing.isEmpty || options.access == .readOnly {
      return KeyValueStore.Records(name: name, columns: columns, access: .store(self))
    }
    let records = KeyValueStore.Records<Record>(name: name, columns: columns, access: .store(self))
    let isSealed = seal != nil
    try write { [columns] (connection) throws(StoreError) in
      // The table keeps its row IDs, because SQLite's update hook doesn't report changes without
      // them.
      try connection.run(
        """
        CREATE TABLE IF NOT EXISTS records_\(name) (
          _id ANY NOT NULL PRIMARY KEY, _json \(isSealed ? "BLOB" : "TEXT") NOT NULL) STRICT
        """)
      let missing = try Self.missing(columns, of: name, on: connection) ?? columns
      // In a sealed store, `_json` is encrypted, so the columns store values instead of being
      // generated from it.
      for column in missing {
        let origin =
          isSealed
          ? "" : " GENERATED ALWAYS AS (json_extract(_json, '\(column.jsonPath)')) VIRTUAL"
        try connection.run(
          "ALTER TABLE records_\(name) ADD COLUMN \(column.quoted) ANY\(origin)")
        try connection.run(
          "CREATE INDEX \"records_\(name).\(column.name)\" ON records_\(name) (\(column.quoted))")
      }
      if isSealed, !missing.isEmpty { try records.backfill(on: connection) }
    }
    return records
  }

  /// Returns the columns that the table lacks, or `nil` if there is no table.
  private static func missing<Record>(
    _ columns: [RecordColumn<Record>], of name: String, on connection: Connection
  ) throws(StoreError) -> [RecordColumn<Record>]? {
    let found = try connection.all(
      "SELECT name FROM pragma_table_xinfo(?)", [.text("records_\(name)")]
    ) { $0.text(0).lowercased() }
    return found.isEmpty ? nil : columns.filter { !found.contains($0.name.lowercased()) }
  }
}
