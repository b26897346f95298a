internal import CTremaSQLite
import TremaSupport

/// An owned connection to a database file, closed exactly once.
///
/// `@unchecked Sendable` holds because every use of a connection is inside
/// `ConnectionGate.use(_:)`, which admits one thread at a time; a `Transaction` that lends the
/// connection checks that the current thread holds the gate.
final class Connection: @unchecked Sendable {
  /// The path that errors report.
  let path: String
  /// The maximum time that SQLite waits for a lock.
  let busyTimeout: Duration
  /// The `sqlite3` handle.
  private let database: OpaquePointer
  /// This library's compiled statements, by their SQL; at most about 100.
  private var statements: [String: Statement] = [:]
  /// The failure that made SQLite end the current transaction, such as a full disk.
  var transactionFailure: StoreError?
  /// The events that SQLite's hooks report, in a separate object whose address the hooks receive.
  private let events = ConnectionEvents()

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - path: The name, which is passed to SQLite unchanged. `:memory:` and `file:` names have
  ///     their usual meaning.
  ///   - displayPath: The path that errors report.
  ///   - mode: The access mode.
  ///   - busyTimeout: The maximum time to wait for a lock, from zero to a day.
  /// - Throws: `readOnly`, `cannotOpen`.
  init(_ path: String, displayPath: String, mode: Mode, busyTimeout: Duration) throws(StoreError) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, mode.flags, nil)
    guard let handle, code == SQLITE_OK else {
      let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      if code & 0xFF == SQLITE_READONLY { throw .readOnly(path: displayPath) }
      throw StoreOpening.isFolder(path)
        ? .folder(displayPath) : .cannotOpen(path: displayPath, reason: reason)
    }
    database = handle
    self.path = displayPath
    self.busyTimeout = busyTimeout
    sqlite3_extended_result_codes(handle, 1)
    // The timeout is limited to the range from zero to a day, which fits the `Int32` below.
    let (seconds, attoseconds) = max(.zero, min(busyTimeout, .seconds(86_400))).components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
    let address = Unmanaged.passUnretained(events).toOpaque()
    sqlite3_update_hook(
      handle,
      { address, _, _, table, _ in ConnectionEvents.fromContext(address)?.recordChange(table) },
      address)
    sqlite3_set_authorizer(
      handle,
      { address, action, _, _, _, _ in ConnectionEvents.fromContext(address)?.authorize(action) ?? 0
      },
      address)
  }

  deinit {
    for statement in statements.values { statement.finalize() }
    sqlite3_close_v2(database)
  }

  /// A connection's access mode.
  enum Mode {
    /// Read and write access to an existing file. The file is not created here, because SQLite
    /// would not set its permissions.
    case readWrite
    /// Read-only access with locks.
    case readOnly
    /// Read-only access without locks to a file that does not change while it is open. The name is
    /// a URI.
    case immutable

    /// The flags of `sqlite3_open_v2`.
    fileprivate var flags: Int32 {
      // Only one thread at a time uses a connection, so it needs no mutex.
      switch self {
      case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
      case .readOnly: SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
      }
    }
  }

  /// Whether no transaction is open.
  var isIdle: Bool { sqlite3_get_autocommit(database) != 0 }

  /// Whether SQLite opened the database as read-only.
  var isReadOnly: Bool { sqlite3_db_readonly(database, "main") == 1 }

  /// The number of rows that the last statement changed.
  var changeCount: Int { Int(sqlite3_changes64(database)) }

  /// The number of rows changed since the connection was opened.
  var totalChangeCount: Int { Int(sqlite3_total_changes64(database)) }

  /// Returns the tables with rows that have changed since the last call, and the number of changed
  /// rows.
  func takeChanges() -> (tables: Set<String>, count: Int) { events.take() }

  /// Runs one of this library's statements, which stays compiled for the next call.
  ///
  /// - Parameters:
  ///   - sql: The statement, which is also its key among the compiled statements.
  ///   - values: The values of its parameters, in order.
  ///   - body: Receives each row and returns whether to continue.
  func forEachRow(
    _ sql: String, _ values: [SQLValue] = [],
    _ body: (borrowing Statement.Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    // A statement that is still producing rows, in an outer call, cannot be used a second time.
    let statement: Statement
    if let cached = statements[sql], !cached.isInUse {
      statement = cached
    } else {
      statement = try prepare(sql)
      // Query conditions have many forms, and compiled statements use memory.
      if statements.count >= 100 { statements = statements.filter { $0.value.isInUse } }
      statements[sql] = statement
    }
    try statement.run(values, on: self, body)
  }

  /// Returns the result of `body` for a statement's first row, or `nil` if there are no rows.
  func first<Value>(
    _ sql: String, _ values: [SQLValue] = [],
    _ body: (borrowing Statement.Row) throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    var found: Value?
    try forEachRow(sql, values) { (row) throws(StoreError) in
      found = try body(row)
      return false
    }
    return found
  }

  /// Returns the results of `body` for all of a statement's rows.
  func all<Value>(
    _ sql: String, _ values: [SQLValue] = [],
    _ body: (borrowing Statement.Row) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    var found: [Value] = []
    try forEachRow(sql, values) { (row) throws(StoreError) in
      found.append(try body(row))
      return true
    }
    return found
  }

  /// Runs a statement and ignores its rows.
  func run(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    try forEachRow(sql, values) { _ in true }
  }

  /// Runs the caller's statements one at a time. They must not begin or end transactions, attach
  /// files or set pragmas.
  ///
  /// - Parameter values: The values of the first statement.
  /// - Throws: `sql` and other failures of a statement.
  func runUserStatements(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    // Only statements that name the table can change values. Checksums of changed values are
    // removed.
    let mayChangeValues = sql.lowercased().contains("trema_values")
    if mayChangeValues { try ValueChecksum.installTrigger(on: self) }
    defer { if mayChangeValues { ValueChecksum.removeTrigger(on: self) } }
    var (position, values) = (0, values)
    while let next = try prepareUserStatement(sql, from: position) {
      try next.statement.run(values, on: self) { _ in true }
      (position, values) = (next.end, [])
    }
  }

  /// Returns the rows for one of the caller's statements, which must be read-only.
  ///
  /// - Throws: `sql` for more than one statement and for a statement that writes.
  func userStatementRows(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> [SQLRow] {
    guard let (statement, end) = try prepareUserStatement(sql, from: 0) else { return [] }
    if try prepareUserStatement(sql, from: end) != nil {
      throw .sql(code: SQLITE_MISUSE, reason: "only one statement can be read at a time")
    }
    guard statement.isReadOnly else {
      throw .sql(code: SQLITE_READONLY, reason: "use execute(_:_:) for a statement that writes")
    }
    var rows: [SQLRow] = []
    try statement.run(values, on: self) { (row) throws(StoreError) in
      rows.append(row.values)
      return true
    }
    return rows
  }

  /// Compiles one of this library's statements.
  private func prepare(_ sql: String) throws(StoreError) -> Statement {
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard let pointer, code == SQLITE_OK else { throw failure(code) }
    return Statement(pointer)
  }

  /// Compiles the caller's next statement.
  ///
  /// - Parameter position: The offset in `sql`, in UTF-8 bytes.
  /// - Returns: The statement and the offset of its end, or `nil` if only whitespace and comments
  ///   are left.
  private func prepareUserStatement(
    _ sql: String, from position: Int
  ) throws(StoreError) -> (statement: Statement, end: Int)? {
    if sql.utf8.contains(0) {
      throw .sql(code: SQLITE_MISUSE, reason: "the SQL contains a NUL; bind values instead")
    }
    events.isUserStatement = true
    defer { events.isUserStatement = false }
    var pointer: OpaquePointer?
    var position = position
    var copy = sql
    let count = copy.utf8.count
    var code = SQLITE_OK
    // SQLite returns no statement for a comment, which is skipped.
    while pointer == nil, position < count, code == SQLITE_OK {
      code = copy.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          guard let start = text.baseAddress?.advanced(by: position) else { return SQLITE_OK }
          var tail: UnsafePointer<CChar>?
          let code = sqlite3_prepare_v3(
            database, start, Int32(clamping: count - position), 0, &pointer, &tail)
          if let tail { position += start.distance(to: tail) }
          return code
        }
      }
    }
    guard code == SQLITE_OK else { throw failure(code) }
    return pointer.map { (Statement($0), position) }
  }

  /// Copies all pages into `target`, replacing its content.
  ///
  /// - Throws: `busy` if a lock cannot be obtained; failures of the target.
  func copy(to target: Connection) throws(StoreError) {
    guard let backup = sqlite3_backup_init(target.database, "main", database, "main") else {
      throw target.failure(sqlite3_extended_errcode(target.database))
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    if code == SQLITE_BUSY || code == SQLITE_LOCKED { throw .busy(after: busyTimeout) }
    if end != SQLITE_OK { throw target.failure(end) }
  }

  /// Returns the error for a result code and SQLite's last message, and records it if it ended the
  /// transaction.
  func failure(_ code: Int32) -> StoreError {
    let error = storeError(code)
    if isIdle, transactionFailure == nil { transactionFailure = error }
    return error
  }

  /// Returns the error for a result code and SQLite's last message.
  private func storeError(_ code: Int32) -> StoreError {
    let reason = String(cString: sqlite3_errmsg(database))
    let isFull = [ENOSPC, EDQUOT].contains(sqlite3_system_errno(database))
    // The lowest byte is the primary result code; the other bytes extend it.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy(after: busyTimeout)
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      return .corrupt(CorruptionReport(path: path, findings: integrityFindings(orElse: reason)))
    case SQLITE_READONLY: return .readOnly(path: path)
    case SQLITE_FULL: return .diskFull(path: path)
    case SQLITE_IOERR where isFull, SQLITE_CANTOPEN where isFull: return .diskFull(path: path)
    case SQLITE_IOERR: return .system(path: path, code: code, reason: reason)
    case SQLITE_AUTH:
      return .sql(
        code: code,
        reason:
          "BEGIN, SAVEPOINT, COMMIT, ROLLBACK, ATTACH, DETACH and PRAGMA are reserved for the store"
      )
    case SQLITE_CANTOPEN: return .cannotOpen(path: path, reason: reason)
    default: return .sql(code: code, reason: reason)
    }
  }

  /// Returns at most 20 findings of an integrity check, or `reason` if there are none or the check
  /// cannot be run.
  func integrityFindings(orElse reason: String) -> [String] {
    var found: [String] = []
    var pointer: OpaquePointer?
    defer { sqlite3_finalize(pointer) }
    guard
      sqlite3_prepare_v2(database, "PRAGMA integrity_check(20)", -1, &pointer, nil) == SQLITE_OK
    else { return [reason] }
    while sqlite3_step(pointer) == SQLITE_ROW, let text = sqlite3_column_text(pointer, 0) {
      found.append(String(cString: text))
    }
    return found.isEmpty || found == ["ok"] ? [reason] : found
  }
}

