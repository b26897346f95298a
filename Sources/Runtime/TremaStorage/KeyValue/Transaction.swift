import TremaSupport

/// One transaction of a store: all of it is written, or nothing.
///
/// It is used inside its batch by the thread that runs it; otherwise it throws `batchEnded`.
public final class Transaction: Sendable {
  let store: KeyValueStore
  private let isOver = LockedValue(false)

  init(_ store: KeyValueStore) { self.store = store }

  /// The namespace with a name, within the transaction.
  public subscript(_ namespace: String) -> Namespace {
    Namespace(name: namespace, door: .transaction(self))
  }

  func use<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if isOver.value { throw .batchEnded }
    let connection = try store.writer.borrow()
    // A failure such as a full disk ends the transaction within SQLite: nothing may be written then.
    if connection.isIdle { throw connection.transactionFailure ?? .batchEnded }
    return try body(connection)
  }

  func end() { isOver.value = true }
}

extension KeyValueStore {
  /// Writes all that `body` writes in one transaction, or nothing of it where it throws.
  ///
  /// - Throws: what `body` throws, or a ``StoreError``.
  @discardableResult
  public func batch<Result>(_ body: (Transaction) throws -> Result) throws -> Result {
    var thrown: (any Error)?
    do {
      return try write { (connection) throws(StoreError) in
        let transaction = Transaction(self)
        defer { transaction.end() }
        do {
          return try body(transaction)
        } catch {
          thrown = error
          throw .batchEnded
        }
      }
    } catch {
      throw thrown ?? error
    }
  }

  /// The same, on a thread that may wait for other processes.
  @discardableResult
  public func batch<Result: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Result
  ) async throws -> Result {
    try await BlockingPool.run { () throws(any Error) in try self.batch(body) }
  }

  /// Runs `body` between BEGIN IMMEDIATE, which waits for other writers here and nowhere later, and
  /// COMMIT, and tells the observers.
  func write<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let (result, tables) = try writer.use { (connection) throws(StoreError) in
      let changes = connection.totalChanges
      _ = connection.takeChanges()
      let result = try connection.inTransaction { (connection) throws(StoreError) in
        try refuseSeal(connection)
        return try body(connection)
      }
      let (tables, count) = connection.takeChanges()
      // SQLite does not tell of a table that is emptied at once, and counts its rows.
      let isAllTold = connection.totalChanges - changes == count
      return (result, isAllTold ? Set(tables.map { $0.lowercased() }) : nil)
    }
    observers.tell(tables)
    return result
  }

  /// Another process may have sealed a store that was still empty after it was opened here without
  /// a key: what is written now would be between sealed values in the clear.
  private func refuseSeal(_ connection: Connection) throws(StoreError) {
    guard seal == nil else { return }
    let isSealed = try connection.first("SELECT EXISTS (SELECT * FROM trema_seal)") {
      $0.integer(0) != 0
    }
    if isSealed == true { throw .isSealed(path: path) }
  }
}

extension Connection {
  func inTransaction<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    transactionFailure = nil
    try run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      let result = try body(self)
      // The body caught the failure that has ended it, which is the one to report.
      if isIdle { throw transactionFailure ?? .batchEnded }
      try run("COMMIT")
      return result
    } catch {
      // Where this fails as well, SQLite rolls back when the file is opened next.
      if !isIdle { try? run("ROLLBACK") }
      throw error
    }
  }
}
