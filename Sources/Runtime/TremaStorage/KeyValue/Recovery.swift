import TremaSupport

/// The result of recovering a damaged file.
public struct Recovery: Hashable, Sendable {
  /// How many rows of each table there are now.
  public let rows: [String: Int]
  /// The tables of which rows may be missing.
  public let incomplete: [String]
  /// The path of the damaged file, which is kept as it was.
  public let damaged: String
}

extension KeyValueStore {
  /// Makes a new file of what can still be read of a damaged one, and puts it in its place. The damaged
  /// one stays beside it, as `PATH.damaged`, or `.damaged-2` and so on. No process may have it open.
  ///
  /// - Throws: `corrupt` where no table can be read; then nothing was changed.
  @discardableResult
  public static func recover(_ path: String) throws(StoreError) -> Recovery {
    let part = "\(path).part-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    do throws(StoreError) {
      let (rows, incomplete) = try rescue(path, to: part)
      var damaged = "\(path).damaged"
      var number = 1
      while link(path, damaged) != 0 {
        guard errno == EEXIST else { throw Self.failure(path) }
        number += 1
        damaged = "\(path).damaged-\(number)"
      }
      for end in ["-wal", "-shm"] { rename(path + end, damaged + end) }
      if rename(part, path) != 0 { throw Self.failure(path) }
      return Recovery(rows: rows, incomplete: incomplete, damaged: damaged)
    } catch {
      StoreOpening.remove(part)
      throw error
    }
  }

  /// The same, on a thread that may wait.
  @discardableResult
  public static func recover(_ path: String) async throws(StoreError) -> Recovery {
    try await BlockingPool.run { () throws(StoreError) in try Self.recover(path) }
  }

  private static func failure(_ path: String) -> StoreError {
    switch errno {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case let code: .cannotOpen(path: path, reason: String(cString: strerror(code)))
    }
  }

  private static func rescue(
    _ path: String, to part: String
  ) throws(StoreError) -> (rows: [String: Int], incomplete: [String]) {
    let damaged = try StoreOpening(path: path, options: Options()).openDamaged()
    let target = try StoreOpening(path: part, shown: path, options: Options()).openRescue()
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
          // The tables behind a virtual one are there already.
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
      // The tables are those of the damaged file, which may be of an earlier version.
      let format = try damaged.first("PRAGMA user_version") { $0.integer(0) } ?? 0
      try target.run("PRAGMA user_version = \(min(max(format, 1), StoreOpening.format))")
    }
    return (rows, incomplete.sorted())
  }
}

/// Copies what can be read of one table: from its start to the first damaged page, then from its end.
private struct TableSalvage {
  let table: String
  private let columns: [String]
  /// The columns by which rows are found.
  private let order: [String]
  private let damaged: Connection
  private let target: Connection

  init(_ name: String, from damaged: Connection, to target: Connection) throws(StoreError) {
    self.damaged = damaged
    self.target = target
    table = Self.quoted(name)
    // Not the generated ones, which have another number in `hidden`.
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
    // A column may have one of the names of the row's number, which is not to be had by it then.
    let taken = Set(all.map { $0.name.lowercased() })
    let number = ["_rowid_", "rowid", "oid"].first { !taken.contains($0) }.map { [$0] } ?? []
    columns = number + names
    order = number
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// - Returns: whether the whole table could be read.
  func run() throws(StoreError) -> Bool {
    if try copy("ASC") { return true }
    // From its end by what its rows are found by alone, or some would be there twice.
    if !order.isEmpty { _ = try copy("DESC") }
    return false
  }

  private func copy(_ direction: String) throws(StoreError) -> Bool {
    let names = columns.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let order =
      order.isEmpty ? "" : " ORDER BY " + order.map { "\($0) \(direction)" }.joined(separator: ", ")
    // What cannot be written, being there already or broken, is left out.
    let insert = "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(marks))"
    var isWhole = true
    var failure: StoreError?
    do throws(StoreError) {
      try damaged.each(
        "SELECT \(names) FROM \(table) NOT INDEXED\(order)"
      ) { row in
        do throws(StoreError) {
          try target.run(insert, row.values.values)
          if target.changes == 0 { isWhole = false }
        } catch {
          isWhole = false
          // A row that makes no sense is one row; a full disk is the end.
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