/// The events that SQLite reports while it works. They are accessed only on the thread that uses
/// the connection, so no lock is needed.
private final class ConnectionEvents {
  /// The tables with changed rows.
  private var tables: Set<String> = []
  /// The number of changed rows.
  private var count = 0
  /// Whether the statement that is being compiled is the caller's.
  var isUserStatement = false

  /// Returns the object at the address that a hook receives.
  static func fromContext(_ address: UnsafeMutableRawPointer?) -> ConnectionEvents? {
    address.map { Unmanaged<ConnectionEvents>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Records a changed row. Called by the update hook.
  func recordChange(_ table: UnsafePointer<CChar>?) {
    if let table { tables.insert(String(cString: table)) }
    count += 1
  }

  /// Returns the recorded changes and resets them.
  func take() -> (tables: Set<String>, count: Int) {
    defer { (tables, count) = ([], 0) }
    return (tables, count)
  }

  /// Returns the authorizer's decision on an action: the caller's statements must not affect
  /// transactions, files or pragmas.
  func authorize(_ action: Int32) -> Int32 {
    let refused = [
      SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_ATTACH, SQLITE_DETACH, SQLITE_PRAGMA,
    ]
    return isUserStatement && refused.contains(action) ? SQLITE_DENY : SQLITE_OK
  }
}
