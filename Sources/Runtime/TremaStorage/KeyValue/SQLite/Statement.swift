internal import CTremaSQLite

/// A compiled statement. It belongs to its connection and is used under the same lock.
final class Statement {
  /// The `sqlite3_stmt` handle.
  private let pointer: OpaquePointer
  /// Whether the handle has been released.
  private var isFinalized = false
  /// Whether its rows are being read. A second use at the same time requires a different statement.
  private(set) var isInUse = false

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { finalize() }

  /// Releases the handle. SQLite closes a connection only after all its statements have been
  /// released.
  func finalize() {
    if !isFinalized { sqlite3_finalize(pointer) }
    isFinalized = true
  }

  /// Whether the statement makes no direct changes to the database.
  var isReadOnly: Bool { sqlite3_stmt_readonly(pointer) != 0 }

  /// Binds the values, runs the statement and resets it.
  ///
  /// - Parameters:
  ///   - values: The values of its parameters, in order.
  ///   - connection: The connection of the statement, used to create errors.
  ///   - body: Receives each row and returns whether to continue.
  /// - Throws: `sql` if the number of values is wrong; the statement's failures; the error thrown
  ///   by `body`.
  func run(
    _ values: [SQLValue], on connection: Connection,
    _ body: (borrowing Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    isInUse = true
    defer {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
      isInUse = false
    }
    // SQLite would treat parameters without a value as NULL.
    let expected = Int(sqlite3_bind_parameter_count(pointer))
    guard values.count == expected else {
      throw .sql(
        code: SQLITE_RANGE, reason: "\(expected) values must be bound, not \(values.count)")
    }
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw connection.failure(code) }
    }
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW: if try !body(Row(pointer)) { return }
      case SQLITE_DONE: return
      case let code: throw connection.failure(code)
      }
    }
  }

  // `SQLITE_TRANSIENT`: SQLite copies bound memory, which may be released before the statement
  // runs.
  private static let transientDestructor = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Binds a value to a parameter, numbered from 1, and returns SQLite's result code.
  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(pointer, index)
    case .integer(let number): return sqlite3_bind_int64(pointer, index, number)
    // SQLite would store NULL for NaN.
    case .real(let number) where number.isNaN: return SQLITE_MISMATCH
    case .real(let number): return sqlite3_bind_double(pointer, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          // A missing address would bind NULL instead of an empty string.
          guard let start = text.baseAddress, !text.isEmpty else {
            return sqlite3_bind_text(pointer, index, "", 0, Self.transientDestructor)
          }
          return sqlite3_bind_text64(
            pointer, index, start, UInt64(text.count), Self.transientDestructor, UInt8(SQLITE_UTF8))
        }
      }
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
          return sqlite3_bind_zeroblob(pointer, index, 0)
        }
        return sqlite3_bind_blob64(
          pointer, index, start, UInt64(bytes.count), Self.transientDestructor)
      }
    }
  }
}

extension Statement {
  /// The current row of a statement, valid until the statement continues. Columns are numbered from
  /// 0.
  struct Row: ~Copyable {
    private let pointer: OpaquePointer

    fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

    /// Returns a column as an integer. SQLite converts other types.
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    /// Returns a column as a string, with invalid UTF-8 replaced with U+FFFD.
    func text(_ column: Int32) -> String {
      withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns whether a column contains text.
    func isText(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_TEXT }

    /// Calls `body` with a string's or blob's bytes, valid only for the duration of the call.
    func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      // SQLite requires this order of calls: the type, which a conversion may change, then the
      // address, then the length.
      let start =
        isText(column)
        ? sqlite3_column_text(pointer, column).map { UnsafeRawPointer($0) }
        : sqlite3_column_blob(pointer, column)
      return body(
        UnsafeRawBufferPointer(
          start: start, count: Int(sqlite3_column_bytes(pointer, column))))
    }

    /// Returns the bytes of a string or a blob.
    func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

    /// Returns a column's value.
    func value(_ column: Int32) -> SQLValue {
      switch sqlite3_column_type(pointer, column) {
      case SQLITE_INTEGER: .integer(integer(column))
      case SQLITE_FLOAT: .real(sqlite3_column_double(pointer, column))
      case SQLITE_TEXT: .text(text(column))
      case SQLITE_BLOB: .bytes(bytes(column))
      default: .null
      }
    }

    /// The names and values of all columns.
    var values: SQLRow {
      let columns = 0..<sqlite3_column_count(pointer)
      return SQLRow(
        names: columns.map { column in
          sqlite3_column_name(pointer, column).map { String(cString: $0) } ?? ""
        }, values: columns.map { value($0) })
    }
  }
}
