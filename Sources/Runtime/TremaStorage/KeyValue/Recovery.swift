import TremaSupport

/// The result of recovering a damaged file.
public struct Recovery: Hashable, Sendable {
  /// The number of recovered rows, by table name.
  public let rows: [String: Int]
  /// The names of the tables that may lack rows, sorted.
  public let incomplete: [String]
  /// The path of the damaged file, which is kept unchanged.
  public let damagedPath: String
}

extension KeyValueStore {
  /// Recovers the readable rows of a damaged store into a new file and replaces the damaged file
  /// with it.
  ///
  /// The damaged file is kept next to it as `PATH.damaged`, or `PATH.damaged-2` and so on. No
  /// process may have the store open during the recovery.
  ///
  /// - Parameter path: The damaged store's path.
  /// - Returns: The number of recovered rows, and the tables that may lack rows.
  /// - Throws: ``StoreError/corrupt(_:)`` if no table can be read, in which case nothing is
  ///   changed. Other errors if a file cannot be created.
  @discardableResult
  public static func recover(_ path: String) throws(StoreError) -> Recovery {
    let part = "\(path).part-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    do throws(StoreError) {
      let (rows, incomplete) = try salvage(path, to: part)
      var damaged = "\(path).damaged"
      var number = 1
      // The damaged file receives its second name before the new file replaces it so that a crash
      // in between loses neither file.
      while link(path, damaged) != 0 {
        guard errno == EEXIST else { throw Self.failure(path) }
        number += 1
        damaged = "\(path).damaged-\(number)"
      }
      for end in ["-wal", "-shm"] { rename(path + end, damaged + end) }
      if rename(part, path) != 0 { throw Self.failure(path) }
      return Recovery(rows: rows, incomplete: incomplete, damagedPath: damaged)
    } catch {
      StoreOpening.remove(part)
      throw error
    }
  }

  /// Recovers the readable rows of a damaged store on a blocking thread.
  ///
  /// - Throws: The synchronous variant's errors.
  @discardableResult
  public static func recover(_ path: String) async throws(StoreError) -> Recovery {
    try await BlockingPool.run { () throws(StoreError) in try Self.recover(path) }
  }

  /// Returns the error for the current `errno`.
  private static func failure(_ path: String) -> StoreError {
    switch errno {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case let code: .cannotOpen(path: path, reason: String(cString: strerror(code)))
    }
  }

  /// Copies all readable table rows, the indexes and the rest of the schema into a new file.
  ///
  /// - Returns: The number of rows by table, and the tables that may lack rows.
  private static func salvage(
    _ path: String, to part: String
  ) throws(StoreError) -> (rows: [String: Int], incomplete: [String]) {
    let damaged = try StoreOpening(path: path, options: Options()).openDamaged()
    let target = try StoreOpening(path: part, displayPath: path, options: Options())
      .openSalvageTarget()
    let schema = try damaged.all(
      """
      SELECT type, name, sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """
    ) { (kind: $0.text(0), name: $0.text(1), sql: $0.text(2)) }
    var rows: [String: Int] = [:]
    var incomplete: [String] = []
    try target.inTransaction { (target) throws(StoreError) in
      for item in schema where item.kind == "table" {
        do throws(StoreError) {
          try target.run(item.sql)
        } catch {
          // The internal tables of a virtual table already exist.
          guard case .sql = error else { throw error }
        }
        let salvage = try TableSalvage(item.name, from: damaged, to: target)
        let isWhole = try salvage.run()
        if !isWhole { incomplete.append(item.name) }
        rows[item.name] = try target.first("SELECT count(*) FROM \(salvage.table)") {
          Int($0.integer(0))
        }
      }
      for item in schema where item.kind != "table" { try target.run(item.sql) }
      try target.run("PRAGMA application_id = \(StoreOpening.applicationID)")
      // The tables have the damaged file's format, which may be older than the current one.
      let format = try damaged.first("PRAGMA user_version") { $0.integer(0) } ?? 0
      try target.run("PRAGMA user_version = \(min(max(format, 1), StoreOpening.format))")
    }
    return (rows, incomplete.sorted())
  }
}

/// A copy operation for the readable rows of one table: from its start to the first damaged page,
/// then from its end.
private struct TableSalvage {
  /// The name of the table as an SQL identifier.
  let table: String
  /// The columns that are copied, as SQL identifiers.
  private let columns: [String]
  /// The columns that identify a row and define the order of rows, or empty if there are none.
  private let order: [String]
  private let source: Connection
  private let target: Connection

  /// Reads the table's columns from the new file's schema.
  init(_ name: String, from damaged: Connection, to target: Connection) throws(StoreError) {
    self.source = damaged
    self.target = target
    table = Self.quoted(name)
    // Generated columns have a different number in `hidden` and cannot be inserted.
    let all = try target.all(
      "SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0", [.text(name)]
    ) { (name: $0.text(0), key: $0.integer(1)) }
    let names = all.map { Self.quoted($0.name) }
    let isWithoutRows = try target.first(
      "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?", [.text(name)]
    ) { $0.integer(0) == 1 }
    if isWithoutRows == true {
      columns = names
      order = all.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map { Self.quoted($0.name) }
      return
    }
    // A column can have the same name as the row ID, which is then not accessible by that name.
    let taken = Set(all.map { $0.name.lowercased() })
    let number = ["_rowid_", "rowid", "oid"].first { !taken.contains($0) }.map { [$0] } ?? []
    columns = number + names
    order = number
  }

  /// Returns a name as a quoted SQL identifier.
  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// Copies the rows.
  ///
  /// - Returns: Whether the whole table could be read.
  func run() throws(StoreError) -> Bool {
    if try copy("ASC") { return true }
    // Without a row identity, the second pass would duplicate rows of the first.
    if !order.isEmpty { _ = try copy("DESC") }
    return false
  }

  /// Copies the rows in one direction until the first read error.
  ///
  /// - Parameter direction: `ASC` or `DESC`.
  /// - Returns: Whether all rows were read and inserted.
  private func copy(_ direction: String) throws(StoreError) -> Bool {
    let names = columns.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let order =
      order.isEmpty ? "" : " ORDER BY " + order.map { "\($0) \(direction)" }.joined(separator: ", ")
    // Rows that already exist or violate a constraint are skipped.
    let insert = "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(marks))"
    var isWhole = true
    var failure: StoreError?
    do throws(StoreError) {
      try source.forEachRow(
        "SELECT \(names) FROM \(table) NOT INDEXED\(order)"
      ) { row in
        do throws(StoreError) {
          try target.run(insert, row.values.values)
          if target.changeCount == 0 { isWhole = false }
        } catch {
          isWhole = false
          // An invalid row is skipped; any other error, such as a full disk, ends the copy.
          if case .sql = error { return true }
          failure = error
          return false
        }
        return true
      }
    } catch {
      switch error {
      case .corrupt, .sql: isWhole = false
      default: throw error
      }
    }
    if let failure { throw failure }
    return isWhole
  }
}
