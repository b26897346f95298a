internal import CTremaSQLite

/// One compiled statement. It belongs to its connection and is used where that is.
final class Statement {
  private let pointer: OpaquePointer
  private var isFinal = false
  /// While its rows are given out: a second use then needs another one.
  private(set) var isInUse = false

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { finalize() }

  /// Gives it back to SQLite, which closes no connection before all of its statements are.
  func finalize() {
    if !isFinal { sqlite3_finalize(pointer) }
    isFinal = true
  }

  var changesNothing: Bool { sqlite3_stmt_readonly(pointer) != 0 }

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
    let expected = Int(sqlite3_bind_parameter_count(pointer))
    guard values.count == expected else {
      throw .sql(
        code: SQLITE_RANGE, reason: "\(expected) values are to be bound, not \(values.count)")
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

  // SQLite copies what is bound: the value may be gone before the statement has run.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(pointer, index)
    case .integer(let number): return sqlite3_bind_int64(pointer, index, number)
    // SQLite would make a null of it.
    case .real(let number) where number.isNaN: return SQLITE_MISMATCH
    case .real(let number): return sqlite3_bind_double(pointer, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          // Without an address it would be null, not empty.
          guard let start = text.baseAddress, !text.isEmpty else {
            return sqlite3_bind_text(pointer, index, "", 0, Self.copied)
          }
          return sqlite3_bind_text64(
            pointer, index, start, UInt64(text.count), Self.copied, UInt8(SQLITE_UTF8))
        }
      }
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
          return sqlite3_bind_zeroblob(pointer, index, 0)
        }
        return sqlite3_bind_blob64(pointer, index, start, UInt64(bytes.count), Self.copied)
      }
    }
  }
}

extension Statement {
  /// One row, for as long as the statement is on it. Columns count from 0.
  struct Row: ~Copyable {
    private let pointer: OpaquePointer

    fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    func text(_ column: Int32) -> String {
      withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    func isText(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_TEXT }

    /// The bytes of a text or of a blob; they are gone when `body` returns.
    func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      // First the type decides on a conversion, then the address, then the length.
      let start =
        isText(column)
        ? sqlite3_column_text(pointer, column).map { UnsafeRawPointer($0) }
        : sqlite3_column_blob(pointer, column)
      return body(
        UnsafeRawBufferPointer(
          start: start, count: Int(sqlite3_column_bytes(pointer, column))))
    }

    func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

    func value(_ column: Int32) -> SQLValue {
      switch sqlite3_column_type(pointer, column) {
      case SQLITE_INTEGER: .integer(integer(column))
      case SQLITE_FLOAT: .real(sqlite3_column_double(pointer, column))
      case SQLITE_TEXT: .text(text(column))
      case SQLITE_BLOB: .bytes(bytes(column))
      default: .null
      }
    }

    var values: SQLRow {
      let columns = 0..<sqlite3_column_count(pointer)
      return SQLRow(
        names: columns.map { column in
          sqlite3_column_name(pointer, column).map { String(cString: $0) } ?? ""
        }, values: columns.map { value($0) })
    }
  }
}
